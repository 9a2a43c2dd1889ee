/** Values for tests: each shows what matters to it and takes the rest from here. */
import { type GivenFacts, optionFactsWith } from "@slipway/dev/testing-facts";
import type { Booking } from "../src/record/booking.ts";
import type { Travellers } from "../src/offer/pricing.ts";
import type { OptionFacts, SellingFacts } from "../src/offer/option-policy.ts";

export const now = Date.parse("2027-05-01T10:00:00.000Z");
export const startAt = Date.parse("2027-07-01T08:00:00.000Z");
const stamp = "2027-01-01T00:00:00.000Z";

type Unit = OptionFacts["units"][number];
type Period = OptionFacts["pricingPeriods"][number];

export function aUnit(id: string, overrides: Partial<Unit> = {}): Unit {
  return {
    id,
    tenantId: "ten",
    name: `Name of ${id}`,
    reference: id,
    createdAt: stamp,
    updatedAt: stamp,
    optionId: "opt",
    type: "ADULT",
    requiredContactFields: [],
    restrictions: {},
    metadata: {},
    deletedAt: null,
    ...overrides,
  };
}

export const everyDay = {
  startMonthDay: "01-01",
  endMonthDay: "12-31",
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  // 08:00 in UTC, which these facts are in.
  startTimes: ["08:00"],
  validFrom: null,
  validUntil: null,
  exceptDates: [],
};

export function aPeriod(overrides: Partial<Period> = {}): Period {
  return {
    id: "prp",
    tenantId: "ten",
    optionId: "opt",
    ...everyDay,
    label: null,
    color: null,
    retailPrices: {},
    retailPriceTiers: null,
    createdAt: stamp,
    updatedAt: stamp,
    ...overrides,
  };
}

export function someFacts({ option, ...others }: GivenFacts = {}): OptionFacts {
  return optionFactsWith({
    option: { pricingPer: "UNIT", ...option },
    units: [aUnit("adult"), aUnit("child")],
    pricingPeriods: [aPeriod({ retailPrices: { adult: 1_000, child: 500 } })],
    ...others,
  });
}

export function someSellingFacts(overrides: Partial<SellingFacts> = {}): SellingFacts {
  return { periods: [everyDay], blocks: [], version: "1", ...overrides };
}

type UnitCount = Travellers["unitCounts"][number];

export function aUnitCount(unitId: string, quantity: number, paxCount = 1): UnitCount {
  return { unit: aUnit(unitId), quantity, paxCount };
}

export function someTravellers(...unitCounts: UnitCount[]): Travellers {
  return {
    unitCounts,
    quantity: unitCounts.reduce((sum, { quantity }) => sum + quantity, 0),
    participants: unitCounts.reduce((sum, { quantity, paxCount }) => sum + quantity * paxCount, 0),
  };
}

export function aBooking(overrides: Partial<Booking> = {}): Booking {
  return {
    _id: "bkg",
    tenantId: "ten",
    uuid: "00000000-0000-4000-8000-000000000000",
    reference: "7K3M9QXA",
    revision: 1,
    supplierId: "sup",
    productId: "prd",
    optionId: "opt",
    sourceChannelConnectionId: null,
    source: "api/v1",
    externalId: null,
    resellerReference: null,
    status: "CONFIRMED",
    startAt: new Date(startAt),
    endAt: null,
    occupiedUntil: new Date(startAt + 3_600_000),
    expiresAt: null,
    confirmedAt: new Date(now),
    cancelledAt: null,
    customer: null,
    notes: null,
    cancellationReason: null,
    pricingSnapshot: {
      schemaVersion: 1,
      pricingPer: "UNIT",
      currency: "EUR",
      currencyPrecision: 2,
      retail: 1_000,
      unitPricing: [{ unitId: "adult", quantity: 1, retail: 1_000, unitRetail: 1_000 }],
    },
    resourceUsageSnapshot: null,
    participants: null,
    metadata: null,
    unitItems: [{ id: "itm", unitId: "adult", quantity: 1 }],
    tickets: [],
    erasedAt: null,
    resourceItems: [],
    claims: [],
    searchText: "",
    createdAt: new Date(now),
    updatedAt: new Date(now),
    ...overrides,
  };
}
