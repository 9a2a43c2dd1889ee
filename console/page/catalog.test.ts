import { expect, it } from "@jest/globals";
import { type Catalog, type SoldOption, needsApproval, zoneOf } from "./catalog.ts";

const sold = (timezone: string | null) => ({ product: { timezone } }) as unknown as SoldOption;
const catalogWith = (timezone: string | undefined): Catalog => ({
  timezone,
  products: [],
  options: new Map([
    ["opt_own", sold("Asia/Tokyo")],
    ["opt_none", sold(null)],
  ]),
  resources: new Map(),
});

it.each([
  ["a product with a zone of its own", "opt_own", "Europe/Rome", "Asia/Tokyo"],
  ["a product without one", "opt_none", "Europe/Rome", "Europe/Rome"],
  ["an option that is sold no more", "opt_gone", "Europe/Rome", "Europe/Rome"],
  ["a supplier whom the user may not read", "opt_none", undefined, "UTC"],
])("shows the departures of %s by its clock", (_name, optionId, timezone, expected) => {
  expect(zoneOf(catalogWith(timezone), optionId)).toBe(expected);
});

it.each([
  [undefined, undefined, false],
  [undefined, false, true],
  [true, false, false],
  [false, true, true],
  // Free JSON: what is neither true nor false is as if it were absent.
  [null, false, true],
  ["no", true, false],
])("an option with directBooking %j of a product with %j needs approval: %j", (own, of, needed) => {
  const metadata = { option: { directBooking: own }, product: { directBooking: of } };
  const { option, product } = metadata;
  expect(needsApproval({ option: { metadata: option }, product: { metadata: product } })).toBe(
    needed,
  );
});
