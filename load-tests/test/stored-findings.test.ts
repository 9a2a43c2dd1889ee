import { expect, it } from "@jest/globals";
import { type Stored, placesTaken, storedFindings } from "../drills/stored-findings.ts";

const startAt = "2031-07-01T12:00:00.000Z";
const stored: Stored = { id: "bkg_1", status: "CONFIRMED", startAt, idempotencyKey: "key-1" };

it("finds what was answered and is not there, or is otherwise", () => {
  const found = (status: string | undefined, ...there: Stored[]) =>
    storedFindings(new Map([["bkg_1", { key: "key-1", status }]]), there);
  expect(found("CONFIRMED", stored)).toEqual([]);
  expect(found(undefined, stored)).toEqual([]);
  expect(found("CONFIRMED")).toHaveLength(1);
  expect(found(undefined)).toHaveLength(1);
  expect(found("CANCELLED", stored)).toHaveLength(1);
  expect(found("CONFIRMED", { ...stored, idempotencyKey: "key-2" })).toHaveLength(1);
});

it("finds a key that made two bookings", () => {
  expect(storedFindings(new Map(), [stored, { ...stored, id: "bkg_2" }])).toHaveLength(1);
  const unkeyed = { ...stored, idempotencyKey: null };
  expect(storedFindings(new Map(), [unkeyed, { ...unkeyed, id: "bkg_2" }])).toEqual([]);
});

it("counts the places of bookings that have not ended", () => {
  const others: Stored[] = [
    { ...stored, status: "ON_HOLD" },
    { ...stored, status: "CANCELLED" },
    { ...stored, startAt: "2031-07-02T12:00:00.000Z" },
  ];
  expect(placesTaken([stored, ...others], "2031-07-01T12:00:00Z")).toBe(2);
});
