/** When a period of departures or of prices applies: in words, and on the strip of a year. */
import { Chart } from "../../parts/chart.tsx";
import type { QuotedPeriod } from "@slipway/client";
import type { Column } from "../../parts/data-list.tsx";
import { locale, texts } from "../../texts/texts.ts";
import { allWeekdays } from "./weekday-choice.tsx";
import { weekdayWord } from "./weekday-word.ts";
import { partsOfYear } from "./year.ts";

export function periodColumns(): Column<QuotedPeriod>[] {
  const words = texts.seasons;
  return [
    { title: words.period, cell: spanWords },
    { title: words.year, cell: (row) => <Strip row={row} /> },
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

/** The twelve months with the days of the period; its words stand beside it. */
function Strip({ row }: { row: Pick<QuotedPeriod, "startMonthDay" | "endMonthDay"> }) {
  const months = Array.from({ length: 12 }, (_, month) => `M${(month * 366) / 12} 0V12`);
  return (
    <Chart width={366} height={12}>
      <path class="hours" d={months.join("")} />
      {partsOfYear(row).map(([from, to]) => (
        <rect key={from} x={from} y="2" width={to - from} height="8" />
      ))}
    </Chart>
  );
}

/** "1 Apr – 31 Oct". */
export function spanWords({
  startMonthDay,
  endMonthDay,
}: Pick<QuotedPeriod, "startMonthDay" | "endMonthDay">): string {
  const form = new Intl.DateTimeFormat(locale.value, { day: "numeric", month: "short" });
  return [startMonthDay, endMonthDay]
    .map((day) => form.format(new Date(`2024-${day}T12:00`)))
    .join(" – ");
}
