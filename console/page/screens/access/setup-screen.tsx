/** Where a user who was invited sets the first password. */
import type { Screen } from "../../screen.ts";
import { setUp } from "../../session.ts";
import { texts } from "../../texts/texts.ts";
import { PasswordForm } from "./password-form.tsx";

export const setupScreen: Screen = {
  paths: ["/setup"],
  title: ({ access }) => access.setup.title,
  isHidden: true,
  isOpen: true,
  View: SetupScreen,
};

/** The token stands behind the # of the link: browsers send that to no server. */
function SetupScreen() {
  const words = texts.access.setup;
  return (
    <main class="log-in" id="content">
      <h1>{words.title}</h1>
      <PasswordForm
        submit={words.submit}
        wrong={words.wrong}
        send={({ password }) => setUp(location.hash.slice(1), password)}
        // "Back" must not lead to the token.
        done={() => location.replace("/console")}
      />
    </main>
  );
}
