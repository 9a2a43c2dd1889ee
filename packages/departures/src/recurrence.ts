/** Local days and times that recur every year (completions section 5). */

import { dayMs, minuteMs } from "./zone.ts";

export interface Recurrence {
  /** MM-DD. */
  readonly startMonthDay: string;
  /** MM-DD, inclusive. Before the start: the season spans the end of the year. */
  readonly endMonthDay: string;
  /** 0 = Sunday .. 6 = Saturday. */
  readonly weekdays: readonly number[];
  /** HH:mm. */
  readonly startTimes: readonly string[];
}

/**
 * Whether a local day is one of the recurrence's. The day is given as a wall time in it.
 *
 * Days are compared as MM-DD, which gives Feb 29 its meaning in other years. From 02-29 on begins
 * with Mar 1, until 02-29 ends with Feb 28, and 02-29 alone is no day of theirs.
 */
export function recursOnDayOf(recurrence: Recurrence, wall: number): boolean {
  const day = new Date(wall);
  if (!recurrence.weekdays.includes(day.getUTCDay())) return false;
  const key = (day.getUTCMonth() + 1) * 100 + day.getUTCDate();
  const start = monthDayKey(recurrence.startMonthDay);
  const end = monthDayKey(recurrence.endMonthDay);
  return start <= end ? start <= key && key <= end : start <= key || key <= end;
}

/** Whether a wall time is one of the recurrence's days and start times. */
export function recursAt(recurrence: Recurrence, wall: number): boolean {
  if (wall % minuteMs !== 0) return false;
  const time = new Date(wall);
  const localTime = `${twoDigits(time.getUTCHours())}:${twoDigits(time.getUTCMinutes())}`;
  return recurrence.startTimes.includes(localTime) && recursOnDayOf(recurrence, wall);
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

/** Days of the date range in a leap year, 1..366. */
export function daysInLeapYear({ startMonthDay, endMonthDay }: Recurrence): number {
  const days = dayOfLeapYear(endMonthDay) - dayOfLeapYear(startMonthDay);
  return ((days + 366) % 366) + 1;
}

function dayOfLeapYear(monthDay: string): number {
  return Date.parse(`2024-${monthDay}T00:00:00Z`) / dayMs;
}

function monthDayKey(monthDay: string): number {
  return Number(monthDay.slice(0, 2)) * 100 + Number(monthDay.slice(3, 5));
}

/** Minutes since midnight of HH:mm. */
export function minuteOfDay(localTime: string): number {
  return Number(localTime.slice(0, 2)) * 60 + Number(localTime.slice(3, 5));
}
