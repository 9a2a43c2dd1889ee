/** When a period of departures or of prices applies: in words, and on the strip of a year. */
import { Chart } from "../../parts/chart.tsx";
import type { QuotedPeriod } from "@slipway/client";
import type { Column } from "../../parts/data-list.tsx";
import { texts } from "../../texts/texts.ts";
import { dateWords } from "../../parts/zoned-time.tsx";
import { allWeekdays } from "./weekday-choice.tsx";
import { weekdayWord } from "./weekday-word.ts";
import { dayAt, dayOf, partsOfYear } from "./year.ts";

/** @param marked days that are marked on the strips: their words stand elsewhere */
export function periodColumns(
  marked: readonly string[],
  pointed?: Pointed,
): Column<QuotedPeriod>[] {
  const words = texts.seasons;
  return [
    { title: words.period, cell: spanWords },
    { title: words.year, cell: (row) => <Strip row={row} marked={marked} pointed={pointed} /> },
    { title: words.weekdays, cell: weekdayWords },
    { title: words.times, cell: (row) => row.startTimes.join(", ") },
  ];
}

/** From Monday. */
function weekdayWords({ weekdays }: QuotedPeriod): string {
  return allWeekdays
    .filter((day) => weekdays.includes(day))
    .map(weekdayWord)
    .join(" ");
}

/** A day that is marked on the strips, and chosen by pointing at one. */
export interface Pointed {
  readonly day: string;
  readonly choose: (day: string) => void;
}

interface StripGiven {
  readonly row: QuotedPeriod;
  readonly marked: readonly string[];
  readonly pointed: Pointed | undefined;
}

/** The twelve months with the days of the period; its words stand beside it. */
function Strip({ row, marked, pointed }: StripGiven) {
  const marks = marked.map(lineOf).join("");
  const months = Array.from({ length: 12 }, (_, month) => `M${(month * 366) / 12} 0V12`);
  return (
    <Chart
      width={366}
      height={12}
      point={pointed && ((place) => pointed.choose(dayAt(place, pointed.day)))}
    >
      <path class="hours" d={months.join("")} />
      {partsOfYear(row).map(([from, to]) => (
        <rect key={from} x={from} y="2" width={to - from} height="8" />
      ))}
      {/* Dashes of two colours: one of them stands out wherever they lie. */}
      <path class="mark" d={marks} />
      <path class="mark" d={marks} />
      {pointed && <path d={lineOf(pointed.day)} />}
    </Chart>
  );
}

/** Through the middle of a day. */
function lineOf(day: string): string {
  return `M${dayOf(day.slice(-5)) + 0.5} 0V12`;
}

/** "1 Apr – 31 Oct". */
export function spanWords({
  startMonthDay,
  endMonthDay,
}: Pick<QuotedPeriod, "startMonthDay" | "endMonthDay">): string {
  return [startMonthDay, endMonthDay]
    .map((day) => dateWords(`2024-${day}`, { day: "numeric", month: "short" }))
    .join(" – ");
}
