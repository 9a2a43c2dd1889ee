/** Where a user who was invited sets the first password. Nobody has to be logged in. */
import { setUp } from "../../page/session.ts";
import { texts } from "../../page/texts/texts.ts";
import { root } from "../address.ts";
import { PasswordForm } from "../parts/password-form.tsx";
import { LogInCard } from "./log-in-card.tsx";

/** The token stands behind the # of the link: browsers send that to no server. */
export function SetupPage() {
  const words = texts.access.setup;
  return (
    <LogInCard title={words.title}>
      <PasswordForm
        submit={words.submit}
        wrong={words.wrong}
        send={({ password }) => setUp(location.hash.slice(1), password)}
        // "Back" must not lead to the token.
        done={() => location.replace(root)}
      />
    </LogInCard>
  );
}
