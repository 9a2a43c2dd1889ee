/** A period as parts of a year, and what is typed of one. Pure. */
import type { QuotedPeriod } from "@slipway/client";

const dayMs = 86_400_000;
/** February 29 is a day of every strip. */
const leapYear = 2024;

/** Days since the first of January, from the first to the last and one; two parts where it spans the turn of the year. */
export function partsOfYear({
  startMonthDay,
  endMonthDay,
}: Pick<QuotedPeriod, "startMonthDay" | "endMonthDay">): [from: number, to: number][] {
  const [first, last] = [dayOf(startMonthDay), dayOf(endMonthDay) + 1];
  return first < last
    ? [[first, last]]
    : [
        [0, last],
        [first, 366],
      ];
}

export function dayOf(monthDay: string): number {
  return (Date.parse(`${leapYear}-${monthDay}T00:00Z`) - Date.UTC(leapYear, 0, 1)) / dayMs;
}

/** "09:00, 14:30" as times; undefined where it is none. */
export function timesOf(text: string): string[] | undefined {
  const times = text.split(/[\s,;]+/).filter((each) => each !== "");
  const isTime = (each: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(each);
  return times.length > 0 && times.every(isTime) ? times : undefined;
}
