import { expect, it } from "@jest/globals";
import { type Filter, askedOf, sortGiven, viewGiven } from "./filter.ts";

const none: Filter = {
  view: "all",
  text: " ",
  date: null,
  product: null,
  status: null,
  source: null,
  sort: "createdAt",
};
/** A Thursday. */
const today = "2028-06-01";
const asked = (filter: Partial<Filter>) => askedOf({ ...none, ...filter }, today, "Europe/Rome");

it("asks for nothing in particular where nothing is chosen", () => {
  expect(JSON.stringify(asked({}))).toBe('{"sort":"createdAt"}');
});

it.each([
  ["today", "2028-05-31T22:00:00.000Z", "2028-06-01T21:59:59.999Z"],
  ["week", "2028-05-28T22:00:00.000Z", "2028-06-04T21:59:59.999Z"],
] as const)("asks for the days of %s by the clock of the supplier", (view, from, to) => {
  expect(asked({ view })).toMatchObject({ from, to, status: "ON_HOLD,PENDING,CONFIRMED" });
});

it("lets a day and a status that were chosen count more than those of a saved filter", () => {
  expect(asked({ view: "week", date: "2028-07-01", status: "CANCELLED" })).toMatchObject({
    from: "2028-06-30T22:00:00.000Z",
    status: "CANCELLED",
  });
});

it("sorts by date of travel where the list is of some days", () => {
  expect(sortGiven(null, { view: "today", date: null })).toBe("startAt");
  expect(sortGiven(null, { view: "all", date: today })).toBe("startAt");
  expect(sortGiven(null, { view: "all", date: null })).toBe("createdAt");
  expect(sortGiven("createdAt", { view: "today", date: null })).toBe("createdAt");
  expect(viewGiven("unknown")).toBe("all");
});
