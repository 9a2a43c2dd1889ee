import { describe, expect, it } from "@jest/globals";
import { aPeriod, aUnit, now, someFacts, someSellingFacts, startAt } from "../../test/builders.ts";
import { startOf } from "./departure.ts";
import { type QuoteRequest, evaluate, pricedQuote, usageSnapshotOf } from "./quote.ts";
import type { OptionFacts } from "./option-policy.ts";

type Input = QuoteRequest["input"];

function aRequest(input: Partial<Input> = {}, asked: Partial<QuoteRequest> = {}): QuoteRequest {
  return {
    input: {
      unitItems: [{ unitId: "adult", quantity: 2 }],
      resourceItems: [],
      backdated: false,
      ...input,
    },
    startAt,
    isDerived: true,
    isManual: false,
    ...asked,
  };
}

const block = {
  startAt: new Date(startAt).toISOString(),
  endAt: new Date(startAt + 1).toISOString(),
};
const blocked = someSellingFacts({ blocks: [block] });

/** Everything wrong at once; each row mends the first thing and shows the next. */
const past = { startAt: now - 1, isDerived: false };
const allWrong = {
  units: [aUnit("adult", { restrictions: { maxQuantity: 1 } })],
  pricingPeriods: [],
  archived: true,
  option: { bookingCutoffMinutes: 4_320, restrictions: { minUnits: 3, maxUnits: null } },
} satisfies Parameters<typeof someFacts>[0];
const soon = now + 60_000;
const mended = { unitItems: [{ unitId: "adult", quantity: 1 }] };
const unlimited = {
  ...allWrong,
  units: [aUnit("adult")],
  option: { restrictions: { minUnits: null, maxUnits: null } },
};

describe("of several refusals the first is", () => {
  const wrongUnit = { unitItems: [{ unitId: "nobody", quantity: 2 }] };
  const rows: [string, QuoteRequest, OptionFacts, string][] = [
    ["IN_THE_PAST", aRequest(wrongUnit, past), someFacts(allWrong), "not reached"],
    [
      "NOT_A_DEPARTURE",
      aRequest(wrongUnit, { startAt: soon, isDerived: false }),
      someFacts(allWrong),
      "not reached",
    ],
    [
      "BOOKING_CUTOFF_PASSED",
      aRequest(wrongUnit, { startAt: soon }),
      someFacts(allWrong),
      "not reached",
    ],
    ["UNKNOWN_UNIT", aRequest(wrongUnit), someFacts(allWrong), "not reached"],
    ["UNIT_RESTRICTION", aRequest(), someFacts(allWrong), "not reached"],
    ["OPTION_RESTRICTION", aRequest(mended), someFacts(allWrong), "not reached"],
    ["PRICE_NOT_CONFIGURED", aRequest(mended), someFacts(unlimited), "come first"],
    [
      "TOTAL_TOO_BIG",
      aRequest({ retailPrices: { adult: 2 ** 53 - 1 } }),
      someFacts(unlimited),
      "come first",
    ],
    ["ARCHIVED", aRequest({ retailPrices: { adult: 1 } }), someFacts(unlimited), "come first"],
    ["DEPARTURE_BLOCKED", aRequest(), someFacts(), "come first"],
  ];
  it.each(rows)("%s", (refusal, asked, facts, resources) => {
    expect(evaluate(asked, facts, blocked, now)).toMatchObject({ refusal, resources });
  });
});

