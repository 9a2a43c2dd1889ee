/** The last scan, large, and those before it; doubles are counted above. */
import { Alert, Badge, Card, Group, Stack, Text, Title } from "@mantine/core";
import type { Entry } from "../../../page/screens/check-in/scans.ts";
import { timeWords } from "../../../page/parts/time-words.ts";
import { counted } from "../../../page/texts/texts.ts";
import { OutcomeCard, outcomeWords } from "./outcome-card.tsx";
import { checkInTexts } from "./texts.ts";

interface Given {
  readonly entries: readonly Entry[];
  readonly isAway: boolean;
  readonly timezone: string;
}

const shownMax = 20;

export function ScanList({ entries, isAway, timezone }: Given) {
  const words = checkInTexts();
  const last = entries.at(-1);
  const doubles = entries.filter(({ outcome }) => outcome?.kind === "double").length;
  if (!last) return null;
  const before = entries.slice(0, -1).toReversed().slice(0, shownMax);
  return (
    <Stack gap="sm">
      <OutcomeCard entry={last} timezone={timezone} isAway={isAway} />
      {doubles > 0 && <Alert color="orange">{counted(doubles, words.doubles)}</Alert>}
      {before.length > 0 && (
        <Card withBorder component="section" aria-label={words.scans}>
          <Title order={2} size="h4" mb="xs">
            {words.scans}
          </Title>
          <ul className="scans">
            {before.map((each) => (
              <Line key={each.id} entry={each} isAway={isAway} timezone={timezone} />
            ))}
          </ul>
        </Card>
      )}
    </Stack>
  );
}

function Line({ entry, isAway, timezone }: Omit<Given, "entries"> & { readonly entry: Entry }) {
  const { color, title, detail } = outcomeWords(entry, timezone, isAway);
  return (
    <Group component="li" justify="space-between" gap="xs" className="scan">
      <Text size="sm">
        <span className="number">{timeWords(entry.at, timezone)}</span> {entry.name || entry.key}
      </Text>
      <Group gap={6}>
        <Text size="xs" className="soft">
          {detail === entry.name ? "" : detail}
        </Text>
        <Badge color={color} variant="light" miw="max-content">
          {title}
        </Badge>
      </Group>
    </Group>
  );
}
