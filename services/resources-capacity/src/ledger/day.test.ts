import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { addressNamed, addressesOf, rangesOf, startMinuteOf, windowFrom } from "./day.ts";

const supplier = { tenantId: "t", supplierId: "sup", startMinute: 120 };

describe("a supplier's days", () => {
  it.each([
    ["Europe/Rome", "2027-07-01T00:00:00Z", 2 * 60],
    ["Europe/Rome", "2027-01-01T00:00:00Z", 3 * 60],
    ["Asia/Kathmandu", "2027-01-01T12:34:56Z", 22 * 60 + 15],
    ["America/Los_Angeles", "2027-07-01T23:59:00Z", 11 * 60],
    ["Pacific/Kiritimati", "2027-07-01T00:00:00Z", 14 * 60],
    ["UTC", "2027-07-01T00:00:00Z", 4 * 60],
  ])("begin at 04:00 in %s as it was at %s", (zone, now, minute) => {
    expect(startMinuteOf(zone, Date.parse(now))).toBe(minute);
  });

  it.each([
    ["within a day", "2027-07-02T08:00", 60, "2027-07-02"],
    ["up to the boundary", "2027-07-02T01:00", 60, "2027-07-01"],
    ["from the boundary on", "2027-07-02T02:00", 60, "2027-07-02"],
    ["a whole day from the boundary", "2027-07-02T02:00", 1440, "2027-07-02"],
    ["across the boundary", "2027-07-02T01:30", 60, "2027-07-01 2027-07-02"],
    ["a whole day from any other time", "2027-07-02T08:00", 1440, "2027-07-02 2027-07-03"],
    ["without a duration, for a minute", "1969-12-31T23:59", 0, "1969-12-31"],
  ])("hold a departure %s", (_name, startAt, minutes, days) => {
    const addresses = addressesOf(supplier, windowFrom(Date.parse(`${startAt}Z`), minutes));
    expect(addresses.map(({ range }) => new Date(range.from).toISOString())).toEqual(
      days.split(" ").map((day) => `${day}T02:00:00.000Z`),
    );
    for (const address of addresses) expect(addressNamed(supplier, address.id)).toEqual(address);
  });

  it.each(["", "sup", "sup:", "sup:x", "sup:1.5", "other:1"])("have no ledger named %p", (id) => {
    expect(addressNamed(supplier, id)).toBeUndefined();
  });
});

describe("ranges of ledgers' names", () => {
  it.each([
    ["consecutive days", "s:20000 s:20001 s:20002", "s:20000-s:20002"],
    ["days in any order", "s:20002 s:20000 s:20001", "s:20000-s:20002"],
    ["few days between", "s:20000 s:20004", "s:20000-s:20004"],
    ["many days between", "s:20000 s:20005", "s:20000-s:20000 s:20005-s:20005"],
    ["two suppliers", "s:20000 t:20001", "s:20000-s:20000 t:20001-t:20001"],
    ["days that sort otherwise", "s:9999 s:10000 s:-1", "s:-1-s:-1 s:10000-s:10000 s:9999-s:9999"],
  ])("of %s", (_name, ids, expected) => {
    const ranges = rangesOf(ids.split(" "));
    expect(ranges.map(({ first, last }) => `${first}-${last}`).join(" ")).toBe(expected);
  });

  it("of none are none", () => {
    expect(rangesOf([])).toEqual([]);
  });

  it("hold every name that is asked for", () => {
    const name = fc
      .tuple(fc.constantFrom("s", "t"), fc.integer({ min: 9_990, max: 10_030 }))
      .map(([by, day]) => `${by}:${day}`);
    fc.assert(
      fc.property(fc.array(name), (ids) => {
        const ranges = rangesOf(ids);
        for (const id of ids)
          expect(ranges.filter(({ first, last }) => first <= id && id <= last)).toHaveLength(1);
      }),
    );
  });
});
