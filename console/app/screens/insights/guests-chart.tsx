/** Guests by day of travel, stacked by product. */
import { BarChart } from "@mantine/charts";
import { counted } from "../../../page/texts/texts.ts";
import { colorOf } from "../../theme.ts";
import type { Insights } from "./load-insights.ts";
import { chartLook, partWords } from "./part-words.ts";
import { type Range, partOf, partsOf, stepOf } from "./periods.ts";
import { Panel } from "./panel.tsx";
import { sumOf, sumsBy } from "./sums.ts";
import { insightsTexts } from "./texts.ts";

interface Given {
  readonly insights: Insights;
  readonly range: Range;
}

export function GuestsChart({ insights: { byDay, catalog }, range }: Given) {
  const words = insightsTexts();
  const step = stepOf(range);
  const sold = new Set(byDay.map(({ productId }) => productId));
  const known = new Set(catalog.products.map(({ id }) => id));
  const products = catalog.products.filter(({ id }) => sold.has(id));
  const series = [
    ...products.map(({ id, name: label }) => ({
      name: id,
      label,
      color: `${colorOf(id, catalog.products)}.6`,
    })),
    ...([...sold].every((id) => known.has(id ?? ""))
      ? []
      : [{ name: "", label: words.departed, color: "gray.6" }]),
  ];
  const keyOf = (part: string, id: string): string => `${part} ${id}`;
  const sums = sumsBy(byDay, ({ date = "", productId = "" }) =>
    keyOf(partOf(date, step), known.has(productId) ? productId : ""),
  );
  const parts = partsOf(range).map((part) => ({
    part,
    guests: series.map(({ name }) => sums.get(keyOf(part, name))?.guests ?? 0),
  }));
  return (
    <Panel
      title={words.guestsBy[step]}
      figure={counted(sumOf(byDay).guests, words.guestCount)}
      head={[words.part[step], ...series.map(({ label }) => label)]}
      rows={parts.map(({ part, guests }) => [partWords(part, step, true), ...guests.map(String)])}
    >
      <BarChart
        {...chartLook}
        h={290}
        data={parts.map(({ part, guests }) => ({
          part: partWords(part, step),
          ...byName(guests.map((count, at) => [series[at]?.name ?? "", count])),
        }))}
        dataKey="part"
        type="stacked"
        series={series}
        withLegend={series.length > 1}
        maxBarWidth={40}
        yAxisProps={{ width: 40, allowDecimals: false }}
      />
    </Panel>
  );
}

function byName(guests: readonly (readonly [string, number])[]): Readonly<Record<string, number>> {
  return Object.fromEntries(guests);
}
