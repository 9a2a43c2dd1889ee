import { describe, expect, it } from "@jest/globals";
import {
  aBooking,
  aUnit,
  everyDay,
  now,
  someFacts,
  someSellingFacts,
  startAt,
} from "../../test/builders.ts";
import {
  type ChangeRequest,
  itemsAfter,
  evaluateChange,
  recomputes,
  refusalWithoutOption,
  asHeld,
  takesTheSame,
} from "./change-quote.ts";

type Input = ChangeRequest["input"];
type Asked = Parameters<typeof aRequest>[0];
type Facts = Parameters<typeof someFacts>[0];

function anInput(more: Partial<Input> = {}): Input {
  return { id: "bkg", expectedUpdatedAt: "", ...more };
}

function aRequest({
  input,
  ...more
}: Partial<Omit<ChangeRequest, "input">> & { input?: Partial<Input> } = {}) {
  return {
    input: anInput(input),
    booking: aBooking(),
    optionId: "opt",
    startAt,
    isDeparture: true,
    makesDeparture: false,
    rateAt: more.startAt ?? startAt,
    isRateDerived: more.startAt === undefined || more.startAt === startAt,
    ...more,
  };
}

const hour = 3_600_000;
const lineOf = (unitId: string, quantity: number) => ({ unitId, quantity });
const [before, after] = [startAt - hour, startAt + hour].map((at) => new Date(at).toISOString());
const blocked = someSellingFacts({ blocks: [{ startAt: before, endAt: after }] as never });
const unblocked = someSellingFacts();
const archivedAdult = aUnit("adult", { deletedAt: "2027-01-01T00:00:00.000Z" });
const archivedProduct = { archived: true, productArchived: true };
const dog = { input: { unitItems: [lineOf("dog", 1)] } };
const dear = { retailPrices: { adult: Number.MAX_SAFE_INTEGER }, unitItems: [lineOf("adult", 2)] };
const over = aBooking({ startAt: new Date(now - 2 * hour), occupiedUntil: new Date(now - hour) });

