/** Guests by the places on sale, in percent, by day. */
import { BarChart } from "@mantine/charts";
import type { Insights } from "./load-insights.ts";
import { chartLook, partWords } from "./part-words.ts";
import { type Range, partsOf, stepOf } from "./periods.ts";
import { Panel } from "./panel.tsx";
import { byPart, occupancyBy } from "./sums.ts";
import { insightsTexts } from "./texts.ts";

interface Given {
  readonly insights: Insights;
  readonly range: Range;
}

export function OccupancyChart({ insights, range }: Given) {
  const words = insightsTexts();
  const step = stepOf(range);
  const occupied = occupancyBy(insights, byPart(step));
  const all = occupancyBy(insights, () => "").get("")?.share;
  const parts = partsOf(range).map((part) => ({ part, ...occupied.get(part) }));
  const percent = (share: number | undefined): string => (share === undefined ? "–" : `${share} %`);
  return (
    <Panel
      title={words.occupancyBy[step]}
      figure={percent(all)}
      hint={words.occupancyHint}
      head={[words.part[step], words.guests, words.occupancy]}
      rows={parts.map(({ part, guests = 0, places = 0, share }) => [
        partWords(part, step, true),
        `${guests} / ${places}`,
        percent(share),
      ])}
    >
      <BarChart
        {...chartLook}
        data={parts.map(({ part, share = 0 }) => ({ part: partWords(part, step), share }))}
        dataKey="part"
        series={[{ name: "share", label: words.occupancy, color: "tide.6" }]}
        getBarColor={(value) => (value >= 90 ? "orange.6" : "tide.6")}
        maxBarWidth={40}
        valueFormatter={percent}
        yAxisProps={{ width: 52, domain: [0, 100], allowDataOverflow: false }}
      />
    </Panel>
  );
}
