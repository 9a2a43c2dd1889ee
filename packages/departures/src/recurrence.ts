/** Local days and times that recur every year, or in the years of a window. */

import { dayMs, minuteMs } from "./durations.ts";

export interface Recurrence {
  /** MM-DD. */
  readonly startMonthDay: string;
  /** MM-DD, inclusive. Before the start: the season spans the end of the year. */
  readonly endMonthDay: string;
  /** 0 = Sunday .. 6 = Saturday. */
  readonly weekdays: readonly number[];
  /** HH:mm. */
  readonly startTimes: readonly string[];
  /** First local day of all, YYYY-MM-DD, inclusive. Null or absent: none. */
  readonly validFrom?: string | null | undefined;
  /** Last local day of all, YYYY-MM-DD, inclusive. Null or absent: none. */
  readonly validUntil?: string | null | undefined;
  /** Local days between them that are none of its days, YYYY-MM-DD. */
  readonly exceptDates?: readonly string[] | undefined;
}

/** Days since the epoch, both included. */
export interface DayRange {
  readonly firstDay: number;
  readonly lastDay: number;
}

/** A local time as recurrences look at it. */
interface LocalTime {
  readonly weekday: number;
  /** Since the epoch. */
  readonly day: number;
  /** Month and day of the month: 229 is Feb 29. */
  readonly monthDay: number;
  /** Minutes since midnight, perhaps with a fraction. */
  readonly minute: number;
}

function readLocalTime(localTime: number): LocalTime {
  const time = new Date(localTime);
  const monthDay = (time.getUTCMonth() + 1) * 100 + time.getUTCDate();
  const day = Math.floor(localTime / dayMs);
  const minute = (localTime - day * dayMs) / minuteMs;
  return { weekday: time.getUTCDay(), day, monthDay, minute };
}

/** A recurrence in a form that answers fast for every departure of a year. */
interface CompiledRecurrence extends DayRange {
  /** Most have none: then no set is asked for each day. */
  readonly exceptDays: ReadonlySet<number> | undefined;
  readonly start: number;
  readonly end: number;
  readonly weekdays: readonly number[];
  /** Since midnight, ascending. */
  readonly minutes: Uint16Array;
}

/** By the recurrence itself, which is never changed. */
const compiled = new WeakMap<Recurrence, CompiledRecurrence>();

function compile(recurrence: Recurrence): CompiledRecurrence {
  const known = compiled.get(recurrence);
  if (known) return known;
  const { validFrom, validUntil, exceptDates = [] } = recurrence;
  const read = {
    firstDay: validFrom ? dayOfDate(validFrom) : -Infinity,
    lastDay: /* mark: window-end */ validUntil ? dayOfDate(validUntil) : Infinity,
    exceptDays: exceptDates.length > 0 ? new Set(exceptDates.map(dayOfDate)) : undefined,
    start: monthDayKey(recurrence.startMonthDay),
    end: monthDayKey(recurrence.endMonthDay),
    weekdays: recurrence.weekdays,
    minutes: Uint16Array.from(recurrence.startTimes, minuteOfDay).toSorted(),
  };
  compiled.set(recurrence, read);
  return read;
}

/**
 * Whether a local day is one of the recurrence's. The day is given as a local time in it.
 *
 * Days are compared as MM-DD, which gives Feb 29 its meaning in other years. From 02-29 on begins
 * with Mar 1, until 02-29 ends with Feb 28, and 02-29 alone is no day of theirs.
 */
export function recursOnDayOf(recurrence: Recurrence, localTime: number): boolean {
  return isOnDay(compile(recurrence), readLocalTime(localTime));
}

const none = new Uint16Array();

/** The recurrence's minutes since midnight on a local day, which is given as a local time in it. */
export function minutesOnDayOf(recurrence: Recurrence, localTime: number): Uint16Array {
  const said = compile(recurrence);
  return isOnDay(said, readLocalTime(localTime)) ? said.minutes : none;
}

/** The recurrences whose windows have any of these days: the others cost nothing more. */
export function validIn<One extends Recurrence>(
  recurrences: readonly One[],
  { firstDay, lastDay }: DayRange,
): One[] {
  return recurrences.filter((each) => {
    const said = compile(each);
    return said.firstDay <= lastDay && firstDay <= said.lastDay;
  });
}

function isOnDay(
  { firstDay, lastDay, exceptDays, start, end, weekdays }: CompiledRecurrence,
  { weekday, day, monthDay }: LocalTime,
): boolean {
  // mark: window-start
  if (day < firstDay) return false;
  if (day > lastDay || !weekdays.includes(weekday) || exceptDays?.has(day)) return false;
  return start <= end ? start <= monthDay && monthDay <= end : start <= monthDay || monthDay <= end;
}

/** The recurrences that have a local time among their days and start times, in their order. */
export function recurrencesAt<One extends Recurrence>(
  recurrences: readonly One[],
  localTime: number,
): One[] {
  const read = readLocalTime(localTime);
  return recurrences.filter((each) => {
    const said = compile(each);
    return said.minutes.includes(read.minute) && isOnDay(said, read);
  });
}

/** Days of the date range in a leap year, 1..366. */
export function daysInLeapYear({ startMonthDay, endMonthDay }: Recurrence): number {
  const days = dayOfLeapYear(endMonthDay) - dayOfLeapYear(startMonthDay);
  return ((days + 366) % 366) + 1;
}

/** Days since the epoch, in a leap year. */
export function dayOfLeapYear(monthDay: string): number {
  return dayOfDate(`2024-${monthDay}`);
}

/** Days since the epoch of YYYY-MM-DD. */
export function dayOfDate(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / dayMs;
}

function monthDayKey(monthDay: string): number {
  return Number(monthDay.slice(0, 2)) * 100 + Number(monthDay.slice(3, 5));
}

/** Minutes since midnight of HH:mm. */
function minuteOfDay(localTime: string): number {
  return Number(localTime.slice(0, 2)) * 60 + Number(localTime.slice(3, 5));
}
