/** The list of the keys that hold on each page. */
import { Group, Kbd, Modal, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { currentLanguage } from "../../page/texts/texts.ts";
import { keyedPages } from "./keys.ts";
import { frameWords } from "./texts.ts";

export function KeyList({ close }: { readonly close: () => void }) {
  const { keys: words } = frameWords();
  return (
    <Modal opened onClose={close} title={words.title}>
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
