import { describe, expect, it } from "@jest/globals";
import { type FeedBooking, eventOfDeparture, lineOfBooking } from "./departure-event.ts";

const startAt = Date.parse("2027-06-01T07:00:00.000Z");

function aBooking(given: Partial<FeedBooking> = {}): FeedBooking {
  return {
    _id: "bkg_1",
    optionId: "opt_1",
    startAt: new Date(startAt),
    occupiedUntil: new Date(startAt + 90 * 60_000),
    status: "CONFIRMED",
    expiresAt: null,
    updatedAt: new Date(startAt),
    customer: JSON.stringify({ firstName: "Ada", lastName: "Rossi", email: "ada@example.com" }),
    notes: "Wheelchair",
    resourceUsageSnapshot: null,
    unitItems: [
      { id: "itm_1", unitId: "unt_a", quantity: 2 },
      { id: "itm_2", unitId: "unt_f", quantity: 1 },
    ],
    pricingSnapshot: {
      schemaVersion: 1,
      pricingPer: "UNIT",
      currency: "EUR",
      currencyPrecision: 2,
      retail: 0,
      unitPricing: [
        { unitId: "unt_a", quantity: 2, retail: 0, name: "Adult", paxCount: 1 },
        { unitId: "unt_f", quantity: 1, retail: 0, name: "Family", paxCount: 4 },
      ],
    },
    tickets: [],
    ...given,
  };
}

describe("the line of a booking", () => {
  const come = [{ ticket: "itm_1:2", at: new Date(startAt), by: "Pier 3" }];
  const called = (customer: object) => ({ customer: JSON.stringify(customer), notes: null });
  it.each<[string, Partial<FeedBooking>, boolean, string]>([
    ["has units", {}, false, ""],
    ["has name and notes where the feed has names", {}, true, ": Ada Rossi, Wheelchair"],
    ["says that it is held", { status: "ON_HOLD" }, false, " (on hold)"],
    ["says that it waits", { status: "PENDING", notes: null }, true, " (pending): Ada Rossi"],
    ["says who has come", { redemptions: come }, false, " (1 of 3 here)"],
    ["has a whole name", called({ name: " Lido\n Club " }), true, ": Lido Club"],
    ["has no name where none is text", called({ name: 7, firstName: {} }), true, ""],
    ["has no name without a customer", { customer: null, notes: null }, true, ""],
  ])("%s", (_name, given, withNames, line) => {
    expect(lineOfBooking(aBooking(given), withNames).text).toBe(`2 Adult, 1 Family${line}`);
  });

  it("has the beginning of long notes", () => {
    const { text } = lineOfBooking(
      aBooking({ notes: `a${"🛥".repeat(600)}`, customer: null }),
      true,
    );
    expect(text).toBe(`2 Adult, 1 Family: a${"🛥".repeat(249)}…`);
  });
});

describe("the event of a departure", () => {
  const described = { title: "Sunset Cruise", option: "Evening", capacity: 24, changedAt: 0 };
  const departure = { optionId: "opt_1", startAt, changedAt: startAt };
  const linesOf = (...bookings: FeedBooking[]) =>
    bookings.map((each) => lineOfBooking(each, false));

  it("has participants of capacity, and its lines by booking", () => {
    const held = aBooking({ _id: "bkg_0", status: "ON_HOLD" });
    expect(eventOfDeparture(departure, linesOf(aBooking(), held), described)).toEqual({
      uid: "dep_opt_1_20270601T070000Z@slipway",
      startAt,
      endAt: startAt + 90 * 60_000,
      changedAt: startAt,
      status: "CONFIRMED",
      summary: "Sunset Cruise 12/24",
      description: "Evening\n2 Adult, 1 Family (on hold)\n2 Adult, 1 Family",
    });
  });

  it.each([
    ["its bookings", startAt, startAt - 1],
    ["its option or product, such as a new name", startAt - 1, startAt],
  ])("is dated by the last change of %s", (_what, changedAt, describedAt) => {
    const facts = { ...described, changedAt: describedAt };
    const event = eventOfDeparture({ ...departure, changedAt }, linesOf(aBooking()), facts);
    expect(event.changedAt).toBe(startAt);
  });

  it("is tentative while nothing is confirmed", () => {
    const waiting = [aBooking({ status: "ON_HOLD" }), aBooking({ status: "PENDING" })];
    expect(eventOfDeparture(departure, linesOf(...waiting), described).status).toBe("TENTATIVE");
  });

  it("has no limit to show where the option needs no resource, and no end without a duration", () => {
    const short = aBooking({ occupiedUntil: new Date(startAt + 60_000) });
    const event = eventOfDeparture(departure, linesOf(short), { ...described, capacity: null });
    expect([event.summary, event.endAt]).toEqual(["Sunset Cruise 6", null]);
  });

  it("of a deleted option is a departure all the same", () => {
    const deleted = { title: null, option: null, capacity: null, changedAt: 0 };
    const { summary, description } = eventOfDeparture(departure, linesOf(aBooking()), deleted);
    expect([summary, description]).toEqual(["Departure 6", "2 Adult, 1 Family"]);
  });
});
