import { describe, expect, it } from "@jest/globals";
import type { OptionFacts } from "../option-facts.ts";
import { type AvailabilityEntry, type Departure, availabilityEntry } from "./entry.ts";

const now = Date.parse("2027-07-01T08:00Z");
const hourMs = 3_600_000;

interface EntryFields extends Partial<Omit<Departure, "start" | "facts">> {
  inHours?: number;
  durationMinutes?: number;
  bookingCutoffMinutes?: number;
  minUnits?: number | null;
  maxUnits?: number | null;
  timezone?: string;
}

/** A departure in an hour, of 90 minutes, with 5 of 10 places left, but for what is given. */
function anEntry(given: EntryFields = {}): AvailabilityEntry {
  const { inHours = 1, minUnits = null, maxUnits = null, ...rest } = given;
  const { durationMinutes = 90, bookingCutoffMinutes = 30, timezone = "Europe/Rome" } = rest;
  const departure: Partial<Departure> = rest;
  const option = {
    id: "opt_1",
    durationMinutes,
    bookingCutoffMinutes,
    restrictions: { minUnits, maxUnits },
  } as OptionFacts["option"];
  const facts = { option, timezone } as OptionFacts;
  const left = { capacity: 10, vacancies: 5, resources: [], prices: undefined, retail: null };
  const usual = { facts, manual: false, blocked: false, runs: null, ...left };
  return availabilityEntry({ ...usual, start: now + inHours * hourMs, ...departure }, now);
}

describe("times of an entry", () => {
  it("ends after the duration and closes before the start", () => {
    expect(anEntry()).toMatchObject({
      startAt: "2027-07-01T09:00:00.000Z",
      endAt: "2027-07-01T10:30:00.000Z",
      timezone: "Europe/Rome",
      localStartAt: "2027-07-01T11:00:00+02:00",
      localEndAt: "2027-07-01T12:30:00+02:00",
      cutoffAt: "2027-07-01T08:30:00.000Z",
    });
  });

  it("has no end when the option has no duration", () => {
    expect(anEntry({ durationMinutes: 0 })).toMatchObject({ endAt: null, localEndAt: null });
  });
});

describe("available", () => {
  it.each<[string, EntryFields, boolean]>([
    ["in the future with places left", {}, true],
    ["at this very moment", { inHours: 0 }, false],
    ["in the past", { inHours: -1 }, false],
    ["past the booking cutoff, which does not count", { bookingCutoffMinutes: 120 }, true],
    ["blocked", { blocked: true }, false],
    ["called off", { runs: "CALLED_OFF" }, false],
    ["reopened", { runs: "OPEN" }, true],
    ["sold out", { vacancies: 0 }, false],
    ["the last place", { vacancies: 1 }, true],
    ["fewer places than the smallest party", { vacancies: 3, minUnits: 4 }, false],
    ["as many places as the smallest party", { vacancies: 4, minUnits: 4 }, true],
    ["a smallest party of nobody still needs a place", { vacancies: 0, minUnits: 0 }, false],
    ["no resource is needed", { vacancies: null, capacity: null }, true],
    [
      "no resource is needed, but blocked",
      { vacancies: null, capacity: null, blocked: true },
      false,
    ],
  ])("%s", (_name, given, available) => {
    expect(anEntry(given).available).toBe(available);
  });
});

describe("maxUnits", () => {
  it.each<[number | null, number | null, number | null]>([
    [null, null, null],
    [8, null, 8],
    [null, 5, 5],
    [8, 5, 5],
    [3, 5, 3],
    [3, 0, 0],
  ])("of a limit %s and vacancies %s is %s", (maxUnits, vacancies, expected) => {
    expect(anEntry({ maxUnits, vacancies }).maxUnits).toBe(expected);
  });
});

it("names resources only where some are needed", () => {
  const resources = [{ resourceId: "res_1", vacancies: 5 }];
  expect(anEntry({ resources }).resources).toEqual(resources);
  expect(anEntry({ vacancies: null, capacity: null })).not.toHaveProperty("resources");
});
