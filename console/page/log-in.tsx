/** The log-in: a page of its own at first, a dialog over the page once a session has ended. */
import { useEffect, useState } from "preact/hooks";
import { CodeField, codeIn } from "./parts/code-field.tsx";
import { Field } from "./parts/field.tsx";
import { Modal } from "./parts/modal.tsx";
import { logIn, me } from "./session.ts";
import { fill } from "./texts/fill.ts";
import { texts } from "./texts/texts.ts";
import { useAction } from "./use-action.ts";

export function LogInPage() {
  return (
    <main class="log-in" id="content">
      <h1>{texts.logIn.title}</h1>
      {new URLSearchParams(location.search).has("failed") && (
        <p class="problem" role="alert">
          {texts.logIn.failedProvider}
        </p>
      )}
      <LogInForm />
      <Providers />
    </main>
  );
}

interface Provider {
  readonly id: string;
  readonly name: string;
}

/** Links to identity providers, where the operator has set some. Without an answer the form above is enough. */
function Providers() {
  const [providers, setProviders] = useState<readonly Provider[]>([]);
  useEffect(() => {
    fetch("/log-in/providers").then(
      async (answer) => answer.ok && setProviders((await answer.json()) as Provider[]),
      () => undefined,
    );
  }, []);
  return (
    <>
      {providers.map(({ id, name }) => (
        <p key={id}>
          <a href={`/log-in/${id}`}>{fill(texts.logIn.by, { name })}</a>
        </p>
      ))}
    </>
  );
}

/** The same user goes on; another user begins with an empty page. */
export function LogInAgain() {
  const { ended, endedHint, otherUser } = texts.logIn;
  return (
    <Modal title={ended}>
      <p>{endedHint}</p>
      <LogInForm email={me.value?.user?.email} />
      <p>
        <button type="button" onClick={() => location.assign("/console")}>
          {otherUser}
        </button>
      </p>
    </Modal>
  );
}

/** @param email of the only user who may log in here; undefined: anybody */
function LogInForm({ email }: { email?: string | undefined }) {
  const words = texts.logIn;
  const { attempt, error, isBusy } = useAction();
  const submit = (event: SubmitEvent & { currentTarget: HTMLFormElement }): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    void attempt(() =>
      logIn({
        email: textOf(given, "email"),
        password: textOf(given, "password"),
        ...codeIn(form),
      }),
    );
  };
  return (
    <form onSubmit={submit}>
      <Field
        label={words.email}
        name="email"
        type="email"
        autocomplete="username"
        required
        value={email}
        readOnly={email !== undefined}
      />
      <Field
        label={words.password}
        name="password"
        type="password"
        autocomplete="current-password"
        required
      />
      <CodeField error={error} />
      <button type="submit" class="main" disabled={isBusy}>
        {words.submit}
      </button>
    </form>
  );
}

function textOf(given: FormData, name: string): string {
  const value = given.get(name);
  return typeof value === "string" ? value : "";
}
