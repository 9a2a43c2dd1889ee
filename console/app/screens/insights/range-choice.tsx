/** The days that are looked at: a usual range, or a first and a last day of one's own; and of which product. */
import { Box, Group, Select, Stack, Text, Title } from "@mantine/core";
import { DateInput } from "@mantine/dates";
import { useState } from "react";
import { useSearchParams } from "wouter";
import type { Catalog } from "../../../page/catalog.ts";
import { fill } from "../../../page/texts/fill.ts";
import { dayIn } from "../../../page/zone.ts";
import { ProductFilter } from "../../parts/product-filter.tsx";
import { type Range, daysIn, daysMax, presetOf, presetRange, presets } from "./periods.ts";
import { insightsTexts } from "./texts.ts";

interface Given {
  readonly range: Range;
  readonly timezone: string;
  readonly catalog: Catalog | undefined;
}

export function RangeChoice({ range, timezone, catalog }: Given) {
  const words = insightsTexts();
  const [, setQuery] = useSearchParams();
  const today = dayIn(new Date(), timezone);
  const choose = (chosen: Partial<Range>): void =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, day] of Object.entries({ ...range, ...chosen })) next.set(name, day);
        return next;
      },
      { replace: true },
    );
  return (
    <Group justify="space-between" gap="sm" align="flex-start">
      <Title order={1} size="h2">
        {words.title}
      </Title>
      <Group gap="xs" align="flex-start">
        <ProductFilter products={catalog?.products} />
        <Select
          aria-label={words.range}
          className="filter"
          w={230}
          allowDeselect={false}
          placeholder={words.custom}
          data={presets.map((value) => ({ value, label: words.presets[value] }))}
          value={presetOf(range, today) ?? null}
          onChange={(preset) => preset && choose(presetRange(preset, today))}
        />
        <Days key={`${range.from} ${range.to}`} range={range} choose={choose} />
      </Group>
    </Group>
  );
}

interface DaysGiven extends Pick<Given, "range"> {
  readonly choose: (range: Partial<Range>) => void;
}

/** Both days are kept here until they are a range. */
function Days({ range, choose }: DaysGiven) {
  const words = insightsTexts();
  const [typed, setTyped] = useState(range);
  const days = daysIn(typed);
  const isWrong = days < 1 || days > daysMax;
  const change = (part: Partial<Range>): void => {
    const next = { ...typed, ...part };
    setTyped(next);
    const length = daysIn(next);
    if (length >= 1 && length <= daysMax) choose(next);
  };
  return (
    <Stack gap={4}>
      <Group gap={6} wrap="nowrap">
        <DateInput
          aria-label={words.from}
          value={typed.from}
          valueFormat="D MMM YYYY"
          onChange={(from) => from && change({ from })}
          w={122}
        />
        <Box component="span" className="soft" aria-hidden>
          –
        </Box>
        <DateInput
          aria-label={words.to}
          value={typed.to}
          valueFormat="D MMM YYYY"
          onChange={(to) => to && change({ to })}
          w={122}
          error={isWrong}
          popoverProps={{ position: "bottom-end" }}
        />
      </Group>
      {isWrong && (
        <Text size="xs" className="danger" role="alert" maw={270}>
          {fill(words.wrongRange, { days: daysMax })}
        </Text>
      )}
    </Stack>
  );
}
