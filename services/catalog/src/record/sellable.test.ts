import { expect, it } from "@jest/globals";
import { type OptionToSell, optionToSell, sellableProduct } from "./sellable.ts";
import type { Product } from "./product.ts";

const at = new Date(0);
const unit = {
  id: "unt_1",
  name: "Adult",
  reference: "adult",
  type: "ADULT" as const,
  requiredContactFields: [],
  restrictions: JSON.stringify({ paxCount: 2, minAge: "old", secret: "of the supplier" }),
  createdAt: at,
  updatedAt: at,
  deletedAt: null,
};
const option: OptionToSell = {
  _id: "opt_1",
  tenantId: "ten_1",
  createdAt: at,
  updatedAt: at,
  supplierId: "sup_1",
  productId: "prd_1",
  name: "Crossing",
  reference: "crossing",
  durationMinutes: 40,
  sortOrder: 0,
  pricingPer: "UNIT",
  cancellationCutoffAmount: 24,
  cancellationCutoffUnit: "hour",
  bookingCutoffMinutes: 0,
  requiredContactFields: [],
  restrictions: { minUnits: null, maxUnits: null },
  metadata: "{}",
  units: [unit, { ...unit, id: "unt_2", deletedAt: at }],
  priced: true,
  making: false,
};
const product = {
  _id: "prd_1",
  name: "Ferry",
  reference: "ferry",
  description: null,
  locale: "it-IT",
  timezone: null,
  metadata: "{}",
  deletedAt: null,
  defaultOptionId: "opt_1",
} as unknown as Product;

const delivered = (
  change: Partial<OptionToSell> = {},
  of: Partial<Product> = {},
  isArchived = false,
) => {
  const options = [optionToSell({ ...option, ...change }, "2028-06-01")];
  const supplier = { timezone: "Europe/Rome", isArchived };
  const sellable = sellableProduct({ ...product, ...of }, options, supplier);
  return { ...sellable, option: sellable.options[0] };
};

it.each([
  [null, false, false],
  [at, false, true],
  [null, true, true],
])(
  "is archived by itself (%s) or with its supplier (%s): %s",
  (deletedAt, ofSupplier, archived) => {
    expect(delivered({}, { deletedAt }, ofSupplier).archived).toBe(archived);
  },
);

it("departs in its own zone, else in the supplier's", () => {
  expect(delivered().timezone).toBe("Europe/Rome");
  expect(delivered({}, { timezone: "Etc/UTC" }).timezone).toBe("Etc/UTC");
});

it("shows of a unit's restrictions what the standard knows, and nothing else of the free JSON", () => {
  expect(delivered().option?.units[0]?.restrictions).toEqual({ paxCount: 2, minAge: "old" });
});

it("says which units and products are archived", () => {
  expect(delivered().option?.units.map(({ archived }) => archived)).toEqual([false, true]);
  expect([delivered().archived, delivered({}, { deletedAt: at }).archived]).toEqual([false, true]);
});

it.each([
  ["{}", "{}", false],
  ["{}", '{"directBooking":false}', true],
  ['{"directBooking":true}', '{"directBooking":false}', false],
  ['{"directBooking":false}', "{}", true],
])("of option %s and product %s waits for approval: %s", (own, metadata, expected) => {
  expect(delivered({ metadata: own }, { metadata }).option?.needsApproval).toBe(expected);
});

const priced = (retailPrices: Record<string, number>, more: object = {}) => ({
  retailPrices,
  retailPriceTiers: null,
  ...more,
});
const tier = { minQuantity: 10, maxQuantity: 20, retail: 500 };
const windows = [
  priced({ unt_1: 800 }, { validUntil: "2028-05-31" }),
  priced({ unt_1: 1000 }, { validUntil: "2028-06-01" }),
  priced({ unt_1: 1250 }, { validUntil: null }),
];

it.each<[string, OptionToSell["pricingPeriods"], number | null, number | null]>([
  ["no periods", undefined, null, null],
  ["a period without prices", [priced({})], null, null],
  [
    "the lowest of two periods",
    [priced({ unt_1: 1250, unt_2: 700 }), priced({ unt_1: 950 })],
    950,
    700,
  ],
  ["not of a window that is over", windows, 1000, 1000],
  ["a tier below", [priced({ unt_1: 950 }, { retailPriceTiers: [tier] })], 500, 500],
])("is sold from the lowest price: %s", (_name, pricingPeriods, ofUnit, ofOption) => {
  const { option: shown } = delivered({ pricingPeriods });
  expect([shown?.units[0]?.lowestRetail, shown?.lowestRetail]).toEqual([ofUnit, ofOption]);
});
