/**
 * Departures against an oracle that computes the other way round: it walks the clock in steps of
 * half an hour, asks luxon what a clock on the wall shows, and rrule which days recur.
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
  const wallText = (wall: number): string => new Date(wall).toISOString().slice(0, 16);
  let offset = offsetAt(from - 2 * dayMs);
  let skipped = { until: Number.NEGATIVE_INFINITY, offset };
  let repeatedUntil = Number.NEGATIVE_INFINITY;
  for (let instant = from - 2 * dayMs; instant <= to; instant += halfHourMs) {
    const next = offsetAt(instant);
    if (next > offset) skipped = { until: instant + next - offset, offset };
    if (next < offset) repeatedUntil = instant + offset - next;
    offset = next;
    const walls: string[] = [];
    if (instant >= repeatedUntil) walls.push(wallText(instant + offset));
    if (instant < skipped.until) walls.push(wallText(instant + skipped.offset));
    if (instant >= from) yield [instant, walls];
  }
}

const monthDay = fc
  .integer({ min: 0, max: 365 })
  .map((day) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(5, 10));
const localTime = fc
  .oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 47 }))
  .map((half) => `${String(half >> 1).padStart(2, "0")}:${half % 2 === 0 ? "00" : "30"}`);
const period = fc.record({
  startMonthDay: fc.oneof(fc.constant("02-29"), monthDay),
  endMonthDay: fc.oneof(fc.constant("02-29"), monthDay),
  weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
  startTimes: fc.uniqueArray(localTime, { minLength: 1, maxLength: 6 }),
});

const zones = [
  "Europe/Rome",
  "America/New_York",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
  "America/Sao_Paulo",
  "Pacific/Apia",
];
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
        .integer({ min: Date.UTC(2008) / dayMs, max: Date.UTC(2030) / dayMs })
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
        const means = (wall: string): boolean =>
          periods.some(
            (each, index) =>
              days[index]?.has(wall.slice(0, 10)) && each.startTimes.includes(wall.slice(11)),
          );
        const expected: number[] = [];
        const found: number[] = [];
        for (const [instant, walls] of walkTheClock(zone, from, to)) {
          const isDeparture = walls.some(means);
          if (isDeparture) expected.push(instant);
          if (departsAt(periods, zone, instant)) found.push(instant);
        }
        expect(departuresOf(periods, zone, { from, to })).toEqual(expected);
        expect(found).toEqual(expected);
      },
    ),
    { numRuns: 150 },
  );
});
