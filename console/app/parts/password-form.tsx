/** Sets a password: the first one, or another one for which the present one is asked. */
import { Button, PasswordInput, SimpleGrid, Stack } from "@mantine/core";
import { useState } from "react";
import { texts } from "../../page/texts/texts.ts";
import { useUnsaved } from "../../page/unsaved.ts";
import { useAction } from "../../page/use-action.ts";
import { ProblemNote } from "./problem-note.tsx";

interface Given {
  readonly submit: string;
  /** The words for a caller whom the server does not let in. */
  readonly wrong?: string;
  readonly asksCurrent?: boolean;
  /** Among other parts of a page: its button is none of the first rank. */
  readonly isPart?: boolean;
  readonly send: (given: { current: string; password: string }) => Promise<unknown>;
  readonly done?: () => void;
}

export function PasswordForm({ submit, wrong, asksCurrent, isPart, send, done }: Given) {
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const { attempt, error, isBusy } = useAction();
  const unsaved = useUnsaved();
  const words = texts.access.setup;
  const saved = (): void => {
    unsaved.clear();
    done?.();
  };
  return (
    <form
      onInput={unsaved.touch}
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(() => send({ current, password }), saved);
      }}
    >
      <Stack>
        <SimpleGrid type="container" cols={{ base: 1, "480px": 2 }}>
          {asksCurrent && (
            <PasswordInput
              label={words.current}
              autoComplete="current-password"
              required
              value={current}
              onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
            />
          )}
          <PasswordInput
            label={words.password}
            description={words.hint}
            inputWrapperOrder={["label", "input", "description"]}
            autoComplete="new-password"
            required
            minLength={12}
            maxLength={128}
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
        </SimpleGrid>
        <ProblemNote error={error} shutOut={wrong} />
        <Button
          type="submit"
          variant={isPart ? "default" : "filled"}
          loading={isBusy}
          style={isPart ? { alignSelf: "flex-start" } : undefined}
        >
          {submit}
        </Button>
      </Stack>
    </form>
  );
}
