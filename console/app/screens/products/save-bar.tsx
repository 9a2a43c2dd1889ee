/** Changes that are not saved yet: the bar stays in sight while one looks at the effect. */
import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { counted } from "../../../page/texts/texts.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { productWords } from "./texts.ts";

interface Given {
  readonly count: number;
  readonly submit: string;
  readonly save: () => void;
  readonly discard: () => void;
  readonly isBusy: boolean;
  readonly error: unknown;
}

export function SaveBar({ count, submit, save, discard, isBusy, error }: Given) {
  const words = productWords();
  if (count === 0) return null;
  return (
    <Paper withBorder p="sm" pos="sticky" bottom={12} className="floating">
      <Stack gap="xs">
        <ProblemNote error={error} />
        <Group justify="space-between" gap="xs">
          <Text size="sm" fw={600}>
            {counted(count, words.unsaved)}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={discard} disabled={isBusy}>
              {words.discard}
            </Button>
            <Button onClick={save} loading={isBusy}>
              {submit}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Paper>
  );
}
