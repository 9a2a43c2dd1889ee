import { describe, expect, it } from "@jest/globals";
import type { AvailabilityBlock, AvailabilityEntry, Booking } from "@slipway/client";
import {
  departuresByDay,
  daysOfMonth,
  isUnscheduled,
  daysOfWeek,
  levelOfDay,
  monthAfter,
  soldEntriesOf,
  weeksOf,
} from "./month.ts";
import { barsOf, hoursOf, peakOf, stepsOf } from "./week.ts";

const timezone = "Europe/Rome";
const now = Date.parse("2028-05-01T00:00:00Z");

function departuresOn(
  starts: readonly string[],
  given: Partial<AvailabilityEntry> = {},
  blocks: readonly Partial<AvailabilityBlock>[] = [],
) {
  const entries = starts.map((startAt) => ({
    optionId: "opt_1",
    startAt,
    endAt: new Date(Date.parse(startAt) + 3_600_000).toISOString(),
    vacancies: 12,
    capacity: 12,
    available: true,
    ...given,
  })) as AvailabilityEntry[];
  const sold = { option: { name: "Boat" }, product: { id: "prd_1", name: "Cruise" } };
  const catalog = { options: new Map([["opt_1", sold as never]]) };
  const parts = { entries, blocks: blocks as AvailabilityBlock[], catalog, timezone, now };
  return departuresByDay(parts);
}

describe("the days", () => {
  it.each([
    ["2028-02-10", 29],
    ["2027-02-10", 28],
    ["2028-12-31", 31],
  ])("of the month of %s are %d", (date, count) => {
    expect(daysOfMonth(date)).toHaveLength(count);
    expect(weeksOf(daysOfMonth(date)).flat().filter(Boolean)).toEqual(daysOfMonth(date));
  });

  it("of a week begin on Monday", () => {
    expect(daysOfWeek("2028-06-04")).toEqual(daysOfWeek("2028-05-29"));
    expect(daysOfWeek("2028-06-04")[0]).toBe("2028-05-29");
  });

  it.each([
    ["2028-01-31", 1, "2028-02-01"],
    ["2028-01-31", -1, "2027-12-01"],
  ])("%s and %d month", (date, by, expected) => expect(monthAfter(date, by)).toBe(expected));
});

describe("what is free on a day", () => {
  const nine = "2028-06-01T07:00:00.000Z";
  const ten = "2028-06-01T08:00:00.000Z";
  const block = { productId: "prd_1", startAt: nine, endAt: ten };

  it.each([
    ["nothing", [], {}, []],
    ["free", [nine, ten], { vacancies: 9 }, []],
    ["few", [nine], { vacancies: 4 }, []],
    ["full", [nine], { vacancies: 0 }, []],
    // Too few for the smallest party.
    ["full", [nine, ten], { vacancies: 8, available: false }, []],
    // It has left.
    ["free", ["2028-04-30T08:00:00.000Z"], { vacancies: 8, available: false }, []],
    ["free", [nine], { vacancies: null, capacity: null }, []],
    ["blocked", [nine], {}, [block]],
    // The blocked one does not count.
    ["full", [nine, ten], { vacancies: 0 }, [block]],
  ])("is %s", (level, starts, given, blocks) => {
    const departures = [...departuresOn(starts, given, blocks).values()].flat();
    expect(levelOfDay(departures)).toBe(level);
  });

  it("is the best of its departures", () => {
    const full = departuresOn([nine], { vacancies: 0 }).get("2028-06-01") ?? [];
    const free = departuresOn([ten]).get("2028-06-01") ?? [];
    expect(levelOfDay([...full, ...full, ...free])).toBe("free");
  });

  it("is of the day by the supplier's clock", () => {
    const found = departuresOn(["2028-05-31T22:00:00.000Z", "2028-05-31T21:59:00.000Z"]);
    expect([...found.keys()]).toEqual(["2028-05-31", "2028-06-01"]);
  });
});

