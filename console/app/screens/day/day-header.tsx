/** Which day of which product is shown, and the way to paper. */
import { Box, Group, Text, Title } from "@mantine/core";
import type { Catalog } from "../../../page/catalog.ts";
import { dateWords } from "../../../page/parts/time-words.ts";
import type { Departure } from "../../../page/screens/day/day-sheet.ts";
import { fill } from "../../../page/texts/fill.ts";
import { timeIn } from "../../../page/zone.ts";
import { DaySteps } from "../../parts/day-steps.tsx";
import { ProductFilter } from "../../parts/product-filter.tsx";
import { useSupplier } from "../../supplier.ts";
import { DayMenu } from "./day-menu.tsx";
import { dayTexts } from "./texts.ts";

interface Given {
  readonly date: string;
  readonly departures: readonly Departure[] | undefined;
  readonly catalog: Catalog | undefined;
  readonly reload: () => void;
}

export function DayHeader({ date, departures = [], catalog, reload }: Given) {
  const { timezone } = useSupplier();
  return (
    <Group justify="space-between" gap="sm">
      <Box>
        <Title order={1} size="h2" className="date-title">
          {dateWords(date, { weekday: "long", day: "numeric", month: "long", year: "numeric" })}
        </Title>
        <Text size="sm" className="soft">
          {fill(dayTexts().zone, { zone: timezone, time: timeIn(new Date(), timezone) })}
        </Text>
      </Box>
      <Group gap="xs" className="day-tools">
        <ProductFilter products={catalog?.products} />
        <DaySteps path="/day" date={date} />
        <DayMenu key={date} date={date} departures={departures} catalog={catalog} done={reload} />
      </Group>
    </Group>
  );
}
