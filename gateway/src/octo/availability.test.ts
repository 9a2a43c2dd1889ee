import { describe, expect, it } from "@jest/globals";
import type { LoadPage } from "../route/pages.ts";
import { octoCalendar, wholeDays } from "./availability-calendar.ts";
import { availabilityIdOf, instantOfAvailabilityId } from "./availability-id.ts";
import type { AvailabilityStatus, DepartureQuote } from "./availability-status.ts";
import { octoAvailability } from "./availability.ts";

interface QuoteFields {
  localStartAt?: string;
  localEndAt?: string | null;
  capacity?: number | null;
  vacancies?: number | null;
  refusal?: string | null;
  isSoldOut?: boolean;
}

/** A departure with 5 of 10 places left, but for what is given. */
function aQuote(given: QuoteFields = {}): DepartureQuote {
  const { refusal = null, isSoldOut = false, ...departure } = given;
  const usual = {
    optionId: "opt",
    startAt: "2027-07-01T07:00:00.000Z",
    endAt: null,
    timezone: "Europe/Rome",
    localStartAt: "2027-07-01T09:00:00+02:00",
    localEndAt: "2027-07-01T10:30:00+02:00",
    cutoffAt: "2027-07-01T06:30:00.000Z",
    maxUnits: null,
    manual: false,
    available: true,
    runs: null,
    capacity: 10,
    vacancies: 5,
  };
  return { departure: { ...usual, ...departure }, refusal, isSoldOut, retail: null };
}

const noLimit = { capacity: null, vacancies: null };
const soldOut = { vacancies: 0, refusal: "CAPACITY_EXHAUSTED", isSoldOut: true };
const blocked = { refusal: "DEPARTURE_BLOCKED" };

describe("the status of a departure", () => {
  it.each<[string, QuoteFields, AvailabilityStatus]>([
    ["with half of its places", {}, "AVAILABLE"],
    ["with less than half of them", { vacancies: 4 }, "LIMITED"],
    ["without a limit", noLimit, "FREESALE"],
    ["without room", soldOut, "SOLD_OUT"],
    ["without room, and blocked", { ...soldOut, ...blocked }, "SOLD_OUT"],
    ["in blocked time", blocked, "CLOSED"],
    ["without a limit, after the cutoff", { ...noLimit, refusal: "IN_THE_PAST" }, "CLOSED"],
  ])("%s", (_name, given, status) => {
    const { available, ...shown } = octoAvailability(aQuote(given), false);
    expect([shown.status, available]).toEqual([status, (given.refusal ?? null) === null]);
  });
});

describe("times of a departure", () => {
  it("have no milliseconds", () => {
    expect(octoAvailability(aQuote(), false)).toMatchObject({
      id: "2027-07-01T09:00:00+02:00",
      localDateTimeStart: "2027-07-01T09:00:00+02:00",
      localDateTimeEnd: "2027-07-01T10:30:00+02:00",
      utcCutoffAt: "2027-07-01T06:30:00Z",
    });
  });

  it("end with the start where it has no duration", () => {
    const { localDateTimeEnd, localDateTimeStart } = octoAvailability(
      aQuote({ localEndAt: null }),
      false,
    );
    expect(localDateTimeEnd).toBe(localDateTimeStart);
  });
});

describe("a day of the calendar", () => {
  it.each<[string, QuoteFields[], AvailabilityStatus, number | null]>([
    ["has the largest vacancies", [{ vacancies: 7 }, {}], "AVAILABLE", 7],
    ["has the best status", [soldOut, blocked, { vacancies: 1 }], "LIMITED", 5],
    ["is sold out before it is closed", [blocked, soldOut], "SOLD_OUT", 5],
    ["has no limit where a departure has none", [noLimit, {}], "FREESALE", null],
  ])("%s", (_name, given, status, vacancies) => {
    const [day, ...others] = octoCalendar(given.map(aQuote), false);
    expect(day).toMatchObject({ localDate: "2027-07-01", status, vacancies });
    expect(others).toEqual([]);
  });

  it("is never cut by a page", async () => {
    const starts = [
      ["2027-07-01T09:00:00+02:00"],
      ["2027-07-01T10:00:00+02:00", "2027-07-02T09:00:00+02:00"],
      ["2027-07-02T10:00:00+02:00"],
      [],
      ["2027-07-03T09:00:00+02:00"],
    ];
    const load: LoadPage<DepartureQuote> = ({ page = "0" }) => {
      const items = (starts[Number(page)] ?? []).map((localStartAt) => aQuote({ localStartAt }));
      const next = Number(page) + 1;
      return Promise.resolve({ items, next: next < starts.length ? String(next) : null });
    };
    const loadDays = wholeDays(load);
    const pages: string[][] = [];
    for (let at: { page?: string } | null = {}; at; ) {
      const { items, next }: Awaited<ReturnType<typeof loadDays>> = await loadDays(at);
      pages.push(items.map(({ departure }) => departure.localStartAt));
      at = next === null ? null : { page: next };
    }
    const all = starts.flat();
    expect(pages).toEqual([[], all.slice(0, 2), [], [], all.slice(2)]);
  });
});

describe("an id", () => {
  it.each([
    ["Europe/Rome", "2027-10-31T00:30:00.000Z", "2027-10-31T02:30:00+02:00"],
    ["Europe/Rome", "2027-10-31T01:30:00.000Z", "2027-10-31T02:30:00+01:00"],
    ["Australia/Lord_Howe", "2027-04-03T14:45:00.000Z", "2027-04-04T01:45:00+11:00"],
    ["Australia/Lord_Howe", "2027-04-03T15:15:00.000Z", "2027-04-04T01:45:00+10:30"],
  ])("in %s of %s is %s, and means it again", (zone, startAt, id) => {
    expect(availabilityIdOf(startAt, zone)).toBe(id);
    expect(instantOfAvailabilityId(id)).toBe(startAt);
  });

  it.each(["", "nonsense", "2027-10-31T02:30:00", "2027-02-30T02:30:00+01:00", "2027-10-31"])(
    "is not %j",
    (text) => {
      expect(instantOfAvailabilityId(text)).toBeUndefined();
    },
  );
});
