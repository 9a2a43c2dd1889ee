import { expect, it } from "@jest/globals";
import { typed } from "./type-events.ts";

const at = new Date("2027-06-01T08:00:00.000Z");
const own = {
  id: "aud_1",
  tenantId: "ten_1",
  entityId: "per_1",
  before: null,
  after: '{"fact":1}',
};
const fact = {
  ...own,
  at: at.toISOString(),
  entityType: "option",
  action: "option.set-unit-order",
};
const expected = { ...own, at, type: "option.unitsOrdered" };

it("types an event, and those that its effects carry", () => {
  const event = { id: own.id, at, fact };
  const adds = [{ period: { _id: "per_2", weekdays: [1] }, event }];
  expect(typed([{ ...event, adds }])).toEqual([
    { ...expected, adds: [{ period: { _id: "per_2", weekdays: [1] }, event: expected }] },
  ]);
});

it("leaves an event that has its type as it is", () => {
  expect(typed([expected])).toEqual([expected]);
});