describe("a start", () => {
  const priced = (asked: QuoteRequest): QuoteRequest => ({
    ...asked,
    input: { ...asked.input, retailPrices: { adult: 1 } },
  });
  const evaluated = (asked: QuoteRequest, option: Partial<OptionFacts["option"]> = {}) =>
    evaluate(priced(asked), someFacts({ option }), someSellingFacts(), now).refusal;

  it.each([
    ["at this very instant is not past", aRequest({}, { startAt: now }), {}, undefined],
    ["a millisecond ago is", aRequest({}, { startAt: now - 1 }), {}, "IN_THE_PAST"],
    [
      "in the past may be backdated, whatever the cutoff",
      aRequest({ backdated: true }, { startAt: now - 1 }),
      { bookingCutoffMinutes: 10 },
      undefined,
    ],
    [
      "backdated without a departure is refused",
      aRequest({ backdated: true }, { startAt: now - 1, isDerived: false }),
      {},
      "NOT_A_DEPARTURE",
    ],
    [
      "to come keeps its cutoff though backdated is set",
      aRequest({ backdated: true }, { startAt: now + 1 }),
      { bookingCutoffMinutes: 1 },
      "BOOKING_CUTOFF_PASSED",
    ],
    [
      "is sold until the cutoff",
      aRequest({}, { startAt: now + 600_000 }),
      { bookingCutoffMinutes: 10 },
      undefined,
    ],
    [
      "is not sold after it",
      aRequest({}, { startAt: now + 599_999 }),
      { bookingCutoffMinutes: 10 },
      "BOOKING_CUTOFF_PASSED",
    ],
    [
      "of a manual departure is one",
      aRequest({}, { isDerived: false, isManual: true }),
      {},
      undefined,
    ],
    [
      "of its own needs no departure and passes the cutoff",
      aRequest(
        { customStart: { localDate: "2027-05-01", localTime: "10:01" } },
        { startAt: now + 1, isDerived: false },
      ),
      { bookingCutoffMinutes: 10 },
      undefined,
    ],
    [
      "of its own may not lie in the past",
      aRequest(
        { customStart: { localDate: "2027-05-01", localTime: "09:00" } },
        { startAt: now - 1, isDerived: false },
      ),
      {},
      "IN_THE_PAST",
    ],
  ])("%s", (_, asked, option, refusal) => {
    expect(evaluated(asked, option)).toBe(refusal);
  });

  it.each([
    ["Europe/Rome", "2027-07-01", "10:00", "2027-07-01T08:00:00.000Z"],
    ["Europe/Rome", "2027-03-28", "02:30", "2027-03-28T01:30:00.000Z"],
    ["Europe/Rome", "2027-10-31", "02:30", "2027-10-31T00:30:00.000Z"],
  ])("in %s at %s %s is %s", (zone, localDate, localTime, instant) => {
    const at = startOf({ customStart: { localDate, localTime } }, zone);
    expect(new Date(at).toISOString()).toBe(instant);
  });
});

describe("a block", () => {
  it.each([
    ["begins with its start", 0, 1, "DEPARTURE_BLOCKED"],
    ["ends before its end", -1, 0, undefined],
    ["lies after", 1, 2, undefined],
  ])("%s", (_, from, to, refusal) => {
    const at = {
      startAt: new Date(startAt + from).toISOString(),
      endAt: new Date(startAt + to).toISOString(),
    };
    const selling = someSellingFacts({ blocks: [at] });
    expect(evaluate(aRequest(), someFacts(), selling, now).refusal).toBe(refusal);
  });
});

