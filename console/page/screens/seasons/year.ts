/** A period as parts of a year, and what is typed of one. Pure. */
import type { QuotedPeriod } from "@slipway/client";
import { dayOfLeapYear } from "@slipway/departures/precedence";
import { dayAfter, rangeOfDay } from "../../zone.ts";

/** Days of the week, from Monday. */
export const allWeekdays: readonly number[] = [1, 2, 3, 4, 5, 6, 0];

const dayMs = 86_400_000;

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

/** Whether a period has this day, by its window, its date and its day of the week. */
export function isOfDay(period: QuotedPeriod, date: string): boolean {
  const day = dayOf(date.slice(5));
  const isValid = (period.validFrom ?? date) <= date && date <= (period.validUntil ?? date);
  return (
    isValid &&
    period.weekdays.includes(new Date(date).getUTCDay()) &&
    partsOfYear(period).some(([from, to]) => from <= day && day < to)
  );
}

/** The days of a year, from one on, that have more or fewer hours, because clocks change. */
export function clockChanges(from: string, zone: string): string[] {
  return Array.from({ length: 365 }, (_, index) => dayAfter(from, index)).filter((day) => {
    const range = rangeOfDay(day, zone);
    return Date.parse(range.to) - Date.parse(range.from) !== dayMs - 1;
  });
}

export function dayOf(monthDay: string): number {
  return dayOfLeapYear(monthDay) - dayOfLeapYear("01-01");
}

/** "09:00, 14:30" as times; undefined where it is none. */
export function timesOf(text: string): string[] | undefined {
  const times = text.split(/[\s,;]+/).filter((each) => each !== "");
  const isTime = (each: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(each);
  return times.length > 0 && times.every(isTime) ? times : undefined;
}
