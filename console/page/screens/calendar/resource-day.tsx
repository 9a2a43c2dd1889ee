/** The picture of a resource on a day; the numbers beside it say the same. */
import { Chart } from "../../parts/chart.tsx";
import type { Bar, Step } from "./week.ts";

interface Given {
  readonly bars: readonly Bar[];
  /** How many the bars may lie in: as many as on the other days beside this one. */
  readonly lanes: number;
  readonly steps: readonly Step[];
  readonly hours: { readonly from: number; readonly to: number };
  /** All of the resource. */
  readonly places: number;
}

const laneHeight = 12;
const lineHeight = 36;

export function ResourceDay({ bars, lanes, steps, hours, places }: Given) {
  const height = lanes * laneHeight + lineHeight;
  const [start, end] = [hours.from * 60, hours.to * 60];
  const most = Math.max(1, places, ...steps.map((step) => step.places));
  const yOf = (taken: number): number => height - (taken / most) * (lineHeight - 2) - 1;
  const line = steps.map(({ from, to, places: taken }, index) => {
    const isAfterGap = steps[index - 1]?.to !== from;
    return `${isAfterGap ? `V${yOf(0)}H${from}` : ""}V${yOf(taken)}H${to}`;
  });
  const within = Array.from(
    { length: hours.to - hours.from - 1 },
    (_, index) => start + (index + 1) * 60,
  );
  return (
    <Chart left={start} width={end - start} height={height}>
      <path class="hours" d={within.map((minute) => `M${minute} 0V${height}`).join("")} />
      {bars.map(({ departure: { entry, level }, from, to, lane }) => (
        <rect
          key={entry.optionId + entry.startAt}
          class={`level-${level}`}
          x={from}
          y={lane * laneHeight + 1}
          width={to - from}
          height={laneHeight - 2}
        />
      ))}
      <path d={`M${start} ${yOf(0)}${line.join("")}V${yOf(0)}H${end}`} />
    </Chart>
  );
}
