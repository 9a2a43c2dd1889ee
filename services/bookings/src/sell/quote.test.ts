import { describe, expect, it } from "@jest/globals";
import { aPeriod, aUnit, now, someFacts, someSellingFacts, startAt } from "../../test/builders.ts";
import { startOf } from "./departure.ts";
import { type Wish, judge, pricedSale, usageOf } from "./quote.ts";
import type { OptionFacts } from "./option-policy.ts";

type Input = Wish["input"];

function aWish(input: Partial<Input> = {}, wish: Partial<Wish> = {}): Wish {
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
    ...wish,
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
  const rows: [string, Wish, OptionFacts, string][] = [
    ["IN_THE_PAST", aWish(wrongUnit, past), someFacts(allWrong), "not reached"],
    [
      "NOT_A_DEPARTURE",
      aWish(wrongUnit, { startAt: soon, isDerived: false }),
      someFacts(allWrong),
      "not reached",
    ],
    [
      "BOOKING_CUTOFF_PASSED",
      aWish(wrongUnit, { startAt: soon }),
      someFacts(allWrong),
      "not reached",
    ],
    ["UNKNOWN_UNIT", aWish(wrongUnit), someFacts(allWrong), "not reached"],
    ["UNIT_RESTRICTION", aWish(), someFacts(allWrong), "not reached"],
    ["OPTION_RESTRICTION", aWish(mended), someFacts(allWrong), "not reached"],
    ["PRICE_NOT_CONFIGURED", aWish(mended), someFacts(unlimited), "come first"],
    [
      "TOTAL_TOO_BIG",
      aWish({ retailPrices: { adult: 2 ** 53 - 1 } }),
      someFacts(unlimited),
      "come first",
    ],
    ["ARCHIVED", aWish({ retailPrices: { adult: 1 } }), someFacts(unlimited), "come first"],
    ["DEPARTURE_BLOCKED", aWish(), someFacts(), "come first"],
  ];
  it.each(rows)("%s", (refusal, wish, facts, resources) => {
    expect(judge(wish, facts, blocked, now)).toMatchObject({ refusal, resources });
  });
});

describe("a start", () => {
  const priced = (wish: Wish): Wish => ({
    ...wish,
    input: { ...wish.input, retailPrices: { adult: 1 } },
  });
  const judged = (wish: Wish, option: Partial<OptionFacts["option"]> = {}) =>
    judge(priced(wish), someFacts({ option }), someSellingFacts(), now).refusal;

  it.each([
    ["at this very instant is not past", aWish({}, { startAt: now }), {}, undefined],
    ["a millisecond ago is", aWish({}, { startAt: now - 1 }), {}, "IN_THE_PAST"],
    [
      "in the past may be backdated, whatever the cutoff",
      aWish({ backdated: true }, { startAt: now - 1 }),
      { bookingCutoffMinutes: 10 },
      undefined,
    ],
    [
      "backdated without a departure is refused",
      aWish({ backdated: true }, { startAt: now - 1, isDerived: false }),
      {},
      "NOT_A_DEPARTURE",
    ],
    [
      "to come keeps its cutoff though backdated is set",
      aWish({ backdated: true }, { startAt: now + 1 }),
      { bookingCutoffMinutes: 1 },
      "BOOKING_CUTOFF_PASSED",
    ],
    [
      "is sold until the cutoff",
      aWish({}, { startAt: now + 600_000 }),
      { bookingCutoffMinutes: 10 },
      undefined,
    ],
    [
      "is not sold after it",
      aWish({}, { startAt: now + 599_999 }),
      { bookingCutoffMinutes: 10 },
      "BOOKING_CUTOFF_PASSED",
    ],
    [
      "of a manual departure is one",
      aWish({}, { isDerived: false, isManual: true }),
      {},
      undefined,
    ],
    [
      "of its own needs no departure and passes the cutoff",
      aWish(
        { customStart: { localDate: "2027-05-01", localTime: "10:01" } },
        { startAt: now + 1, isDerived: false },
      ),
      { bookingCutoffMinutes: 10 },
      undefined,
    ],
    [
      "of its own may not lie in the past",
      aWish(
        { customStart: { localDate: "2027-05-01", localTime: "09:00" } },
        { startAt: now - 1, isDerived: false },
      ),
      {},
      "IN_THE_PAST",
    ],
  ])("%s", (_, wish, option, refusal) => {
    expect(judged(wish, option)).toBe(refusal);
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
    expect(judge(aWish(), someFacts(), selling, now).refusal).toBe(refusal);
  });
});

