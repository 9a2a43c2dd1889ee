/** The page for a duty that a user must fulfil after the log-in and before anything else. */
import type { Me } from "@slipway/client";
import { PasswordForm } from "./screens/access/password-form.tsx";
import { SecondFactorForm } from "./screens/access/second-factor-form.tsx";
import { logOut, replacePassword } from "./session.ts";
import { texts } from "./texts/texts.ts";

export function DutyPage({ duty }: { readonly duty: Me["duty"] }) {
  return (
    <main class="log-in" id="content">
      {duty === "CHANGE_PASSWORD" ? <OwnPassword /> : <NeededFactor />}
      <p>
        <button type="button" onClick={() => void logOut()}>
          {texts.logIn.otherUser}
        </button>
      </p>
    </main>
  );
}

function OwnPassword() {
  const words = texts.access.setup;
  return (
    <>
      <h1>{words.own}</h1>
      <p>{words.ownHint}</p>
      <PasswordForm asksCurrent submit={words.submit} send={replacePassword} done={() => {}} />
    </>
  );
}

function NeededFactor() {
  const words = texts.access.secondFactor;
  return (
    <>
      <h1>{words.title}</h1>
      <p>{words.needed}</p>
      <SecondFactorForm done={() => location.reload()} />
    </>
  );
}
