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
import {
  countedDepartures,
  dayMs,
  drawnPeriod,
  isInWindow,
  strangeDates,
  years,
  zones,
} from "../test/oracle.ts";
import { departsAt, departuresOf } from "./departures.ts";
import type { Recurrence } from "./recurrence.ts";

const { RRule, RRuleSet } = rrulePackage;
const halfHourMs = 30 * 60_000;

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
  const days = rules.all().map((day) => day.toISOString().slice(0, 10));
  return new Set(days.filter((day) => isInWindow(period, day)));
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

const ranges = fc
  .record({
    day: fc.oneof(
      fc.constantFrom(...strangeDates.map((day) => Date.parse(day))),
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
      fc.array(drawnPeriod, { minLength: 1, maxLength: 3 }),
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

it.each(zones)("departs in %s on each day of thirty years as counted day by day", (zone) => {
  const range = { from: Date.UTC(years.first, 0, 2), to: Date.UTC(years.last, 11, 30) };
  const [one, other] = fc.sample(drawnPeriod, { numRuns: 2, seed: zones.indexOf(zone) + 1 });
  const periods = [
    { ...(one as Recurrence), startTimes: ["00:30", "02:30"] },
    { ...(other as Recurrence), startTimes: ["02:00"], validFrom: null, validUntil: null },
  ];
  const expected = countedDepartures(periods, zone, range);
  expect(departuresOf(periods, zone, range)).toEqual(expected);
  const middle = expected[Math.floor(expected.length / 2)] ?? range.from;
  const some = { from: middle, to: range.to };
  expect(departuresOf(periods, zone, { ...some, limit: 10 })).toEqual(
    expected.filter((instant) => instant >= middle).slice(0, 10),
  );
});
