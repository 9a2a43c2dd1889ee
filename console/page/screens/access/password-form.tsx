/** Sets a password: the first one, or another one for which the present one is asked. */
import { useState } from "preact/hooks";
import { Field } from "../../parts/field.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { texts } from "../../texts/texts.ts";
import { useUnsaved } from "../../unsaved.ts";
import { useAction } from "../../use-action.ts";

interface Given {
  readonly submit: string;
  /** The words for a caller whom the server does not let in. */
  readonly wrong?: string;
  readonly asksCurrent?: boolean;
  readonly send: (given: { current: string; password: string }) => Promise<unknown>;
  readonly done: () => void;
}

export function PasswordForm({ submit, wrong, asksCurrent, send, done }: Given) {
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const { attempt, error, isBusy } = useAction();
  const unsaved = useUnsaved();
  const words = texts.access.setup;
  return (
    <form
      onInput={unsaved.touch}
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(
          () => send({ current, password }),
          () => {
            unsaved.clear();
            done();
          },
        );
      }}
    >
      {asksCurrent && (
        <Field
          label={words.current}
          value={current}
          onInput={setCurrent}
          type="password"
          autocomplete="current-password"
          required
        />
      )}
      <Field
        label={words.password}
        value={password}
        onInput={setPassword}
        type="password"
        autocomplete="new-password"
        required
        minLength={12}
        maxLength={128}
        hint={words.hint}
      />
      <ProblemNote error={error} shutOut={wrong} />
      <button type="submit" class="main" disabled={isBusy}>
        {submit}
      </button>
    </form>
  );
}