describe("a party", () => {
  const judged = (input: Partial<Input>, facts: Parameters<typeof someFacts>[0] = {}) =>
    judge(aWish(input), someFacts(facts), someSellingFacts(), now);
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
      "its lines of one unit summed",
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
    expect(judged(input, facts).refusal).toBe(refusal);
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
    const judgement = judged({ unitItems, retailPrices: prices }, { units });
    expect(judgement).toMatchObject({
      sale: {
        party: {
          quantity: 6,
          participants: 9,
          lines: [{ quantity: 2 }, { quantity: 3 }, { quantity: 1 }],
        },
        demand: { participants: 9, pricingPer: "UNIT", resourceItems: [] },
      },
    });
  });

  it("sums what it asks of one resource", () => {
    const item = { resourceId: "boat", quantity: 2 };
    expect(judged({ resourceItems: [item, item] })).toMatchObject({
      sale: { demand: { resourceItems: [{ resourceId: "boat", quantity: 4 }] } },
    });
  });

  it("beyond exact numbers stays a number that nothing holds", () => {
    const units = [aUnit("adult", { restrictions: { paxCount: Number.MAX_SAFE_INTEGER } })];
    expect(judged(two, { units })).toMatchObject({
      sale: { party: { participants: Number.MAX_SAFE_INTEGER } },
    });
  });
});

describe("a sale", () => {
  it("on a manual departure takes the rate of the day where no time matches", () => {
    const rate = aPeriod({ startTimes: ["23:00"], retailPrices: { adult: 7 } });
    const facts = someFacts({ pricingPeriods: [rate] });
    const judgedAs = (wish: Partial<Wish>) =>
      judge(aWish({}, wish), facts, someSellingFacts(), now);
    expect(judgedAs({ isDerived: false, isManual: true })).toMatchObject({
      sale: { quote: { unitRetails: [7] } },
    });
    expect(judgedAs({}).refusal).toBe("PRICE_NOT_CONFIGURED");
  });

  it("per resource is priced by the units taken of the first requirement", () => {
    const facts = someFacts({ option: { pricingPer: "RESOURCE" } });
    const judgement = judge(aWish(), facts, someSellingFacts(), now);
    if (judgement.refusal !== undefined) throw new Error(judgement.refusal);
    const taken = [
      { resourceId: "guide", name: "Guide", places: 2, units: 2, first: false },
      { resourceId: "boat", name: "Boat", places: 30, units: 3, first: true },
    ];
    expect(pricedSale(judgement.sale, facts, taken)).toMatchObject({ retail: 3_000 });
    expect(usageOf(taken)).toEqual({
      schemaVersion: 1,
      items: [
        { resourceId: "guide", name: "Guide", capacityPlaces: 2, resourceQuantity: 2 },
        { resourceId: "boat", name: "Boat", capacityPlaces: 30, resourceQuantity: 3 },
      ],
    });
  });

  it("of places alone keeps no whole units, and without resources no usage", () => {
    const places = { resourceId: "boat", name: "Boat", places: 2, units: null, first: true };
    expect(usageOf([places])).toEqual({
      schemaVersion: 1,
      items: [{ resourceId: "boat", name: "Boat", capacityPlaces: 2 }],
    });
    expect(usageOf([])).toBeNull();
  });
});
