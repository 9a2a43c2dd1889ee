/** Starts the console in the page. */
import { render } from "preact";
import { App } from "./app.tsx";
import { ProblemNote } from "./parts/problem-note.tsx";
import { followLinks } from "./router.ts";
import { findMe } from "./session.ts";
import { loadFirstLanguage } from "./texts/texts.ts";

leaveNothingBehind();
followLinks();
loadFirstLanguage().then(start, () => {
  // Without a language there are no other words.
  document.body.textContent = "Slipway's console could not be loaded. Load the page again.";
});

function start(): void {
  render(<App />, document.body);
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
