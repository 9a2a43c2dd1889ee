/** The booked value of one currency, by day of travel. */
import { AreaChart } from "@mantine/charts";
import { amountWords, shortAmount } from "./currency.ts";
import type { Insights } from "./load-insights.ts";
import { chartLook, partWords } from "./part-words.ts";
import { type Range, partOf, partsOf, stepOf } from "./periods.ts";
import { Panel } from "./panel.tsx";
import { sumOf, sumsBy } from "./sums.ts";
import { insightsTexts } from "./texts.ts";

interface Given {
  readonly insights: Insights;
  readonly range: Range;
  readonly currency: string;
}

export function ValueChart({ insights, range, currency }: Given) {
  const words = insightsTexts();
  const step = stepOf(range);
  const own = insights.byDay.filter((each) => each.currency === currency);
  const sums = sumsBy(own, ({ date = "" }) => partOf(date, step));
  const parts = partsOf(range).map((part) => ({
    part,
    value: sums.get(part)?.retail.get(currency) ?? 0,
  }));
  return (
    <Panel
      title={words.valueBy[step]}
      figure={amountWords(sumOf(own).retail.get(currency) ?? 0, currency)}
      head={[words.part[step], words.value]}
      rows={parts.map(({ part, value }) => [
        partWords(part, step, true),
        amountWords(value, currency),
      ])}
    >
      <AreaChart
        {...chartLook}
        data={parts.map(({ part, value }) => ({ part: partWords(part, step), value }))}
        dataKey="part"
        series={[{ name: "value", label: words.value, color: "tide.6" }]}
        curveType="monotone"
        withDots={false}
        withGradient
        valueFormatter={(value) => amountWords(value, currency)}
        yAxisProps={{ width: 56, tickFormatter: (value: number) => shortAmount(value, currency) }}
      />
    </Panel>
  );
}
