/** The check-in that was opened without a connection: it takes codes, and knows no guests until the server answers. */
import { Alert, Stack, Title } from "@mantine/core";
import { useEffect, useState } from "react";
import { viewerZone } from "../../../page/parts/time-words.ts";
import { namedBy } from "../../../page/screens/check-in/scans.ts";
import { ScanList } from "./scan-list.tsx";
import { ScanPanel } from "./scan-panel.tsx";
import { checkInTexts } from "./texts.ts";
import { useScans } from "./use-scans.ts";

const againMs = 5_000;

/** @param again Asks the server; what it does then stands in place of this. */
export function Outage({ again }: { readonly again: () => void }) {
  const words = checkInTexts();
  const { entries, scan } = useScans([], undefined);
  const [isName, setName] = useState(false);
  useEffect(() => {
    const timer = setInterval(again, againMs);
    addEventListener("online", again);
    return () => {
      clearInterval(timer);
      removeEventListener("online", again);
    };
  }, [again]);
  const typed = (text: string): void => {
    const named = namedBy(text);
    setName(named === undefined);
    if (named) scan(named);
  };
  return (
    <Stack component="main" p="md" maw={640} mx="auto">
      <Title order={1} size="h2">
        {words.title}
      </Title>
      <Alert color="blue">{words.outage}</Alert>
      <ScanPanel found={typed} />
      {isName && <Alert color="orange">{words.noNames}</Alert>}
      <ScanList entries={entries} isAway timezone={viewerZone} />
    </Stack>
  );
}
