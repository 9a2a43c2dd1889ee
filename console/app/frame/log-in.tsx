/** The log-in: a page of its own at first, a dialog over the page once a session has ended. */
import { Alert, Anchor, Button, Modal, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { isProblem } from "@slipway/client";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useRef } from "react";
import { logIn, me } from "../../page/session.ts";
import { fill } from "../../page/texts/fill.ts";
import { texts } from "../../page/texts/texts.ts";
import { useAction } from "../../page/use-action.ts";
import { root } from "../address.ts";
import { ProblemNote } from "../parts/problem-note.tsx";
import { LogInCard } from "./log-in-card.tsx";
import { frameWords } from "./texts.ts";

export function LogInPage() {
  const { title, failed } = texts.logIn;
  const reason = new URLSearchParams(location.search).get("failed");
  const sentences: Readonly<Record<string, string>> = failed;
  return (
    <LogInCard title={title}>
      {reason !== null && (
        <Alert color="red">
          {Object.hasOwn(sentences, reason) ? sentences[reason] : failed.provider}
        </Alert>
      )}
      <LogInForm />
      <Providers />
    </LogInCard>
  );
}

interface Provider {
  readonly id: string;
  readonly name: string;
}

/** Links to identity providers, where the operator has set some. Without an answer the form above is enough. */
function Providers() {
  const { data = [] } = useQuery({
    queryKey: ["providers"],
    queryFn: async () => {
      const answer = await fetch("/log-in/providers").catch(() => undefined);
      return answer?.ok ? ((await answer.json()) as Provider[]) : [];
    },
  });
  return data.map(({ id, name }) => (
    <Anchor key={id} href={`/log-in/${id}`} size="sm">
      {fill(texts.logIn.by, { name })}
    </Anchor>
  ));
}

/** The same user goes on; another user begins with an empty page. */
export function LogInAgain() {
  const { ended, endedHint, otherUser } = texts.logIn;
  return (
    <Modal opened onClose={() => undefined} withCloseButton={false} title={ended} zIndex={1_000}>
      <Stack>
        <Text size="sm">{endedHint}</Text>
        <LogInForm email={me.value?.user?.email} />
        <Button variant="subtle" onClick={() => location.assign(root)}>
          {otherUser}
        </Button>
      </Stack>
    </Modal>
  );
}

/** @param email of the only user who may log in here; undefined: anybody */
function LogInForm({ email }: { readonly email?: string | undefined }) {
  const words = texts.logIn;
  const { attempt, error, isBusy } = useAction();
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const code = textOf(given, "code");
    const logInAs = { email: textOf(given, "email"), password: textOf(given, "password") };
    void attempt(() => logIn({ ...logInAs, ...(code && { code }) }));
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={words.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={email}
          readOnly={email !== undefined}
        />
        <PasswordInput
          label={words.password}
          name="password"
          autoComplete="current-password"
          required
          visibilityToggleButtonProps={{ tabIndex: 0, "aria-label": frameWords().showPassword }}
        />
        <CodeField error={error} />
        <Button type="submit" loading={isBusy}>
          {words.submit}
        </Button>
      </Stack>
    </form>
  );
}

/** The field for a code of the second factor, once the server has asked for one, and what else went wrong. */
function CodeField({ error }: { readonly error: unknown }) {
  const words = texts.logIn;
  const isMissing = isProblem(error, "SECOND_FACTOR_REQUIRED");
  const isAsked = useRef(false);
  isAsked.current ||= isMissing;
  return (
    <>
      {isAsked.current && (
        <TextInput
          label={words.code}
          name="code"
          autoComplete="one-time-code"
          required
          data-autofocus
          description={words.codeHint}
        />
      )}
      {!isMissing && (
        <ProblemNote error={error} shutOut={isAsked.current ? words.wrongCode : words.wrong} />
      )}
    </>
  );
}

function textOf(given: FormData, name: string): string {
  const value = given.get(name);
  return typeof value === "string" ? value : "";
}
