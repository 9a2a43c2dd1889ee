import { describe, expect, it } from "@jest/globals";
import { type SoldUnit, travellersOf } from "@slipway/departures";
import type { OptionFacts } from "../option-facts.ts";
import { type QuoteTravellers, departureQuote } from "./departure-quote.ts";
import type { Departure } from "./entry.ts";

const now = Date.parse("2027-07-01T08:00Z");
const start = Date.parse("2027-07-02T08:00Z");
const adult: SoldUnit = { id: "adult", restrictions: { maxQuantity: 4 }, deletedAt: null };
const baby: SoldUnit = { id: "baby", restrictions: { paxCount: 0 }, deletedAt: null };

interface QuoteFields extends Partial<Departure> {
  minutes?: number;
  maxUnits?: number;
  pricingPer?: "UNIT" | "RESOURCE";
  unpriced?: true;
  archived?: true;
  travellers?: Record<string, number>;
}

/** Two travellers on a departure of tomorrow that has 5 of 10 places left, but for what is given. */
function aQuote({ pricingPer = "UNIT", travellers = { adult: 2 }, ...given }: QuoteFields = {}) {
  const { minutes = 0, maxUnits } = given;
  const restrictions = { minUnits: 2, maxUnits: maxUnits ?? null };
  const period = {
    startMonthDay: "01-01",
    endMonthDay: "12-31",
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    startTimes: ["10:00"],
    retailPrices: given.unpriced ? {} : { adult: 1_000, baby: 0 },
    retailPriceTiers: null,
  };
  const option = { id: "opt", durationMinutes: 60, restrictions, pricingPer };
  const facts = {
    option: { ...option, bookingCutoffMinutes: minutes },
    units: [adult, baby],
    pricingPeriods: [period],
    timezone: "Europe/Rome",
    archived: given.archived ?? false,
  } as unknown as OptionFacts;
  const units = given.unpriced ? [] : [{ unitId: "adult", retail: 1_000 }];
  const prices = { currency: "EUR", currencyPrecision: 2, pricingPer, units, from: 1_000 };
  const left = { runs: null, capacity: 10, vacancies: 5, resources: [] };
  const usual = { start, manual: false, blocked: false, ...left, prices, retail: 2_000 };
  return departureQuote({ facts, ...usual, ...given }, quoteTravellersOf(travellers), now);
}

function quoteTravellersOf(quantities: Record<string, number>): QuoteTravellers | undefined {
  const unitItems = Object.entries(quantities).map(([unitId, quantity]) => ({ unitId, quantity }));
  if (unitItems.length === 0) return undefined;
  const travellers = travellersOf({ unitItems }, [adult, baby]);
  if (travellers === "UNKNOWN_UNIT") throw new Error("a test names units that there are");
  return { unitItems, travellers };
}

const anybody = { travellers: {} };
const dayMinutes = 1_440;
const calledOff = { runs: "CALLED_OFF", vacancies: 0 } as const;

describe("travellers", () => {
  it.each<[string, QuoteFields, string | null]>([
    ["that fit are sold", {}, null],
    ["in the past", { start: now - 1 }, "IN_THE_PAST"],
    ["at the cutoff is sold", { minutes: dayMinutes }, null],
    ["after the cutoff", { minutes: dayMinutes + 1 }, "BOOKING_CUTOFF_PASSED"],
    ["beyond the limit of a unit", { travellers: { adult: 5 } }, "UNIT_RESTRICTION"],
    ["beyond the option's", { maxUnits: 1 }, "OPTION_RESTRICTION"],
    ["below the option's", { travellers: { adult: 1 } }, "OPTION_RESTRICTION"],
    ["whole units without any", { pricingPer: "RESOURCE", vacancies: null }, "NO_LINKED_RESOURCE"],
    ["without a price", { unpriced: true, archived: true }, "PRICE_NOT_CONFIGURED"],
    ["of an archived product", { archived: true, blocked: true }, "ARCHIVED"],
    ["in blocked time", { blocked: true, vacancies: 1 }, "DEPARTURE_BLOCKED"],
    ["on a departure that is called off", calledOff, "DEPARTURE_CALLED_OFF"],
    ["more than what is left", { vacancies: 1 }, "CAPACITY_EXHAUSTED"],
    ["as many as what is left are sold", { vacancies: 2 }, null],
    ["without limit is sold", { vacancies: null }, null],
    ["whose total is too big", { retail: null }, "VALIDATION_FAILED"],
    ["that need no place are sold", { travellers: { baby: 2 }, vacancies: 0 }, null],
    [
      "that need no place need a whole unit",
      { travellers: { baby: 2 }, vacancies: 0, pricingPer: "RESOURCE" },
      "CAPACITY_EXHAUSTED",
    ],
    ["at a manual departure is sold at the rates of its day", { manual: true }, null],
  ])("%s", (_name, given, refusal) => {
    expect(aQuote(given).refusal).toBe(refusal);
  });
});

describe("anybody", () => {
  it.each<[string, QuoteFields, string | null]>([
    ["may book", {}, null],
    ["at the cutoff", { minutes: dayMinutes }, null],
    ["not after the cutoff", { minutes: dayMinutes + 1 }, "BOOKING_CUTOFF_PASSED"],
    ["not without any price", { unpriced: true }, "PRICE_NOT_CONFIGURED"],
    ["not of an archived product", { archived: true }, "ARCHIVED"],
    ["not in blocked time", { blocked: true }, "DEPARTURE_BLOCKED"],
    ["not on a departure that is called off", calledOff, "DEPARTURE_CALLED_OFF"],
    ["not without room for the smallest booking", { vacancies: 1 }, "CAPACITY_EXHAUSTED"],
    ["with room for the smallest booking", { vacancies: 2 }, null],
  ])("%s", (_name, given, refusal) => {
    expect(aQuote({ ...anybody, ...given }).refusal).toBe(refusal);
  });
});

it.each<[string, QuoteFields, boolean]>([
  ["fewer places than the travellers, though something else refuses it", { blocked: true }, true],
  ["fewer places than the smallest booking", anybody, true],
  ["travellers that need no place", { travellers: { baby: 2 } }, false],
  ["no departure that is called off, however full", { runs: "CALLED_OFF" }, false],
])("sold out is %s", (_name, given, isSoldOut) => {
  expect(aQuote({ vacancies: 1, ...given }).isSoldOut).toBe(isSoldOut);
});
