/** Sets a password: the first one, or another one for which the present one is asked. */
import { useState } from "preact/hooks";
import { isProblem } from "@slipway/client";
import { Field } from "../../parts/field.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { texts } from "../../texts/texts.ts";

interface Given {
  readonly submit: string;
  /** What is said where the server does not let in who asks. */
  readonly wrong?: string;
  readonly asksCurrent?: boolean;
  readonly send: (given: { current: string; password: string }) => Promise<void>;
}

export function PasswordForm({ submit, wrong, asksCurrent, send }: Given) {
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const [error, setError] = useState<unknown>();
  const [isSending, setIsSending] = useState(false);
  const words = texts.value.access.setup;
  const isWrong = wrong !== undefined && isProblem(error, "UNAUTHENTICATED");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setIsSending(true);
        setError(undefined);
        send({ current, password })
          .catch(setError)
          .finally(() => setIsSending(false));
      }}
    >
      {asksCurrent && (
        <Field
          label={words.current}
          type="password"
          autocomplete="current-password"
          required
          value={current}
          onInput={setCurrent}
        />
      )}
      <Field
        label={words.password}
        type="password"
        autocomplete="new-password"
        required
        minLength={12}
        maxLength={128}
        hint={words.hint}
        value={password}
        onInput={setPassword}
      />
      {isWrong && (
        <p class="problem" role="alert">
          {wrong}
        </p>
      )}
      {error !== undefined && !isWrong && <ProblemNote error={error} />}
      <button type="submit" class="main" disabled={isSending}>
        {submit}
      </button>
    </form>
  );
}
