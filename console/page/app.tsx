/** The frame of every screen: menu, search, the screen itself, and the log-in over it. */
import { useEffect, useErrorBoundary, useRef } from "preact/hooks";
import { DutyPage } from "./duty-page.tsx";
import { LogInAgain, LogInPage } from "./log-in.tsx";
import { GroupLinks, Masthead } from "./masthead.tsx";
import { usePageState } from "./page-state.ts";
import { ProblemNote } from "./parts/problem-note.tsx";
import { type Params, matchPath } from "./route.ts";
import { go, hrefOf, path } from "./router.ts";
import type { Screen } from "./screen.ts";
import { screens } from "./screens.ts";
import { hasEnded, me, missingOf } from "./session.ts";
import { fill } from "./texts/fill.ts";
import { currentLanguage, texts } from "./texts/texts.ts";
import { useKeys } from "./use-keys.ts";

export function App() {
  usePageState();
  useEffect(() => {
    document.documentElement.lang = currentLanguage.value;
  }, [currentLanguage.value]);
  const Open = openViewAt(path.value);
  if (Open) return <Open params={{}} />;
  if (me.value === undefined) return <p class="minor">{texts.app.loading}</p>;
  if (me.value === null) return <LogInPage />;
  if (me.value.duty !== null) return <DutyPage duty={me.value.duty} />;
  return (
    <>
      <a class="skip" href="#content">
        {texts.app.skip}
      </a>
      <Masthead />
      <Content />
      {hasEnded.value && <LogInAgain />}
    </>
  );
}

function Content() {
  const main = useRef<HTMLElement>(null);
  const found = screenAt(path.value);
  const title = found?.screen.title(texts) ?? texts.app.notFound;
  useEffect(() => {
    document.title = `${title} · ${texts.app.title}`;
  }, [title]);
  useFocusOfScreen(main, found?.screen);
  useKeys({ t: () => go(hrefOf("/day")), n: () => go(hrefOf("/new")) }, "console");
  return (
    <main id="content" ref={main} tabIndex={-1}>
      {found === undefined && <NotFound />}
      {found && <GroupLinks of={found.screen} />}
      {found && <Shown key={found.screen.paths[0]} {...found} />}
    </main>
  );
}

/** A screen that fails says so; the menu stays. */
function Shown({ screen, params }: { screen: Screen; params: Params }) {
  const { View, scopes, hasOwnHeading } = screen;
  const boundary = useErrorBoundary((thrown: unknown) => reportError(thrown));
  const error = boundary[0] as unknown;
  const missing = missingOf(scopes);
  const isShown = error === undefined && missing.length === 0;
  return (
    <>
      {!(isShown && hasOwnHeading) && <h1>{screen.title(texts)}</h1>}
      <ProblemNote error={error} again={() => location.reload()} />
      {isShown && <View params={params} />}
      {missing.length > 0 && <p>{fill(texts.app.missingScopes, { scopes: missing.join(", ") })}</p>}
    </>
  );
}

function NotFound() {
  return (
    <>
      <h1>{texts.app.notFound}</h1>
      <p>
        <a href={hrefOf("/")}>{texts.app.toStart}</a>
      </p>
    </>
  );
}

/** A new screen takes the focus, so that a reader of the screen begins there. Not at the start: the page is new then. */
function useFocusOfScreen(main: { current: HTMLElement | null }, screen: Screen | undefined): void {
  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    main.current?.focus();
  }, [screen]);
}

function openViewAt(address: string): Screen["View"] | undefined {
  const screen = screenAt(address)?.screen;
  return screen?.isOpen ? screen.View : undefined;
}

/** At the root: the first of those that the user may see. */
function screenAt(address: string): { screen: Screen; params: Params } | undefined {
  if (address === "/") {
    const screen =
      screens.find((each) => !each.isHidden && missingOf(each.scopes).length === 0) ?? screens[0];
    return screen && { screen, params: {} };
  }
  for (const screen of screens)
    for (const pattern of screen.paths) {
      const params = matchPath(pattern, address);
      if (params) return { screen, params };
    }
  return undefined;
}
