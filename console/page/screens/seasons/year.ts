/** A period as parts of a year, and what is typed of one. Pure. */
import type { QuotedPeriod } from "@slipway/client";
import { dayOfLeapYear } from "@slipway/departures/precedence";
import { dayAfter, rangeOfDay } from "../../zone.ts";

/** February 29 is a day of every strip. */
const leapYear = 2024;
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

/** Whether a period has this day, by its date and its day of the week. */
export function isOfDay(period: QuotedPeriod, date: string): boolean {
  const day = dayOf(date.slice(5));
  return (
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

/** The day at a place on the strip of a day's year, from 0 at the first of January to 1 at the end. */
export function dayAt(place: number, day: string): string {
  const monthDay = dayAfter(`${leapYear}-01-01`, Math.floor(place * 366)).slice(4);
  // In most years the place of February 29 is of March 1.
  return dayAfter(day.slice(0, 4) + monthDay, 0);
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
