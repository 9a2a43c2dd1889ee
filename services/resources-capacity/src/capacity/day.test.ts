import { describe, expect, it } from "@jest/globals";
import { addressNamed, addressesOf, startMinuteOf, windowOf } from "./day.ts";

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
    ["within a day", "2027-07-02T08:00:00Z", 60, ["2027-07-02T02:00:00.000Z"]],
    ["up to the boundary", "2027-07-02T01:00:00Z", 60, ["2027-07-01T02:00:00.000Z"]],
    ["from the boundary on", "2027-07-02T02:00:00Z", 60, ["2027-07-02T02:00:00.000Z"]],
    ["a whole day from the boundary", "2027-07-02T02:00:00Z", 1440, ["2027-07-02T02:00:00.000Z"]],
    [
      "across the boundary",
      "2027-07-02T01:30:00Z",
      60,
      ["2027-07-01T02:00:00.000Z", "2027-07-02T02:00:00.000Z"],
    ],
    [
      "a whole day from any other time",
      "2027-07-02T08:00:00Z",
      1440,
      ["2027-07-02T02:00:00.000Z", "2027-07-03T02:00:00.000Z"],
    ],
    ["without a duration, for a minute", "1969-12-31T23:59:00Z", 0, ["1969-12-31T02:00:00.000Z"]],
  ])("hold a departure %s", (_name, startAt, minutes, days) => {
    const addresses = addressesOf(supplier, windowOf(startAt, minutes));
    expect(addresses.map(({ range }) => new Date(range.from).toISOString())).toEqual(days);
    for (const address of addresses) expect(addressNamed(supplier, address.id)).toEqual(address);
  });

  it.each(["", "sup", "sup:", "sup:x", "sup:1.5", "other:1"])("have no ledger named %p", (id) => {
    expect(addressNamed(supplier, id)).toBeUndefined();
  });
});
