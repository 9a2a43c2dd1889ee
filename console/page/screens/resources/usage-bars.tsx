/** The places of a resource over a day as a band, by option. The table below it says the same. */
import { Chart, Legend, seriesOf } from "../../parts/chart.tsx";
import type { ResourceUsage } from "@slipway/client";
import { DataList } from "../../parts/data-list.tsx";
import { timeWords } from "../../parts/zoned-time.tsx";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";

interface Given {
  readonly usage: readonly ResourceUsage[];
  readonly range: { readonly from: string; readonly to: string };
  readonly zone: string;
  /** All of the resource. */
  readonly places: number;
  /** Names of options, by id. */
  readonly names: ReadonlyMap<string, string>;
}

export function UsageBars({ usage, range, zone, places, names }: Given) {
  const words = texts.resources;
  const options = [
    ...new Set(usage.flatMap((each) => each.options.map(({ optionId }) => optionId))),
  ].toSorted();
  const nameOf = (id: string): string => names.get(id) ?? id;
  return (
    <>
      <Band usage={usage} range={range} places={places} options={options} />
      <Axis range={range} zone={zone} />
      <Legend names={options.map(nameOf)} />
      <DataList
        caption={fill(words.taken, { places })}
        empty={words.free}
        rows={usage}
        keyOf={({ startAt }) => startAt}
        columns={[
          {
            title: texts.day.time,
            cell: ({ startAt, endAt }) => `${timeWords(startAt, zone)}–${timeWords(endAt, zone)}`,
          },
          { title: texts.day.places, isNumber: true, cell: (each) => each.places },
          {
            title: words.usedBy,
            cell: (each) =>
              each.options.map((one) => `${nameOf(one.optionId)}: ${one.places}`).join("; "),
          },
          {
            title: words.expanded,
            isNumber: true,
            cell: ({ expanded }) => expanded > 0 && expanded,
          },
        ]}
      />
    </>
  );
}

const height = 120;
const hourMs = 3_600_000;
const lineEveryMs = 3 * hourMs;

type BandGiven = Pick<Given, "usage" | "range" | "places"> & { readonly options: string[] };

function Band({ usage, range, places, options }: BandGiven) {
  const [start, end] = [Date.parse(range.from), Date.parse(range.to)];
  const most = Math.max(1, places, ...usage.map((each) => each.places));
  const yOf = (count: number): number => height - (count / most) * (height - 2) - 1;
  const lines = linesOf(range);
  return (
    <Chart width={(end - start) / hourMs} height={height}>
      <path class="hours" d={lines.map((at) => `M${(at - start) / hourMs} 0V${height}`).join("")} />
      {usage.map((each) => {
        const from = Math.max(0, (Date.parse(each.startAt) - start) / hourMs);
        const width = (Math.min(end, Date.parse(each.endAt)) - start) / hourMs - from;
        const part = (kind: string, below: number, count: number) => (
          <rect
            class={kind}
            x={from}
            width={width}
            y={yOf(below + count)}
            height={yOf(below) - yOf(below + count)}
          />
        );
        let below = 0;
        const parts = each.options.map(({ optionId, places: count }) => {
          below += count;
          return part(seriesOf(options.indexOf(optionId)), below - count, count);
        });
        return (
          <g key={each.startAt}>
            {parts}
            {part("level-blocked", each.places - each.expanded, each.expanded)}
          </g>
        );
      })}
      <path d={`M0 ${yOf(places)}H${(end - start) / hourMs}`} />
    </Chart>
  );
}

function linesOf({ from, to }: Given["range"]): number[] {
  const lines: number[] = [];
  for (let at = Date.parse(from); at < Date.parse(to); at += lineEveryMs) lines.push(at);
  return lines;
}

/** By the clock of the zone: a day on which clocks change has a shorter or a longer last part. */
function Axis({ range, zone }: Pick<Given, "range" | "zone">) {
  return (
    <div class="axis minor" aria-hidden="true">
      {linesOf(range).map((at) => (
        <span
          key={at}
          style={{ flexGrow: Math.min(lineEveryMs, Date.parse(range.to) - at) / lineEveryMs }}
        >
          {timeWords(new Date(at).toISOString(), zone).slice(0, 2)}
        </span>
      ))}
    </div>
  );
}
