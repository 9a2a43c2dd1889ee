/** Local days and times that recur every year. */

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
  /** First local day of all, YYYY-MM-DD. Null or absent: every year. */
  readonly validFrom?: string | null | undefined;
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
interface CompiledRecurrence {
  readonly firstDay: number;
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
  const { validFrom } = recurrence;
  const read = {
    firstDay: validFrom ? Date.parse(`${validFrom}T00:00:00Z`) / dayMs : -Infinity,
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

function isOnDay(
  { firstDay, start, end, weekdays }: CompiledRecurrence,
  { weekday, day, monthDay }: LocalTime,
): boolean {
  if (day < firstDay || !weekdays.includes(weekday)) return false;
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

/** Days since the epoch. */
export function dayOfLeapYear(monthDay: string): number {
  return Date.parse(`2024-${monthDay}T00:00:00Z`) / dayMs;
}

function monthDayKey(monthDay: string): number {
  return Number(monthDay.slice(0, 2)) * 100 + Number(monthDay.slice(3, 5));
}

/** Minutes since midnight of HH:mm. */
function minuteOfDay(localTime: string): number {
  return Number(localTime.slice(0, 2)) * 60 + Number(localTime.slice(3, 5));
}
