/** Where the bookings come from. */
import { Group, Progress, Stack, Text } from "@mantine/core";
import { sourceOf } from "../../../page/parts/sale-words.ts";
import { counted } from "../../../page/texts/texts.ts";
import { partWords } from "../../parts/texts.ts";
import { retailWords } from "./currency.ts";
import type { Insights } from "./load-insights.ts";
import { Panel } from "./panel.tsx";
import { sumsBy } from "./sums.ts";
import { insightsTexts } from "./texts.ts";

export function Sources({ insights: { bySource } }: { readonly insights: Insights }) {
  const words = insightsTexts();
  const sources = [...sumsBy(bySource, ({ source }) => source)]
    .map(([source, sum]) => ({ name: sourceOf({ source }), ...sum }))
    .toSorted((one, other) => other.guests - one.guests);
  const most = Math.max(1, ...sources.map(({ guests }) => guests));
  return (
    <Panel
      title={words.sources}
      head={[words.source, words.bookings, words.guests, words.value]}
      rows={sources.map(({ name, bookings, guests, retail }) => [
        name,
        String(bookings),
        String(guests),
        retailWords(retail),
      ])}
    >
      <Stack gap="md">
        {sources.map(({ name, bookings, guests, retail }) => (
          <div key={name}>
            <Group justify="space-between" wrap="nowrap" mb={4}>
              <Text size="sm" fw={500} truncate>
                {name}
              </Text>
              <Text size="sm" className="number">
                {retailWords(retail)}
              </Text>
            </Group>
            <Progress value={(100 * guests) / most} size="sm" color="tide.6" />
            <Text size="xs" className="soft" mt={4}>
              {counted(bookings, partWords().bookings)} · {counted(guests, words.guestCount)}
            </Text>
          </div>
        ))}
      </Stack>
    </Panel>
  );
}
