/** Starts the console in the page. */
import { render } from "preact";
import { App } from "./app.tsx";
import { ProblemNote } from "./parts/problem-note.tsx";
import { followLinks } from "./router.ts";
import { noteScreens } from "./screen.ts";
import { screens } from "./screens.ts";
import { findMe } from "./session.ts";

noteScreens(screens);
leaveNothingBehind();
followLinks();
render(<App />, document.body);
start();

function start(): void {
  findMe().catch((error: unknown) => {
    render(
      <main>
        <ProblemNote error={error} again={() => location.reload()} />
      </main>,
      document.body,
    );
  });
}

/** The browser keeps a page that was left, and shows it again as it was: whose session has ended since would be seen. */
function leaveNothingBehind(): void {
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
}
