/** The keys that hold on each page, and the list of them. */
import { Group, Kbd, Modal, Stack, Text } from "@mantine/core";
import { spotlight } from "@mantine/spotlight";
import { type ReactNode, useRef } from "react";
import { useLocation } from "wouter";
import { missingOf } from "../../page/session.ts";
import { currentLanguage } from "../../page/texts/texts.ts";
import { useKeys } from "../../page/use-keys.ts";
import { linkOf, pages } from "../pages.ts";
import { frameWords } from "./texts.ts";

/** After "g" the key of a page counts for so long. */
const goMs = 1_500;

export function useFrameKeys(showList: () => void): void {
  const [, go] = useLocation();
  const goSince = useRef(-goMs);
  const isGoing = (): boolean => performance.now() - goSince.current < goMs;
  const plain: Record<string, () => void> = {
    "/": spotlight.open,
    "?": showList,
    n: () => go("/new"),
    t: () => go("/day"),
    g: () => (goSince.current = performance.now()),
  };
  const lead = keyedPages().map((page) => {
    const { key = "" } = page;
    const act = (): void => {
      if (!isGoing()) return plain[key]?.();
      goSince.current = -goMs;
      go(linkOf(page));
    };
    return [key, act] as const;
  });
  useKeys({ ...plain, ...Object.fromEntries(lead) }, "console");
}

function keyedPages() {
  return pages.filter(({ key, scopes }) => key && missingOf(scopes).length === 0);
}

export function KeyList({ isShown, close }: { isShown: boolean; close: () => void }) {
  const { keys: words } = frameWords();
  return (
    <Modal opened={isShown} onClose={close} title={words.title}>
      <Stack gap="xs">
        <Line keys={<Kbd>/</Kbd>}>{words.search}</Line>
        <Line keys={<Kbd>n</Kbd>}>{words.new}</Line>
        <Line keys={<Kbd>t</Kbd>}>{words.today}</Line>
        <Line
          keys={
            <>
              <Kbd ff="text">←</Kbd> <Kbd ff="text">→</Kbd>
            </>
          }
        >
          {words.day}
        </Line>
        <Line keys={<Kbd>v</Kbd>}>{words.move}</Line>
        {keyedPages().map(({ path, key, title }) => (
          <Line
            key={path}
            keys={
              <>
                <Kbd>g</Kbd> {words.after} <Kbd>{key}</Kbd>
              </>
            }
          >
            {title[currentLanguage.value]}
          </Line>
        ))}
        <Line keys={<Kbd>?</Kbd>}>{words.help}</Line>
      </Stack>
    </Modal>
  );
}

function Line({ keys, children }: { keys: ReactNode; children: ReactNode }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{children}</Text>
      <Text size="xs" className="soft" component="div" flex="none">
        {keys}
      </Text>
    </Group>
  );
}
