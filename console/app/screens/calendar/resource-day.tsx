/** The picture of a resource on a day; the numbers beside it say the same. */
import type { CalendarDeparture } from "../../../page/screens/calendar/month.ts";
import type { Bar, Step } from "../../../page/screens/calendar/week.ts";

interface Given {
  readonly bars: readonly Bar[];
  /** How many the bars may lie in: as many as on the other days beside this one. */
  readonly lanes: number;
  readonly steps: readonly Step[];
  readonly hours: { readonly from: number; readonly to: number };
  /** All of the resource. */
  readonly places: number;
  readonly colorOf: (departure: CalendarDeparture) => string;
}

const laneHeight = 14;
const lineHeight = 36;

export function ResourceDay({ bars, lanes, steps, hours, places, colorOf }: Given) {
  const height = lanes * laneHeight + lineHeight;
  const [start, end] = [hours.from * 60, hours.to * 60];
  const most = Math.max(1, places, ...steps.map((step) => step.places));
  const yOf = (taken: number): number => height - (taken / most) * (lineHeight - 3) - 1;
  const line = steps.map(({ from, to, places: taken }, index) => {
    const isAfterGap = steps[index - 1]?.to !== from;
    return `${isAfterGap ? `V${yOf(0)}H${from}` : ""}V${yOf(taken)}H${to}`;
  });
  const path = `M${start} ${yOf(0)}${line.join("")}V${yOf(0)}H${end}`;
  return (
    <svg
      className="resource-day"
      aria-hidden
      height={height}
      viewBox={`${start} 0 ${end - start} ${height}`}
      preserveAspectRatio="none"
    >
      {Array.from({ length: hours.to - hours.from - 1 }, (_, index) => (
        <path key={index} className="hour" d={`M${start + (index + 1) * 60} 0V${height}`} />
      ))}
      {bars.map(({ departure, from, to, lane }) => (
        <rect
          key={departure.entry.optionId + departure.entry.startAt}
          data-level={departure.level}
          fill={`var(--mantine-color-${colorOf(departure)}-6)`}
          x={from}
          y={lane * laneHeight + 1}
          width={Math.max(1, to - from - 4)}
          height={laneHeight - 3}
        >
          <title>{departure.name}</title>
        </rect>
      ))}
      <path className="full" d={`M${start} ${yOf(places)}H${end}`} />
      <path className="taken" d={path} />
    </svg>
  );
}
