/** Shows the secret that signs what a receiver or a channel is sent, or replaces it. The page keeps it nowhere. */
import { useState } from "preact/hooks";
import type { Operations } from "@slipway/client";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { ShowOnce } from "../../parts/show-once.tsx";
import { texts } from "../../texts/texts.ts";

type ReadSecret = (slipway: Operations) => Promise<{ readonly secret: string }>;

interface Given {
  readonly name: string;
  readonly read: ReadSecret;
  readonly replace: ReadSecret;
}

export function SecretButtons({ name, read, replace }: Given) {
  const [secret, setSecret] = useState<string>();
  const words = texts.access.endpoint;
  const button = (label: string, hint: string, call: ReadSecret) => (
    <ConfirmButton
      label={label}
      name={name}
      act={async (slipway) => setSecret((await call(slipway)).secret)}
      done={() => undefined}
    >
      {hint}
    </ConfirmButton>
  );
  return (
    <>
      {button(words.showSecret, words.showSecretHint, read)}
      {button(words.replaceSecret, words.replaceSecretHint, replace)}
      {secret !== undefined && (
        <ShowOnce
          title={words.secretTitle}
          label={words.secret}
          hint={words.secretHint}
          text={secret}
          isKept
          close={() => setSecret(undefined)}
        />
      )}
    </>
  );
}
