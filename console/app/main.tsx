/** Starts the console in the page. */
import "./trusted-types.ts";
import "@fontsource-variable/inter/wght.css";
import "./styles.ts";
import "@mantine/dates/styles.css";
import "@mantine/notifications/styles.css";
import "@mantine/spotlight/styles.css";
import "./app.css";
import "dayjs/locale/it";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { setNonce } from "get-nonce";
import { isProblem } from "@slipway/client";
import { Suspense, lazy } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import "../page/loaded-files.ts";
import { findMe } from "../page/session.ts";
import { loadFirstLanguage } from "../page/texts/texts.ts";
import { mayLeave } from "../page/unsaved.ts";
import { guardWayBack, root } from "./address.ts";
import { App } from "./app.tsx";
import { ProblemNote } from "./parts/problem-note.tsx";
import { theme } from "./theme.ts";

/** The server writes a new one into each page, and into the page's policy. */
const nonce = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? "";
// The library that keeps the page still behind a dialog writes a style sheet of its own.
setNonce(nonce);
// The session says when a call may be made again, and the change feed what is new.
const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: false } },
});

/** A page that opens without a connection. */
const isCheckIn = location.pathname.startsWith(`${root}/check-in`);
const Outage = lazy(async () => ({
  default: (await import("./screens/check-in/check-in-page.tsx")).Outage,
}));

/** There the lower edge of the window is for what one presses. */
const isPhone = matchMedia("(max-width: 48em)").matches;

leaveNothingBehind();
guardWayBack();
loadFirstLanguage().then(start, () => {
  // Without a language there are no other words.
  document.body.textContent = "Slipway's console could not be loaded. Load the page again.";
});

function start(): void {
  const page = createRoot(document.querySelector("#root") ?? document.body);
  const draw = (failure?: unknown): void =>
    page.render(
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        deduplicateInlineStyles
        getStyleNonce={() => nonce}
      >
        <Notifications position={isPhone ? "top-center" : "bottom-right"} />
        <QueryClientProvider client={queries}>
          <Router base={root} aroundNav={(go, to, options) => void (mayLeave() && go(to, options))}>
            {failure === undefined ? <App /> : <Failed failure={failure} again={find} />}
          </Router>
        </QueryClientProvider>
      </MantineProvider>,
    );
  const find = (): void => void findMe().then(() => draw(), draw);
  draw();
  find();
}

interface FailedGiven {
  readonly failure: unknown;
  readonly again: () => void;
}

/** It is not known who is logged in. Without a connection the check-in goes on all the same. */
function Failed({ failure, again }: FailedGiven) {
  if (isCheckIn && !(isProblem(failure) && failure.status < 500))
    return (
      <Suspense>
        <Outage again={again} />
      </Suspense>
    );
  return (
    <main>
      <ProblemNote error={failure} again={() => location.reload()} />
    </main>
  );
}

/** The browser keeps a page that was left, and shows it again as it was: whose session has ended since would be seen. */
function leaveNothingBehind(): void {
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
}
