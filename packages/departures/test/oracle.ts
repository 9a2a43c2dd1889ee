/** When periods depart, as counted slowly and by other libraries: the oracle of departures, and cases drawn for it. */
import fc from "fast-check";
import { DateTime } from "luxon";
import type { Recurrence } from "../src/recurrence.ts";

export const dayMs = 86_400_000;

/**
 * Zones with every kind of clock: with and without summer time, on both hemispheres, off by parts of
 * an hour, moved over the date line, changed for Ramadan.
 */
export const zones = [
  "Africa/Cairo",
  "Africa/Casablanca",
  "Africa/El_Aaiun",
  "Africa/Johannesburg",
  "Africa/Khartoum",
  "Africa/Lagos",
  "America/Anchorage",
  "America/Argentina/San_Luis",
  "America/Asuncion",
  "America/Caracas",
  "America/Halifax",
  "America/Havana",
  "America/Los_Angeles",
  "America/Mexico_City",
  "America/New_York",
  "America/Nuuk",
  "America/Phoenix",
  "America/Santiago",
  "America/Sao_Paulo",
  "America/St_Johns",
  "Antarctica/Troll",
  "Asia/Amman",
  "Asia/Gaza",
  "Asia/Kolkata",
  "Asia/Pyongyang",
  "Asia/Tehran",
  "Asia/Tokyo",
  "Atlantic/Azores",
  "Australia/Brisbane",
  "Australia/Lord_Howe",
  "Australia/Sydney",
  "Europe/Dublin",
  "Europe/Istanbul",
  "Europe/London",
  "Europe/Moscow",
  "Europe/Rome",
  "Pacific/Apia",
  "Pacific/Auckland",
  "Pacific/Fiji",
  "UTC",
];
export const years = { first: 2004, last: 2033 };
/** Days near which one of the zones changes its clocks, the new year, a leap day. */
export const strangeDates = [
  "2027-03-28",
  "2027-10-31",
  "2027-03-14",
  "2027-11-07",
  "2027-10-02",
  "2027-04-03",
  "2024-03-10",
  "2024-04-14",
  "2018-11-04",
  "2018-02-18",
  "2011-12-30",
  "2027-12-31",
  "2028-02-29",
];

const monthDay = fc
  .integer({ min: 0, max: 365 })
  .map((day) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(5, 10));
const anyLocalTime = fc
  .oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 47 }))
  .map((half) => `${String(half >> 1).padStart(2, "0")}:${half % 2 === 0 ? "00" : "30"}`);
/** A window's end, mostly near a day on which clocks change or beside a leap day. */
const windowDate = fc.oneof(
  fc.constantFrom(...strangeDates),
  fc.constantFrom("2024-02-29", "2027-02-28", "2028-02-28", "2028-02-29", "2028-03-01"),
  fc
    .integer({ min: Date.UTC(years.first) / dayMs, max: Date.UTC(years.last + 1) / dayMs })
    .map((day) => new Date(day * dayMs).toISOString().slice(0, 10)),
);

export const drawnPeriod = fc.record({
  startMonthDay: fc.oneof(fc.constant("02-29"), monthDay),
  endMonthDay: fc.oneof(fc.constant("02-29"), monthDay),
  weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
  startTimes: fc.uniqueArray(anyLocalTime, { minLength: 1, maxLength: 6 }),
  validFrom: fc.option(windowDate),
  validUntil: fc.option(windowDate),
  exceptDates: fc.uniqueArray(windowDate, { maxLength: 3 }),
});

/** Whether a period's window has a day, YYYY-MM-DD: as texts, dates are in the order of their days. */
export function isInWindow({ validFrom, validUntil, exceptDates }: Recurrence, day: string) {
  if (exceptDates?.includes(day)) return false;
  return (validFrom ?? "") <= day && day <= (validUntil ?? "9999-12-31");
}

/** Milliseconds, both ends included. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** The local days, in milliseconds, of all seasons that can reach into a range. */
function seasonDays(period: Recurrence, { from, to }: Range): number[] {
  const { startMonthDay, endMonthDay, weekdays } = period;
  const days: number[] = [];
  const [first, last] = [from, to].map((instant) => new Date(instant).getUTCFullYear());
  for (let year = (first ?? 0) - 2; year <= (last ?? 0) + 1; year++) {
    const endYear = startMonthDay <= endMonthDay ? year : year + 1;
    const end = dayOf(endYear, endMonthDay, "02-28");
    for (let day = dayOf(year, startMonthDay, "03-01"); day <= end; day += dayMs)
      if (weekdays.includes(new Date(day).getUTCDay())) days.push(day);
  }
  return days.filter((day) => isInWindow(period, new Date(day).toISOString().slice(0, 10)));
}

function dayOf(year: number, date: string, insteadOfLeapDay: string): number {
  const isLeap = DateTime.utc(year).isInLeapYear;
  return Date.parse(`${year}-${date === "02-29" && !isLeap ? insteadOfLeapDay : date}`);
}

/** The first of the instants at which a clock shows this; where none does, by the offset before. */
function slowInstants(zone: string): (localTime: number) => number {
  const offsetAt = (instant: number): number =>
    DateTime.fromMillis(instant, { zone }).offset * 60_000;
  const ofDays = new Map<number, number>();
  const offsetOn = (day: number): number => {
    const offset = ofDays.get(day) ?? offsetAt(day);
    ofDays.set(day, offset);
    return offset;
  };
  return (localTime) => {
    const day = Math.floor(localTime / dayMs) * dayMs;
    const [before, after] = [offsetOn(day - dayMs), offsetOn(day + 2 * dayMs)];
    if (before === after) return localTime - before;
    const instants = [localTime - before, localTime - after];
    const shown = instants.filter((instant) => instant + offsetAt(instant) === localTime);
    return shown.length > 0 ? Math.min(...shown) : localTime - before;
  };
}

/** The departures of periods in a zone, counted day by day. */
export function countedDepartures(
  periods: readonly Recurrence[],
  zone: string,
  range: Range,
): number[] {
  const instantOf = slowInstants(zone);
  const instants = periods.flatMap((each) =>
    seasonDays(each, range).flatMap((day) =>
      each.startTimes.map((time) => instantOf(day + Date.parse(`1970-01-01T${time}Z`))),
    ),
  );
  return [...new Set(instants)]
    .filter((instant) => instant >= range.from && instant <= range.to)
    .toSorted((a, b) => a - b);
}
