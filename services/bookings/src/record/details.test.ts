import { describe, expect, it } from "@jest/globals";
import { aBooking, now } from "../../test/builders.ts";
import { decideConfirm } from "./booking.ts";
import { fieldsOfDetails, withDetails } from "./details.ts";

const hold = { status: "ON_HOLD", expiresAt: new Date(now + 1) } as const;
const confirmed = { status: "CONFIRMED", expiresAt: null };
const ada = { name: "Ada", age: 1, "a.b": [{ x: 1, y: null }] };
const sameAda = { "a.b": [{ y: null, x: 1.0 }], age: 1, name: "Ada" };
const refused = { ok: false, refusal: "DETAILS_ALREADY_SET" };

describe("a confirmation with details", () => {
  it.each([
    ["nothing", {}, {}, {}],
    [
      "what the booking lacks",
      {},
      { customer: ada, notes: "n", resellerReference: "r" },
      { customer: JSON.stringify(ada), searchText: "ada", notes: "n", resellerReference: "r" },
    ],
    [
      "a part of what it lacks",
      { notes: "n" },
      { resellerReference: "r" },
      { resellerReference: "r" },
    ],
    [
      "what it has, in another order",
      { customer: JSON.stringify(ada), notes: "n", resellerReference: "r" },
      { customer: sameAda, notes: "n", resellerReference: "r" },
      {},
    ],
    ["an empty customer to none", {}, { customer: {} }, { customer: "{}", searchText: "" }],
  ])("sets of %s only what is missing", (_, has, wanted, set) => {
    const booking = aBooking({ ...hold, ...has });
    const decision = withDetails(decideConfirm(booking, false, now), booking, wanted);
    expect(decision).toEqual({ ok: true, set: { ...confirmed, ...set } });
  });

  it.each([
    ["another customer", { customer: '{"name":"Ada"}' }, { customer: { name: "Bea" } }],
    ["a customer with one more field", { customer: '{"a":1}' }, { customer: { a: 1, b: 2 } }],
    ["a list in another order", { customer: '{"a":[1,2]}' }, { customer: { a: [2, 1] } }],
    ["a customer where it has an empty one", { customer: "{}" }, { customer: { a: 1 } }],
    [
      "a member named __proto__",
      { customer: "{}" },
      { customer: JSON.parse('{"__proto__":{"a":1}}') as Record<string, unknown> },
    ],
    ["other notes", { notes: "n" }, { notes: "m" }],
    [
      "another reference beside new notes",
      { resellerReference: "r" },
      { resellerReference: "s", notes: "n" },
    ],
  ])("refuses %s, and confirms nothing", (_, has, wanted) => {
    const booking = aBooking({ ...hold, ...has });
    expect(withDetails(decideConfirm(booking, false, now), booking, wanted)).toEqual(refused);
  });

  it("refuses by the booking's state first", () => {
    const booking = aBooking({ status: "CANCELLED", notes: "n" });
    const decision = withDetails(decideConfirm(booking, false, now), booking, { notes: "m" });
    expect(decision).toEqual({ ok: false, refusal: "INVALID_STATE" });
  });
});

describe("replaced details", () => {
  it.each([
    ["nothing", {}, {}],
    ["texts", { notes: "n", externalId: "e" }, { notes: "n", externalId: "e" }],
    ["null", { notes: null, resellerReference: null }, { notes: null, resellerReference: null }],
    ["a customer", { customer: ada }, { customer: JSON.stringify(ada), searchText: "ada" }],
    ["no customer", { customer: null }, { customer: null, searchText: "" }],
    ["metadata", { metadata: { z: 1, a: 2 } }, { metadata: '{"z":1,"a":2}' }],
    ["no metadata", { metadata: null }, { metadata: null }],
  ])("of %s are the fields to store", (_, details, fields) => {
    expect(fieldsOfDetails(details)).toEqual(fields);
  });
});
