import { describe, expect, it } from "@jest/globals";
import type { AvailabilityBlock, AvailabilityEntry, Booking } from "@slipway/client";
import type { SoldOption } from "../../catalog.ts";
import { en } from "../../texts/en.ts";
import { emailsOf } from "../../parts/booking-facts.ts";
import { csvRowsOf } from "./csv-rows.ts";
import { type SheetParts, bookedOn, departuresOf, headsOf, nameOf, nextOf } from "./day-sheet.ts";

const nine = "2028-06-01T07:00:00.000Z";
const ten = "2028-06-01T08:00:00.000Z";

function anEntry(given: Partial<AvailabilityEntry> = {}): AvailabilityEntry {
  return {
    optionId: "opt_1",
    startAt: nine,
    timezone: "Europe/Rome",
    ...given,
  } as AvailabilityEntry;
}

function aBooking(given: Partial<Booking> & { name?: string } = {}): Booking {
  const { name = "Rossi", ...fields } = given;
  return {
    id: `bkg_${name}`,
    reference: "AAAA0000",
    optionId: "opt_1",
    productId: "prd_1",
    startAt: nine,
    status: "CONFIRMED",
    notes: null,
    customer: { name, email: `${name.toLowerCase()}@example.com` },
    unitItems: [{ unitId: "unt_1", quantity: 2 }],
    pricingSnapshot: {
      currency: "EUR",
      currencyPrecision: 2,
      retail: 9000,
      unitPricing: [{ unitId: "unt_1", quantity: 2, retail: 9000, name: "Adult", paxCount: 1 }],
    },
    ...fields,
  } as Booking;
}

const sold = {
  option: { id: "opt_1", name: "Shared boat" },
  product: { id: "prd_1", name: "Cruise", timezone: null },
} as SoldOption;

function departures(given: Partial<SheetParts>) {
  const catalog = { options: new Map([["opt_1", sold]]) };
  return departuresOf({
    entries: [],
    bookings: [],
    blocks: [],
    timezone: "UTC",
    catalog,
    ...given,
  });
}

describe("departuresOf", () => {
  it("puts each booking on its departure, by name", () => {
    const bookings = [aBooking({ name: "Rossi" }), aBooking({ name: "bianchi" })];
    const [first, second] = departures({
      entries: [anEntry({ startAt: ten }), anEntry()],
      bookings,
    });
    expect([first?.startAt, second?.startAt]).toEqual([nine, ten]);
    expect(first?.bookings.map(({ customer }) => customer?.["name"])).toEqual(["bianchi", "Rossi"]);
    expect(second?.bookings).toEqual([]);
  });

  it("keeps bookings whose departure the timetable does not have any more", () => {
    const [only] = departures({
      bookings: [aBooking({ optionId: "opt_gone", productId: "prd_9" })],
    });
    expect(only).toMatchObject({ optionId: "opt_gone", productId: "prd_9", timezone: "UTC" });
    expect(only?.entry).toBeUndefined();
    expect(only?.bookings).toHaveLength(1);
  });

  it("counts travellers by state", () => {
    const bookings = [
      aBooking(),
      aBooking({ status: "ON_HOLD" }),
      aBooking({ status: "PENDING", unitItems: [{ unitId: "unt_1", quantity: 3 }] as never }),
    ];
    const [only] = departures({ entries: [anEntry()], bookings });
    expect(only?.pax).toEqual({ confirmed: 2, held: 2, pending: 3 });
    expect(only && bookedOn(only)).toBe(7);
  });

  it.each([
    ["at its start", nine, ten, 1],
    ["that ends at its start", "2028-06-01T06:00:00.000Z", nine, 0],
    ["of another product", nine, ten, 0],
  ])("knows a block %s", (what, startAt, endAt, count) => {
    const productId = what === "of another product" ? "prd_2" : "prd_1";
    const block = { id: "blk_1", productId, startAt, endAt } as AvailabilityBlock;
    const [only] = departures({ entries: [anEntry()], blocks: [block] });
    expect(only?.blocks).toHaveLength(count);
  });
});

describe("what is said of a departure", () => {
  it("names product and option", () => {
    expect(nameOf({ sold, optionId: "opt_1" })).toBe("Cruise, Shared boat");
    expect(nameOf({ sold: undefined, optionId: "opt_1" })).toBe("opt_1");
  });

  it("counts heads by unit", () => {
    const child = aBooking({
      unitItems: [{ unitId: "unt_2", quantity: 1 }] as never,
      pricingSnapshot: { unitPricing: [{ unitId: "unt_2", name: "Child" }] } as never,
    });
    expect(headsOf([aBooking(), child, aBooking()])).toEqual([
      ["Adult", 4],
      ["Child", 1],
    ]);
  });

  it("has each e-mail address once", () => {
    expect(emailsOf([aBooking(), aBooking(), aBooking({ customer: null })])).toEqual([
      "rossi@example.com",
    ]);
  });
});

describe("csvRowsOf", () => {
  const sheet = departures({ entries: [anEntry()], bookings: [aBooking()] });

  it("has a row per booking in the departure's own time, without money", () => {
    expect(csvRowsOf(sheet, en, false)[1]).toEqual([
      "2028-06-01",
      "09:00",
      "Europe/Rome",
      "Cruise, Shared boat",
      "AAAA0000",
      "Rossi",
      "2",
      "2 Adult",
      "rossi@example.com",
      "",
      "",
      "Confirmed",
    ]);
  });

  it("has money where that is wanted, and as many titles as cells", () => {
    const [titles, row] = csvRowsOf(sheet, en, true);
    expect(row?.slice(-2)).toEqual(["90.00", "EUR"]);
    expect(titles).toHaveLength(row?.length ?? 0);
  });
});

it.each([
  ["leaves next", [-60, -20, 60], [-60, -20, 60], 1],
  ["has guests", [-60, 30, 60], [60], 2],
  ["was the first, of a day that is over", [-90, -60], [-90, -60], 0],
  ["is none, where nobody has booked", [60], [], undefined],
])("the departure to open %s", (_, starts, booked, expected) => {
  const at = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
  const times = new Map(starts.map((minutes) => [minutes, at(minutes)]));
  const entries = [...times.values()].map((startAt) => anEntry({ startAt }));
  const bookings = booked.map((minutes) => aBooking({ startAt: times.get(minutes) ?? "" }));
  const found = departures({ entries, bookings });
  expect(nextOf(found)).toBe(expected === undefined ? undefined : found[expected]);
});
