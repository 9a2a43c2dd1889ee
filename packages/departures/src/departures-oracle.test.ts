/**
 * Departures against two oracles. One computes the other way round: it walks the clock in steps of
 * half an hour, asks luxon what a clock on the wall shows, and rrule which days recur. The other goes
 * slowly through every day of thirty years.
 */
import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { DateTime } from "luxon";
// oxlint-disable-next-line import/default -- a Common JS package
import rrulePackage from "rrule";
import { departsAt, departuresOf } from "./departures.ts";
import type { Recurrence } from "./recurrence.ts";

const { RRule, RRuleSet } = rrulePackage;
const halfHourMs = 30 * 60_000;
const dayMs = 48 * halfHourMs;

function daysOf(period: Recurrence, from: number, to: number): Set<string> {
  const rules = new RRuleSet();
  for (const [month, days] of monthsOf(period))
    rules.rrule(
      new RRule({
        freq: RRule.YEARLY,
        dtstart: new Date(from),
        until: new Date(to),
        bymonth: month,
        bymonthday: days,
        // rrule's week begins on Monday.
        byweekday: period.weekdays.map((weekday) => (weekday + 6) % 7),
      }),
    );
  return new Set(rules.all().map((day) => day.toISOString().slice(0, 10)));
}

/** The days of each month of the season, day by day on a leap year's calendar. */
function monthsOf({ startMonthDay, endMonthDay }: Recurrence): Map<number, number[]> {
  const months = new Map<number, number[]>();
  for (let day = 0; ; day++) {
    const date = DateTime.fromISO(`2024-${startMonthDay}`, { zone: "UTC" }).plus({ days: day });
    // Beyond its end the leap year begins again.
    const { month, day: dayOfMonth } = date.year === 2024 ? date : date.minus({ days: 366 });
    months.set(month, [...(months.get(month) ?? []), dayOfMonth]);
    if (month * 100 + dayOfMonth === Number(endMonthDay.replace("-", ""))) return months;
  }
}

function* walkTheClock(zone: string, from: number, to: number): Generator<[number, string[]]> {
  const offsetAt = (instant: number): number =>
    DateTime.fromMillis(instant, { zone }).offset * 60_000;
  const localText = (localTime: number): string => new Date(localTime).toISOString().slice(0, 16);
  let offset = offsetAt(from - 2 * dayMs);
  let skipped = { until: Number.NEGATIVE_INFINITY, offset };
  let repeatedUntil = Number.NEGATIVE_INFINITY;
  for (let instant = from - 2 * dayMs; instant <= to; instant += halfHourMs) {
    const next = offsetAt(instant);
    if (next > offset) skipped = { until: instant + next - offset, offset };
    if (next < offset) repeatedUntil = instant + offset - next;
    offset = next;
    const localTimes: string[] = [];
    if (instant >= repeatedUntil) localTimes.push(localText(instant + offset));
    if (instant < skipped.until) localTimes.push(localText(instant + skipped.offset));
    if (instant >= from) yield [instant, localTimes];
  }
}

const monthDay = fc
  .integer({ min: 0, max: 365 })
  .map((day) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(5, 10));
const anyLocalTime = fc
  .oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 47 }))
  .map((half) => `${String(half >> 1).padStart(2, "0")}:${half % 2 === 0 ? "00" : "30"}`);
const period = fc.record({
  startMonthDay: fc.oneof(fc.constant("02-29"), monthDay),
  endMonthDay: fc.oneof(fc.constant("02-29"), monthDay),
  weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
  startTimes: fc.uniqueArray(anyLocalTime, { minLength: 1, maxLength: 6 }),
});

/**
 * Zones with every kind of clock: with and without summer time, on both hemispheres, off by parts of
 * an hour, moved over the date line, changed for Ramadan.
 */
const zones = [
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
const years = { first: 2004, last: 2033 };
/** Days near which one of the zones changes its clocks, the new year, a leap day. */
const strangeDays = [
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
].map((day) => Date.parse(day));

const ranges = fc
  .record({
    day: fc.oneof(
      fc.constantFrom(...strangeDays),
      fc
        .integer({ min: Date.UTC(years.first) / dayMs, max: Date.UTC(years.last + 1) / dayMs })
        .map((d) => d * dayMs),
    ),
    before: fc.integer({ min: 0, max: 96 }),
    length: fc.integer({ min: 0, max: 240 }),
  })
  .map(({ day, before, length }) => {
    const from = day - before * halfHourMs;
    return { from, to: from + length * halfHourMs };
  });

it("departs exactly when a clock on the wall first shows, or skips, a start time of a day that recurs", () => {
  fc.assert(
    fc.property(
      fc.array(period, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...zones),
      ranges,
      (periods, zone, { from, to }) => {
        const days = periods.map((each) =>
          daysOf(each, Math.floor(from / dayMs - 3) * dayMs, to + 3 * dayMs),
        );
        const means = (localTime: string): boolean =>
          periods.some(
            (each, index) =>
              days[index]?.has(localTime.slice(0, 10)) &&
              each.startTimes.includes(localTime.slice(11)),
          );
        const expected: number[] = [];
        const found: number[] = [];
        for (const [instant, localTimes] of walkTheClock(zone, from, to)) {
          const isDeparture = localTimes.some(means);
          if (isDeparture) expected.push(instant);
          if (departsAt(periods, zone, instant)) found.push(instant);
        }
        expect(departuresOf(periods, zone, { from, to })).toEqual(expected);
        expect(found).toEqual(expected);
      },
    ),
    { numRuns: 200 },
  );
});

/** The local days, in milliseconds, of all seasons that begin in `years`. */
function seasonDays({ startMonthDay, endMonthDay, weekdays }: Recurrence): number[] {
  const days: number[] = [];
  for (let year = years.first - 1; year <= years.last; year++) {
    const endYear = startMonthDay <= endMonthDay ? year : year + 1;
    const end = dayOf(endYear, endMonthDay, "02-28");
    for (let day = dayOf(year, startMonthDay, "03-01"); day <= end; day += dayMs)
      if (weekdays.includes(new Date(day).getUTCDay())) days.push(day);
  }
  return days;
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

it.each(zones)("departs in %s on each day of thirty years as counted day by day", (zone) => {
  const range = { from: Date.UTC(years.first, 0, 2), to: Date.UTC(years.last, 11, 30) };
  const [one, other] = fc.sample(period, { numRuns: 2, seed: zones.indexOf(zone) + 1 });
  const periods = [
    { ...(one as Recurrence), startTimes: ["00:30", "02:30"] },
    { ...(other as Recurrence), startTimes: ["02:00"] },
  ];
  const instantOf = slowInstants(zone);
  const instants = periods.flatMap((each) =>
    seasonDays(each).flatMap((day) =>
      each.startTimes.map((time) => instantOf(day + Date.parse(`1970-01-01T${time}Z`))),
    ),
  );
  const expected = [...new Set(instants)]
    .filter((instant) => instant >= range.from && instant <= range.to)
    .toSorted((a, b) => a - b);
  expect(departuresOf(periods, zone, range)).toEqual(expected);
  const middle = expected[Math.floor(expected.length / 2)] ?? range.from;
  const some = { from: middle, to: range.to };
  expect(departuresOf(periods, zone, { ...some, limit: 10 })).toEqual(
    expected.filter((instant) => instant >= middle).slice(0, 10),
  );
});
