/** When a season of departures or of prices is. Pure. */
import { dayOf, partsOfYear, allWeekdays } from "../../../page/screens/seasons/year.ts";
import { dayAfter } from "../../../page/zone.ts";

/** A season, as a user gives it. */
export interface When {
  readonly startMonthDay: string;
  readonly endMonthDay: string;
  readonly weekdays: readonly number[];
  readonly startTimes: readonly string[];
  readonly label?: string | null | undefined;
  /** First and last day of all, YYYY-MM-DD; null: every year. */
  readonly validFrom?: string | null | undefined;
  readonly validUntil?: string | null | undefined;
  /** Days without a departure, YYYY-MM-DD. Prices have none. */
  readonly exceptDates?: readonly string[] | undefined;
}

/** The season without other fields of its record. */
export function whenOf(record: When): When {
  const { startMonthDay, endMonthDay, weekdays, startTimes, label = null } = record;
  const { validFrom = null, validUntil = null } = record;
  return { startMonthDay, endMonthDay, weekdays, startTimes, label, validFrom, validUntil };
}

/** A copy for the first year to come that has none yet. What comes every year is copied for a whole year. */
export function forNextYear(when: When, taken: readonly When[], today: string): When {
  const next = yearLater(whenOf(when), today);
  return taken.some((each) => daysOf(each) === daysOf(next))
    ? forNextYear(next, taken, today)
    : next;
}

function yearLater(when: When, today: string): When {
  const { validFrom, validUntil } = when;
  const year = Number(today.slice(0, 4)) + 1;
  if (!validFrom && !validUntil)
    return { ...when, validFrom: `${year}-01-01`, validUntil: `${year}-12-31` };
  return {
    ...when,
    validFrom: validFrom ? sameDayLater(validFrom) : dayAfter(validUntil ?? today),
    validUntil: validUntil ? sameDayLater(validUntil) : null,
  };
}

/** The same day of the year after; for 29 February the day before. */
function sameDayLater(date: string): string {
  const [year, monthDay] = [Number(date.slice(0, 4)) + 1, date.slice(4)];
  return `${year}${monthDay === "-02-29" ? "-02-28" : monthDay}`;
}

function daysOf(when: When): string {
  const { label: _, weekdays, ...days } = whenOf(when);
  return JSON.stringify([days, inOrder(weekdays)]);
}

function inOrder(weekdays: readonly number[]): number[] {
  return allWeekdays.filter((day) => weekdays.includes(day));
}

/** Whether both depart at the same times of the same days, whatever their names, years and excepted days are. */
export function hasSameTimes(one: When, other: When): boolean {
  const timesOf = ({ startMonthDay, endMonthDay, weekdays, startTimes }: When): string =>
    JSON.stringify([startMonthDay, endMonthDay, inOrder(weekdays), startTimes.toSorted()]);
  return timesOf(one) === timesOf(other);
}

/** The parts of one year that a season has, for its window may begin or end in it. */
export function partsInYear(
  when: Pick<When, "startMonthDay" | "endMonthDay" | "validFrom" | "validUntil">,
  year: number,
): [from: number, to: number][] {
  const days = [`${year}-01-01`, `${year}-12-31`] as const;
  const [from = days[0], until = days[1]] = [
    when.validFrom ?? undefined,
    when.validUntil ?? undefined,
  ];
  if (from > days[1] || until < days[0]) return [];
  const first = from < days[0] ? 0 : dayOf(from.slice(5));
  const last = until > days[1] ? 366 : dayOf(until.slice(5)) + 1;
  return partsOfYear(when)
    .map(([start, end]): [number, number] => [Math.max(start, first), Math.min(end, last)])
    .filter(([start, end]) => start < end);
}
