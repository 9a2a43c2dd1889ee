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

type Span = Pick<When, "startMonthDay" | "endMonthDay" | "validFrom" | "validUntil">;

/** The parts of one year that a season has, for its window may begin or end in it. */
export function partsInYear(when: Span, year: number): [from: number, to: number][] {
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

/** One end of a part of a season in a year. */
export interface End {
  readonly part: number;
  readonly side: "first" | "last";
}

/** Whether a part begins or ends there because the season does, and not because the year does. */
export function isMovable(when: Span, year: number, end: End): boolean {
  return fieldsAt(when, year, end).length > 0;
}

/** The season with one end on another day of the year: at most up to the next part, and never past its own other end. */
export function withEndAt<Season extends Span>(
  when: Season,
  year: number,
  { part, side }: End,
  day: number,
): Season {
  const parts = partsInYear(when, year);
  const [from, to] = parts[part] ?? [0, 366];
  const least = side === "first" ? (parts[part - 1]?.[1] ?? 0) : from;
  const most = side === "first" ? to - 1 : (parts[part + 1]?.[0] ?? 366) - 1;
  const monthDay = monthDayOf(Math.min(Math.max(day, least), most));
  const date = `${year}-${monthDay === "02-29" && !isLeap(year) ? "02-28" : monthDay}`;
  const moved: Partial<Record<keyof Span, string>> = {};
  for (const field of fieldsAt(when, year, { part, side }))
    moved[field] = field === "validFrom" || field === "validUntil" ? date : monthDay;
  return { ...when, ...moved };
}

/** Fields of a season that make it begin or end there: its day of the year, its window, or both on the same day. */
function fieldsAt(when: Span, year: number, { part, side }: End): (keyof Span)[] {
  const [from, to] = partsInYear(when, year)[part] ?? [0, 0];
  const day = side === "first" ? from : to - 1;
  const fields =
    side === "first"
      ? (["startMonthDay", "validFrom"] as const)
      : (["endMonthDay", "validUntil"] as const);
  return fields.filter((field) => {
    const value = when[field];
    if (!value) return false;
    return value.length === 5
      ? dayOf(value) === day
      : value.startsWith(`${year}-`) && dayOf(value.slice(5)) === day;
  });
}

/** MM-DD of a day since 1 January of a year with a 29 February. */
function monthDayOf(day: number): string {
  return new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(5, 10);
}

function isLeap(year: number): boolean {
  return new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;
}
