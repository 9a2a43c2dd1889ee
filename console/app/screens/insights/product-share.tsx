/** How the booked value of one currency is shared among the products. */
import "@mantine/core/styles/ColorSwatch.css";
import "@mantine/core/styles/Flex.css";
import { DonutChart } from "@mantine/charts";
import { ColorSwatch, Flex, Group, Stack, Text } from "@mantine/core";
import { counted } from "../../../page/texts/texts.ts";
import { partWords } from "../../parts/texts.ts";
import { colorOf } from "../../theme.ts";
import { amountWords } from "./currency.ts";
import type { Insights } from "./load-insights.ts";
import { Panel } from "./panel.tsx";
import { sumOf, sumsBy } from "./sums.ts";
import { insightsTexts } from "./texts.ts";

interface Given {
  readonly insights: Insights;
  readonly currency: string;
}

export function ProductShare({ insights: { byDay, catalog }, currency }: Given) {
  const words = insightsTexts();
  const own = byDay.filter((each) => each.currency === currency);
  const names = new Map(catalog.products.map(({ id, name }) => [id, name]));
  const shares = [...sumsBy(own, ({ productId }) => productId)]
    .map(([id, { retail, ...sum }]) => ({
      ...sum,
      id,
      name: names.get(id) ?? words.departed,
      value: retail.get(currency) ?? 0,
      color: names.has(id) ? `${colorOf(id, catalog.products)}.6` : "gray.6",
    }))
    .toSorted((one, other) => other.value - one.value);
  const money = (minor: number): string => amountWords(minor, currency);
  return (
    <Panel
      title={words.share}
      figure={counted(sumOf(own).bookings, partWords().bookings)}
      head={[words.product, words.bookings, words.guests, words.value]}
      rows={shares.map(({ name, bookings, guests, value }) => [
        name,
        String(bookings),
        String(guests),
        money(value),
      ])}
    >
      <Flex direction={{ base: "column", xs: "row" }} align="center" gap="lg">
        <DonutChart
          data={shares}
          size={190}
          thickness={26}
          paddingAngle={shares.length > 1 ? 1 : 0}
          tooltipDataSource="segment"
          valueFormatter={money}
          accessibilityLayer={false}
          pieProps={{ rootTabIndex: -1 }}
        />
        <Stack gap={8} flex={1} miw={0} w="100%">
          {shares.map(({ id, name, value, color }) => (
            <Group key={id} gap="xs" wrap="nowrap">
              <ColorSwatch
                size={10}
                radius={3}
                withShadow={false}
                color={`var(--mantine-color-${color.replace(".", "-")})`}
              />
              <Text size="sm" truncate flex={1} title={name}>
                {name}
              </Text>
              <Text size="sm" className="soft number">
                {money(value)}
              </Text>
            </Group>
          ))}
        </Stack>
      </Flex>
    </Panel>
  );
}
