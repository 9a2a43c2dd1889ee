/** When a period applies, in words. */
import type { QuotedPeriod } from "@slipway/client";
import { dateWords } from "../../parts/time-words.ts";
import { allWeekdays } from "./year.ts";

/** The short name of a day of the week; 0 is Sunday. */
export function weekdayWord(day: number): string {
  return dateWords(`2023-01-0${1 + day}`, { weekday: "short" });
}

/** "Mon Tue", from Monday. */
export function weekdayWords({ weekdays }: QuotedPeriod): string {
  return allWeekdays
    .filter((day) => weekdays.includes(day))
    .map(weekdayWord)
    .join(" ");
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