it("departures that were sold and are in no timetable any more are shown as full, and as they were sold", () => {
  const nine = "2028-06-01T07:00:00.000Z";
  const aBooking = (occupiedUntil: string, quantity: number, resourceId: string) =>
    ({
      optionId: "opt_1",
      startAt: nine,
      occupiedUntil,
      unitItems: [{ unitId: "adult", quantity }],
      pricingSnapshot: { unitPricing: [{ unitId: "adult", paxCount: 1 }] },
      resourceUsageSnapshot: { items: [{ resourceId }] },
    }) as unknown as Booking;
  const sold = { option: { name: "Boat" }, product: { name: "Cruise", timezone: null } };
  const catalog = { options: new Map([["opt_1", sold as never]]), timezone };
  const [first, second] = ["2028-06-01T08:00:00.000Z", "2028-06-01T09:00:00.000Z"];
  const entries = soldEntriesOf(
    [aBooking(first, 2, "boat"), aBooking(second, 1, "guide")],
    catalog,
  );
  const departures = departuresByDay({ entries, blocks: [], catalog, timezone, now });
  const [only] = departures.get("2028-06-01") ?? [];
  expect(only).toMatchObject({ level: "full", entry: { endAt: second, timezone } });
  expect(only && isUnscheduled(only.entry)).toBe(true);
  expect(only?.entry.vacancies).toBe(-3);
  expect(only?.entry.resources?.map(({ resourceId }) => resourceId)).toEqual(["boat", "guide"]);
});

describe("a resource on a day", () => {
  // Clocks go from 3:00 back to 2:00 at one o'clock UTC.
  const [two, twoAgain, three] = ["00", "01", "02"].map((hour) => `2028-10-29T${hour}:00:00.000Z`);
  const day = { day: "2028-10-29", timezone };

  it("has bars below their hours, side by side where they overlap", () => {
    const starts = [two ?? "", twoAgain ?? "", three ?? ""];
    const bars = barsOf(departuresOn(starts).get(day.day) ?? [], timezone);
    expect(bars.map(({ from, to, lane }) => [from, to, lane])).toEqual([
      [120, 180, 0],
      [120, 180, 1],
      [180, 240, 0],
    ]);
    expect(hoursOf(bars)).toEqual({ from: 2, to: 4 });
  });

  it("has the hours of the day when nothing departs, and ends at midnight", () => {
    expect(hoursOf([])).toEqual({ from: 23, to: 24 });
    expect(hoursOf([{ from: 1_400, to: 1_500 }])).toEqual({ from: 23, to: 24 });
  });

  it("has what is taken by the hour, and its peak", () => {
    const places = (startAt = "", endAt = "", taken = 0) =>
      ({ startAt, endAt, places: taken }) as never;
    const usage = [places(two, three, 4), places(three, "2028-10-29T03:30:00.000Z", 7)];
    const steps = stepsOf([...usage, places("2028-10-30T03:00:00.000Z", three, 9)], day);
    expect(steps.map(({ from, to, places: taken }) => [from, to, taken])).toEqual([
      [120, 240, 4],
      [180, 270, 7],
    ]);
    expect(peakOf(steps)).toBe(7);
  });

  it.each([
    ["2028-06-01", [[1_320, 1_440, 5]]],
    ["2028-06-02", [[0, 1_440, 5]]],
    ["2028-06-03", [[0, 360, 5]]],
    ["2028-06-04", []],
  ])("has on %s its part of what goes over nights", (date, expected) => {
    const [startAt, endAt] = ["2028-06-01T20:00:00.000Z", "2028-06-03T04:00:00.000Z"];
    const steps = stepsOf([{ startAt, endAt, places: 5 } as never], { day: date, timezone });
    expect(steps.map(({ from, to, places }) => [from, to, places])).toEqual(expected);
  });
});