describe("a change", () => {
  it.each<[string, Asked, Facts, string | undefined]>([
    ["of nothing but prices is sold", { input: { retailPrices: { adult: 1 } } }, {}, undefined],
    ["moved into the past", { startAt: now - 1 }, {}, "IN_THE_PAST"],
    ["moved to no departure", { startAt: startAt + 1, isDeparture: false }, {}, "NOT_A_DEPARTURE"],
    ["that stays where none departs any more", { isDeparture: false }, {}, undefined],
    ["that stays in the past", { booking: over, startAt: now - 2 * hour }, {}, undefined],
    ["past the cutoff", { startAt: now + 1 }, { option: { bookingCutoffMinutes: 99 } }, undefined],
    ["to an unknown unit", dog, {}, "UNKNOWN_UNIT"],
    ["with no such unit's price", { input: { retailPrices: { child: 1 } } }, {}, "UNKNOWN_UNIT"],
    [
      "of an option that wants more",
      {},
      { option: { restrictions: { minUnits: 2, maxUnits: null } } },
      "OPTION_RESTRICTION",
    ],
    ["without a rate", {}, { pricingPeriods: [] }, "PRICE_NOT_CONFIGURED"],
    ["that costs too much", { input: dear }, {}, "TOTAL_TOO_BIG"],
  ])("%s", (_name, asked, facts, refusal) => {
    const evaluated = evaluateChange(aRequest(asked), someFacts(facts), unblocked, now);
    expect(evaluated.refusal).toBe(refusal);
  });

  it.each<[string, Asked, Facts, string | undefined]>([
    ["moved under a block", { startAt: startAt + 1 }, {}, "DEPARTURE_BLOCKED"],
    ["that stays under a block", {}, {}, undefined],
    ["of a closing option", {}, { archived: true }, "ARCHIVED"],
    ["below an archived product", {}, archivedProduct, undefined],
    ["that is over, below an archived product", { booking: over }, archivedProduct, "ARCHIVED"],
  ])("%s has the conflict", (_name, asked, facts, conflict) => {
    const evaluated = evaluateChange(aRequest(asked), someFacts(facts), blocked, now);
    expect(evaluated).toMatchObject({ conflict });
  });

  const held = { booking: aBooking({ optionId: "other", status: "ON_HOLD" }) };
  const pending = { booking: aBooking({ optionId: "other", status: "PENDING" }) };
  const confirmed = { booking: aBooking({ optionId: "other" }) };
  const approved = { option: { metadata: { directBooking: false } } };
  const adult = { unitItems: [lineOf("adult", 1)] };
  const fine = { conflict: undefined };
  const unknownUnit = { refusal: "UNKNOWN_UNIT" };
  const past = { refusal: "IN_THE_PAST" };
  const nowhere = { refusal: "NOT_A_DEPARTURE" };

  it.each<[string, Asked, Facts, object, typeof unblocked?]>([
    ["of a hold", held, {}, fine],
    ["to a start in the past", { ...held, startAt: now - 1 }, {}, past],
    ["to no departure of it", { ...held, isDeparture: false }, {}, nowhere],
    ["with a unit of the old one", { ...held, ...dog }, {}, unknownUnit],
    ["with an archived unit that it has", held, { units: [archivedAdult] }, unknownUnit],
    ["to an archived product", held, archivedProduct, { conflict: "ARCHIVED" }],
    ["to a closing option", held, { archived: true }, { conflict: "ARCHIVED" }],
    ["to a blocked departure", held, {}, { conflict: "DEPARTURE_BLOCKED" }, blocked],
    ["of a hold, to approval", held, approved, fine],
    ["of a pending one, to approval", pending, approved, fine],
    ["of a pending one, from approval", pending, {}, fine],
    ["of a confirmed one", confirmed, {}, fine],
    ["of a confirmed one, to approval", confirmed, approved, { conflict: "INVALID_STATE" }],
    ["of a confirmed one, within an option of approvals", {}, approved, fine],
  ])("of option, %s", (_name, asked, facts, expected, selling = unblocked) => {
    const request = aRequest({ ...asked, input: { ...adult, ...asked?.input } });
    expect(evaluateChange(request, someFacts(facts), selling, now)).toMatchObject(expected);
  });

  it.each<[string, Partial<Input>, string | undefined]>([
    ["its whole resources changed", { resourceItems: [] }, undefined],
    ["as many of it", { unitItems: [lineOf("adult", 3)] }, undefined],
    ["fewer of it", { unitItems: [lineOf("adult", 2)] }, undefined],
    ["fewer beside another", { unitItems: [lineOf("adult", 1), lineOf("child", 5)] }, undefined],
    ["none of it", { unitItems: [lineOf("child", 1)] }, undefined],
    ["its own price", { retailPrices: { adult: 1 } }, undefined],
    ["one more of it", { unitItems: [lineOf("adult", 4)] }, "UNKNOWN_UNIT"],
    ["one more in two lines", { unitItems: Array(2).fill(lineOf("adult", 2)) }, "UNKNOWN_UNIT"],
  ])("of a booking of three of an archived unit, to %s", (_name, input, refusal) => {
    const unitItems = [{ id: "itm", ...lineOf("adult", 3) }];
    const asked = aRequest({ input, booking: aBooking({ unitItems }) });
    const facts = someFacts({ units: [archivedAdult, aUnit("child")] });
    const selling = someSellingFacts({ periods: [everyDay] });
    expect(evaluateChange(asked, facts, selling, now).refusal).toBe(refusal);
  });

  it.each<[string, Partial<Input>, boolean]>([
    ["participants alone", { participants: {} }, false],
    [
      "participants priced at another start",
      { participants: {}, pricingReferenceStartAt: "2027-07-01T08:00:00.000Z" },
      true,
    ],
    ["prices", { retailPrices: {} }, true],
    ["whole units", { resourceItems: [] }, true],
    ["a start", { startAt: "2027-07-01T08:00:00.000Z" }, true],
  ])("by %s recomputes price and places: %s", (_name, input, expected) => {
    expect(recomputes(anInput(input))).toBe(expected);
  });

  const boats = (quantity: number) => ({ resourceItems: [{ resourceId: "boat", quantity }] });
  const customStart = { localDate: "2027-07-01", localTime: "11:00" };

  it.each<[string, Asked, string | undefined]>([
    ["of nothing", {}, undefined],
    ["of the price of a unit of its own", { input: { retailPrices: { adult: 1 } } }, undefined],
    ["to a start in the past", { startAt: now - 1 }, "IN_THE_PAST"],
    ["to another start", { startAt: startAt + hour }, "NOT_A_DEPARTURE"],
    ["to a local start", { startAt: startAt + hour, input: { customStart } }, undefined],
    ["of units", { input: adult }, "UNKNOWN_UNIT"],
    ["of another unit's price", { input: { retailPrices: { dog: 1 } } }, "UNKNOWN_UNIT"],
    ["of whole units", { input: boats(1) }, "RESOURCE_NOT_LINKED"],
  ])("%s of a deleted option's booking is refused with %s", (_name, asked, refusal) => {
    expect(refusalWithoutOption(aRequest(asked), now)).toBe(refusal);
  });

  it.each<[string, Partial<Input>, number[]]>([
    ["neither is given", {}, [2]],
    ["units are given", { unitItems: [] }, []],
    ["both are given", { unitItems: [], ...boats(3) }, [3]],
    ["none is asked for", { resourceItems: [] }, []],
  ])("keeps the whole units it asked for where %s", (_name, input, quantities) => {
    const booking = aBooking(boats(2));
    expect(itemsAfter(booking, input).map(({ quantity }) => quantity)).toEqual(quantities);
  });
});

