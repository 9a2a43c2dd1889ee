import { describe, expect, test } from "@jest/globals";
import type { Booking, RedeemedTicket } from "@slipway/client";
import {
  type Entry,
  type Scan,
  bookingOf,
  entriesIn,
  namedBy,
  nextOf,
  outcomeOfBooking,
  outcomeOfTicket,
  partyScan,
  settled,
  waiting,
  withScan,
} from "./scans.ts";

const at = "2028-06-01T07:00:00.000Z";
const aScan = (id: string, key = id): Scan => ({ id, key, code: key, at, name: `Guest ${key}` });
const cameIn = { kind: "in", name: "Rossi", count: 1, of: 2 } as const;
const aBooking = (given: Partial<Booking>): Booking => given as Booking;

describe("a text", () => {
  test.each([
    ["7k3m-9qxa-01c4-t8ze", { key: "7K3M9QXA01C4T8ZE", code: "7K3M9QXA01C4T8ZE" }],
    ["5D2R8KOQWM7C", { key: "5D2R8K0QWM7C", code: "5D2R8K0QWM7C" }],
    ["7K3M9QXA", { key: "7K3M9QXA", reference: "7K3M9QXA" }],
    ["Rossi", undefined],
    ["https://example.com", undefined],
  ])("%s names %j", (text, named) => expect(namedBy(text)).toEqual(named));
});

test("a scan finds its booking on the list, by reference, ticket or id", () => {
  const direct = aBooking({ id: "b1", reference: "7K3M9QXA", tickets: [] });
  const ticket = { code: "5D2R8K0QWM7C" } as Booking["tickets"][number];
  const resold = aBooking({ id: "b2", reference: "ZZZZZZZ2", tickets: [ticket] });
  const all = [direct, resold];
  expect(bookingOf(all, { code: "7K3M9QXA01C4T8ZE" })).toBe(direct);
  expect(bookingOf(all, { reference: "7K3M9QXA" })).toBe(direct);
  expect(bookingOf(all, { code: "5D2R8K0QWM7C" })).toBe(resold);
  expect(bookingOf(all, { bookingId: "b2" })).toBe(resold);
  expect(bookingOf(all, { code: "AAAAAAAA01C4T8ZE" })).toBeUndefined();
});

describe("the list of scans", () => {
  test("is sent in its order, and keeps what waits", () => {
    const all = withScan(withScan([], aScan("a")), aScan("b"));
    expect(nextOf(all)?.id).toBe("a");
    expect(nextOf(settled(all, "a", cameIn))?.id).toBe("b");
    expect(settled(all, "a", cameIn)[0]).toMatchObject({ name: "Rossi", outcome: cameIn });
    let many: readonly Entry[] = withScan([], aScan("waits"));
    for (let count = 0; count < 300; count++) {
      many = settled(withScan(many, aScan(`s${count}`)), `s${count}`, cameIn);
    }
    expect([many.length, many[0]?.id, many.at(-1)?.id]).toEqual([201, "waits", "s299"]);
  });

  test("shows a double at once, but lets what was refused be tried again", () => {
    const first = withScan([], aScan("a", "K"));
    const double = withScan(first, aScan("b", "K"));
    expect(double[1]?.outcome).toEqual({ kind: "double", name: "Guest K", at, by: "" });
    const refused = settled(first, "a", { kind: "unknown", name: "" });
    expect(withScan(refused, aScan("b", "K"))[1]?.outcome).toBeUndefined();
  });

  test("is empty where the browser has kept none, or something else", () => {
    expect([null, "{", "7"].map(entriesIn)).toEqual([[], [], []]);
    expect(entriesIn(JSON.stringify([aScan("a")]))).toEqual([aScan("a")]);
  });
});

test("a part of a party is another scan than all of it", () => {
  const items = [{ unitItemId: "itm_1", quantity: 2 }];
  expect(partyScan({ id: "bkg_1" })).toEqual({ key: "bkg_1", bookingId: "bkg_1" });
  expect(partyScan({ id: "bkg_1" }, items)).toEqual({
    key: "bkg_1 itm_1:2",
    bookingId: "bkg_1",
    items,
  });
});

describe("an answer", () => {
  const redeemed = { count: 1, of: 2, lastAt: at };
  const answer = (already: boolean, by: string, redeemedAt = at): RedeemedTicket =>
    ({
      ticket: { redeemedAt, redeemedBy: by },
      booking: { redeemed },
      already,
    }) as RedeemedTicket;

  test("is a double of another device, and not a repeat of one's own", () => {
    const of = (given: RedeemedTicket) => outcomeOfTicket(given, { at }, "Pier 3", "Rossi");
    expect(of(answer(false, "Pier 3"))).toEqual(cameIn);
    expect(of(answer(true, "Pier 3"))).toEqual(cameIn);
    const other = { kind: "double", name: "Rossi", at, by: "Pier 4" };
    expect(of(answer(true, "Pier 4"))).toEqual(other);
    const earlier = "2028-06-01T06:00:00.000Z";
    expect(of(answer(true, "Pier 3", earlier))).toMatchObject({ kind: "double", at: earlier });
  });

  test("of a party says whether anybody was new", () => {
    const [none, part, whole] = [null, redeemed, { ...redeemed, count: 2 }].map((each) =>
      aBooking({ redeemed: each }),
    ) as [Booking, Booking, Booking];
    const later = { at: "2028-06-01T08:00:00.000Z" };
    const of = (before: Booking, scan = later) =>
      outcomeOfBooking({ before, after: whole }, scan, "Rossi");
    const all = { kind: "in", name: "Rossi", count: 2, of: 2 };
    expect([of(none), of(part), of(whole, { at })]).toEqual([all, all, all]);
    expect(of(whole)).toEqual({ kind: "double", name: "Rossi", at, by: "" });
    const same = outcomeOfBooking({ before: part, after: part }, later, "Rossi");
    expect(same).toEqual({ kind: "double", name: "Rossi", at, by: "" });
  });
});

test("a log-out leaves what waits, and no name", () => {
  const entries = settled([aScan("1"), aScan("2")], "1", cameIn);
  expect(waiting(entries)).toEqual([{ ...aScan("2"), name: "" }]);
});
