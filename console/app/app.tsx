/** The console: the log-in, or the frame with a page in it and the log-in over it once the session has ended. */
import { Center, Loader } from "@mantine/core";
import { Suspense, lazy, useEffect } from "react";
import { useLocation } from "wouter";
import { usePageState } from "../page/page-state.ts";
import { hasEnded, me } from "../page/session.ts";
import { currentLanguage, texts } from "../page/texts/texts.ts";
import { Frame } from "./frame/frame.tsx";
import { LogInAgain, LogInPage } from "./frame/log-in.tsx";

const DutyPage = lazy(async () => ({ default: (await import("./frame/duty-page.tsx")).DutyPage }));
const SetupPage = lazy(async () => ({
  default: (await import("./frame/setup-page.tsx")).SetupPage,
}));

export function App() {
  usePageState();
  const language = currentLanguage.value;
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <Suspense fallback={<Waiting />}>
      <Shown />
    </Suspense>
  );
}

function Shown() {
  const [path] = useLocation();
  if (path === "/setup") return <SetupPage />;
  if (me.value === undefined) return <Waiting />;
  if (me.value === null) return <LogInPage />;
  if (me.value.duty !== null) return <DutyPage duty={me.value.duty} />;
  return (
    <>
      <Frame />
      {hasEnded.value && <LogInAgain />}
    </>
  );
}

function Waiting() {
  return (
    <Center component="main" mih="100dvh">
      <Loader aria-label={texts.app.loading} />
    </Center>
  );
}