describe("what is taken is the same", () => {
  const items = [
    { resourceId: "boat", name: "Boat", capacityPlaces: 4 },
    { resourceId: "van", name: "Van", capacityPlaces: 8, resourceQuantity: 1 },
  ];
  const booking = aBooking({ resourceUsageSnapshot: { schemaVersion: 1, items } });
  const boat = { resourceId: "boat", name: "Boat", places: 4, units: null, first: true };
  const van = { resourceId: "van", name: "Van", places: 8, units: 1, first: false };

  it.each<[string, boolean, (typeof boat | typeof van)[], number?]>([
    ["places and units", true, [boat, van]],
    ["units that are worth more by now", true, [boat, { ...van, places: 9 }]],
    ["in another order", true, [van, boat]],
    ["more places", false, [{ ...boat, places: 5 }, van]],
    ["another resource", false, [{ ...boat, resourceId: "canoe" }, van]],
    ["one resource less", false, [boat]],
    ["nothing", false, []],
    ["a later start", false, [boat, van], startAt + hour],
  ])("for %s: %s", (_name, same, taken, at = startAt) => {
    expect(takesTheSame(booking, taken, { facts: someFacts(), startAt: at })).toBe(same);
  });

  it("for another option is not, and nothing is the same on the same departure alone", () => {
    const facts = someFacts({ option: { id: "other" } });
    expect(takesTheSame(booking, [boat, van], { facts, startAt })).toBe(false);
    expect(takesTheSame(aBooking(), [], { facts, startAt })).toBe(false);
    const own = { facts: someFacts(), startAt };
    expect(takesTheSame(aBooking(), [], own)).toBe(true);
    expect(takesTheSame(aBooking(), [], { ...own, startAt: startAt + 3_600_000 })).toBe(false);
  });

  it("keeps the time before and after, whatever today's requirements are", () => {
    const margins = { prepareMinutes: 0, turnaroundMinutes: 30 };
    const cleaned = items.map((item) =>
      item.resourceId === "boat" ? { ...item, ...margins } : item,
    );
    const held = aBooking({ resourceUsageSnapshot: { schemaVersion: 1, items: cleaned } });
    const today = [boat, { ...van, prepareMinutes: 15, turnaroundMinutes: 0 }];
    expect(takesTheSame(held, today, { facts: someFacts(), startAt })).toBe(true);
    expect(asHeld(held, today)).toEqual([{ ...boat, ...margins }, van]);
  });

  it("for a longer option is not", () => {
    const facts = someFacts({ option: { durationMinutes: 61 } });
    expect(takesTheSame(booking, [boat, van], { facts, startAt })).toBe(false);
  });
});
