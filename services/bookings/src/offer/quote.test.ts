import { describe, expect, it } from "@jest/globals";
import { aPeriod, aUnit, now, someFacts, someSellingFacts, startAt } from "../../test/builders.ts";
import { startOf } from "./departure.ts";
import { type QuoteRequest, evaluate, pricedQuote, usageSnapshotOf } from "./quote.ts";
import type { OptionFacts } from "./option-policy.ts";

type Input = QuoteRequest["input"];
type Facts = Parameters<typeof someFacts>[0];

const adults = (...quantities: number[]) => ({
  unitItems: quantities.map((quantity) => ({ unitId: "adult", quantity })),
});

function aRequest(input: Partial<Input> = {}, asked: Partial<QuoteRequest> = {}): QuoteRequest {
  return {
    input: {
      ...adults(2),
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

const blockedFor = (from: number, to: number) => {
  const [startsAt = "", endAt = ""] = [from, to].map((ms) => new Date(startAt + ms).toISOString());
  return someSellingFacts({ blocks: [{ startAt: startsAt, endAt }] });
};

/** Everything wrong at once; each row mends the first thing and shows the next. */
const past = { startAt: now - 1, isDerived: false };
const allWrong = {
  units: [aUnit("adult", { restrictions: { maxQuantity: 1 } })],
  pricingPeriods: [],
  archived: true,
  option: { bookingCutoffMinutes: 4_320, restrictions: { minUnits: 3, maxUnits: null } },
} satisfies Facts;
const soon = { startAt: now + 60_000 };
const mended = adults(1);
const priced = (retail: number) => ({ retailPrices: { adult: retail } });
const unlimited = {
  ...allWrong,
  units: [aUnit("adult")],
  option: { restrictions: { minUnits: null, maxUnits: null } },
};

describe("of several refusals the first is", () => {
  const wrongUnit = { unitItems: [{ unitId: "nobody", quantity: 2 }] };
  const none = someFacts(allWrong);
  const some = someFacts(unlimited);
  const rows: [string, QuoteRequest, OptionFacts, string][] = [
    ["IN_THE_PAST", aRequest(wrongUnit, past), none, "not reached"],
    ["NOT_A_DEPARTURE", aRequest(wrongUnit, { ...soon, isDerived: false }), none, "not reached"],
    ["BOOKING_CUTOFF_PASSED", aRequest(wrongUnit, soon), none, "not reached"],
    ["UNKNOWN_UNIT", aRequest(wrongUnit), none, "not reached"],
    ["UNIT_RESTRICTION", aRequest(), none, "not reached"],
    ["OPTION_RESTRICTION", aRequest(mended), none, "not reached"],
    ["PRICE_NOT_CONFIGURED", aRequest(mended), some, "come first"],
    ["TOTAL_TOO_BIG", aRequest(priced(2 ** 53 - 1)), some, "come first"],
    ["ARCHIVED", aRequest(priced(1)), some, "come first"],
    ["DEPARTURE_BLOCKED", aRequest(), someFacts(), "come first"],
  ];
  it.each(rows)("%s", (refusal, asked, facts, resources) => {
    expect(evaluate(asked, facts, blockedFor(0, 1), now)).toMatchObject({ refusal, resources });
  });
});

describe("a start", () => {
  const backdated = { backdated: true };
  const ownAt = (localTime: string) => ({ customStart: { localDate: "2027-05-01", localTime } });
  const tenMinutes = { bookingCutoffMinutes: 10 };

  it.each<[string, Partial<Input>, Partial<QuoteRequest>, Partial<OptionFacts["option"]>, string?]>(
    [
      ["at this very instant is not past", {}, { startAt: now }, {}],
      ["a millisecond ago is", {}, { startAt: now - 1 }, {}, "IN_THE_PAST"],
      [
        "in the past may be backdated, past the cutoff",
        backdated,
        { startAt: now - 1 },
        tenMinutes,
      ],
      ["backdated without a departure is refused", backdated, past, {}, "NOT_A_DEPARTURE"],
      [
        "to come keeps its cutoff though backdated is set",
        backdated,
        { startAt: now + 1 },
        { bookingCutoffMinutes: 1 },
        "BOOKING_CUTOFF_PASSED",
      ],
      ["is sold until the cutoff", {}, { startAt: now + 600_000 }, tenMinutes],
      ["is not sold after", {}, { startAt: now + 599_999 }, tenMinutes, "BOOKING_CUTOFF_PASSED"],
      ["of a manual departure is one", {}, { isDerived: false, isManual: true }, {}],
      [
        "of its own needs no departure and passes the cutoff",
        ownAt("10:01"),
        { startAt: now + 1, isDerived: false },
        tenMinutes,
      ],
      ["of its own may not lie in the past", ownAt("09:00"), past, {}, "IN_THE_PAST"],
    ],
  )("%s", (_, input, asked, option, ...[refusal]) => {
    const request = aRequest({ ...input, ...priced(1) }, asked);
    const evaluated = evaluate(request, someFacts({ option }), someSellingFacts(), now);
    expect(evaluated.refusal).toBe(refusal);
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
    const evaluated = evaluate(aRequest(), someFacts(), blockedFor(from, to), now);
    expect(evaluated.refusal).toBe(refusal);
  });
});

describe("travellers", () => {
  const evaluated = (input: Partial<Input>, facts: Facts = {}) =>
    evaluate(aRequest(input), someFacts(facts), someSellingFacts(), now);
  const limited = (restrictions: Record<string, unknown>) => ({
    units: [aUnit("adult", { restrictions }), aUnit("child")],
  });
  const two = adults(2);
  const party = (minUnits: number | null, maxUnits: number | null) => ({
    option: { restrictions: { minUnits, maxUnits } },
  });

  const archived = { units: [aUnit("adult", { deletedAt: "2027-01-01T00:00:00.000Z" })] };

  it.each<[string, Partial<Input>, Facts, string?]>([
    ["an archived unit", two, archived, "UNKNOWN_UNIT"],
    ["a price for a unit that is not booked", { retailPrices: { child: 1 } }, {}, "UNKNOWN_UNIT"],
    ["fewer than a unit's minimum", two, limited({ minQuantity: 3 }), "UNIT_RESTRICTION"],
    ["more than a unit's maximum", two, limited({ maxQuantity: 1 }), "UNIT_RESTRICTION"],
    ["items of one unit summed", adults(1, 1), limited({ maxQuantity: 1 }), "UNIT_RESTRICTION"],
    ["limits that mean nothing", two, limited({ minQuantity: "3", maxQuantity: -1 })],
    ["limits that are null", two, limited({ minQuantity: null, maxQuantity: null })],
    ["its limits exactly", two, limited({ minQuantity: 2, maxQuantity: 2 })],
    ["fewer than the option's minimum", two, party(3, null), "OPTION_RESTRICTION"],
    ["more than the option's maximum", two, party(null, 1), "OPTION_RESTRICTION"],
  ])("with %s", (_, input, facts, ...[refusal]) => {
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