describe("travellers", () => {
  const evaluated = (input: Partial<Input>, facts: Parameters<typeof someFacts>[0] = {}) =>
    evaluate(aRequest(input), someFacts(facts), someSellingFacts(), now);
  const limited = (restrictions: Record<string, unknown>) => ({
    units: [aUnit("adult", { restrictions }), aUnit("child")],
  });
  const two = { unitItems: [{ unitId: "adult", quantity: 2 }] };

  it.each([
    [
      "an archived unit",
      two,
      { units: [aUnit("adult", { deletedAt: "2027-01-01T00:00:00.000Z" })] },
      "UNKNOWN_UNIT",
    ],
    ["a price for a unit that is not booked", { retailPrices: { child: 1 } }, {}, "UNKNOWN_UNIT"],
    ["fewer than a unit's minimum", two, limited({ minQuantity: 3 }), "UNIT_RESTRICTION"],
    ["more than a unit's maximum", two, limited({ maxQuantity: 1 }), "UNIT_RESTRICTION"],
    [
      "items of one unit summed",
      {
        unitItems: [
          { unitId: "adult", quantity: 1 },
          { unitId: "adult", quantity: 1 },
        ],
      },
      limited({ maxQuantity: 1 }),
      "UNIT_RESTRICTION",
    ],
    ["limits that mean nothing", two, limited({ minQuantity: "3", maxQuantity: -1 }), undefined],
    ["limits that are null", two, limited({ minQuantity: null, maxQuantity: null }), undefined],
    ["its limits exactly", two, limited({ minQuantity: 2, maxQuantity: 2 }), undefined],
    [
      "fewer than the option's minimum",
      two,
      { option: { restrictions: { minUnits: 3, maxUnits: null } } },
      "OPTION_RESTRICTION",
    ],
    [
      "more than the option's maximum",
      two,
      { option: { restrictions: { minUnits: null, maxUnits: 1 } } },
      "OPTION_RESTRICTION",
    ],
  ])("with %s", (_, input, facts, refusal) => {
    expect(evaluated(input, facts).refusal).toBe(refusal);
  });

  it("is summed per unit, and counts participants by paxCount", () => {
    const units = [
      aUnit("adult"),
      aUnit("child", { restrictions: { paxCount: 0 } }),
      aUnit("family", { restrictions: { paxCount: 4 } }),
      aUnit("odd", { restrictions: { paxCount: 1.5 } }),
    ];
    const unitItems = [
      { unitId: "family", quantity: 1 },
      { unitId: "child", quantity: 3 },
      { unitId: "family", quantity: 1 },
      { unitId: "odd", quantity: 1 },
    ];
    const prices = { family: 1, child: 1, odd: 1 };
    const evaluation = evaluated({ unitItems, retailPrices: prices }, { units });
    expect(evaluation).toMatchObject({
      quote: {
        travellers: {
          quantity: 6,
          participants: 9,
          unitCounts: [{ quantity: 2 }, { quantity: 3 }, { quantity: 1 }],
        },
        demand: { participants: 9, pricingPer: "UNIT", resourceItems: [] },
      },
    });
  });

  it("sums what it asks of one resource", () => {
    const item = { resourceId: "boat", quantity: 2 };
    expect(evaluated({ resourceItems: [item, item] })).toMatchObject({
      quote: { demand: { resourceItems: [{ resourceId: "boat", quantity: 4 }] } },
    });
  });

  it("beyond exact numbers stays a number that nothing holds", () => {
    const units = [aUnit("adult", { restrictions: { paxCount: Number.MAX_SAFE_INTEGER } })];
    expect(evaluated(two, { units })).toMatchObject({
      quote: { travellers: { participants: Number.MAX_SAFE_INTEGER } },
    });
  });
});

describe("a quote", () => {
  it("on a manual departure takes the rate of the day where no time matches", () => {
    const rate = aPeriod({ startTimes: ["23:00"], retailPrices: { adult: 7 } });
    const facts = someFacts({ pricingPeriods: [rate] });
    const evaluatedAs = (asked: Partial<QuoteRequest>) =>
      evaluate(aRequest({}, asked), facts, someSellingFacts(), now);
    expect(evaluatedAs({ isDerived: false, isManual: true })).toMatchObject({
      quote: { price: { unitRetails: [7] } },
    });
    expect(evaluatedAs({}).refusal).toBe("PRICE_NOT_CONFIGURED");
  });

  it("per resource is priced by the units taken of the first requirement", () => {
    const facts = someFacts({ option: { pricingPer: "RESOURCE" } });
    const evaluation = evaluate(aRequest(), facts, someSellingFacts(), now);
    if (evaluation.refusal !== undefined) throw new Error(evaluation.refusal);
    const taken = [
      { resourceId: "guide", name: "Guide", places: 2, units: 2, first: false },
      { resourceId: "boat", name: "Boat", places: 30, units: 3, first: true },
    ];
    expect(pricedQuote(evaluation.quote, facts, taken)).toMatchObject({ retail: 3_000 });
    expect(usageSnapshotOf(taken)).toEqual({
      schemaVersion: 1,
      items: [
        { resourceId: "guide", name: "Guide", capacityPlaces: 2, resourceQuantity: 2 },
        { resourceId: "boat", name: "Boat", capacityPlaces: 30, resourceQuantity: 3 },
      ],
    });
  });

  it("of places alone keeps no whole units, and without resources no usage", () => {
    const places = { resourceId: "boat", name: "Boat", places: 2, units: null, first: true };
    expect(usageSnapshotOf([places])).toEqual({
      schemaVersion: 1,
      items: [{ resourceId: "boat", name: "Boat", capacityPlaces: 2 }],
    });
    expect(usageSnapshotOf([])).toBeNull();
  });
});
