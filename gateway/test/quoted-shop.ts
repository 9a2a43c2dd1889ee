/** Shops drawn at random, and what their clients ask: for tests of quotes against sales and changes. */
import assert from "node:assert";
import fc from "fast-check";
import { type Client, type Make, makerOf } from "./client.ts";
import { allYear } from "./octo-shop.ts";

const dayMs = 86_400_000;
/** A day of a shop is this many days of the calendar later: midnight may pass while a test runs. */
const firstDay = Math.floor(Date.now() / dayMs) + 1;
const times = ["09:00", "10:00", "23:30"];
/** Zones that keep their offset all year. */
const zones = [
  { timezone: "Etc/UTC", offset: "+00:00" },
  { timezone: "Asia/Tokyo", offset: "+09:00" },
];

const optionPlan = fc.record({
  durationMinutes: fc.constantFrom(0, 45, 90, 600),
  bookingCutoffMinutes: fc.constantFrom(0, 0, 0, 4_320),
  restrictions: fc.constantFrom({}, {}, { minUnits: 2, maxUnits: 6 }),
  metadata: fc.constantFrom({}, { directBooking: false }, { holdMinutes: 7 }),
  pricingPer: fc.constantFrom("UNIT", "BOOKING", "RESOURCE"),
  /** Passengers of its first units; the last unit is archived. */
  paxCounts: fc.tuple(fc.constant(1), fc.constantFrom(1, 4), fc.constantFrom(0, 1)),
  unitMax: fc.constantFrom({}, { maxQuantity: 4 }),
  /** By unit; null: no rate. */
  rates: fc.tuple(
    fc.constantFrom(1_250, 1_999),
    fc.constantFrom(0, 500),
    fc.constantFrom(null, 300),
  ),
  tiers: fc.constantFrom(null, [{ minQuantity: 3, maxQuantity: 5, retail: 700 }]),
  boat: fc.constantFrom(
    { quantity: 1 },
    { quantity: 1 },
    { quantity: 2 },
    { quantity: 1, maxQuantity: 1 },
    // An option without a resource has no timetable, only departures that bookings made.
    null,
  ),
  hasGuides: fc.boolean(),
});
const charges = [
  { name: "VAT", kind: "TAX", basis: "PERCENT", amount: 2_200, included: true },
  { name: "Port", kind: "FEE", basis: "UNIT", amount: 133, included: false },
  { name: "City", kind: "TAX", basis: "PERCENT", amount: 333, included: false },
  { name: "Desk", kind: "FEE", basis: "BOOKING", amount: 250, included: false },
];
type OptionPlan = Drawn<typeof optionPlan>;

export const shopPlan = fc.record({
  zone: fc.constantFrom(...zones),
  options: fc.tuple(optionPlan, optionPlan),
  boats: fc.record({
    quantity: fc.integer({ min: 1, max: 3 }),
    capacityPerResource: fc.integer({ min: 4, max: 10 }),
  }),
  blockedDay: fc.constantFrom(null, 2),
});

export type Drawn<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

export interface Shop {
  readonly supplierId: string;
  readonly productId: string;
  readonly options: readonly { readonly id: string; readonly units: readonly string[] }[];
  /** The boat, the guides, a resource that no option needs, and an id that names none. */
  readonly resources: readonly string[];
  /** A local time of a day; those from 0 on are ahead. */
  startOf(day: number, time: string): string;
}

/** Makes a shop over HTTP: two options that share a boat. */
export async function aShop(
  client: Client,
  key: string,
  plan: Drawn<typeof shopPlan>,
): Promise<Shop> {
  const make = makerOf(client, key);
  const { timezone, offset } = plan.zone;
  const startOf = (day: number, time: string): string => `${dateOf(day)}T${time}:00${offset}`;
  const supplierId = await make("POST /suppliers", { name: "Laguna", timezone });
  const productId = await make("POST /products", { supplierId, name: "Cruise" });
  const pool = (name: string, numbers: object): Promise<string> =>
    make("POST /resources", { supplierId, name, ...numbers });
  const boat = await pool("Boat", plan.boats);
  const guides = await pool("Guide", { quantity: 3, capacityPerResource: 5 });
  const kayak = await pool("Kayak", { quantity: 9, capacityPerResource: 1 });
  const options: Shop["options"][number][] = [];
  for (const option of plan.options)
    options.push(await anOption(make, option, { productId, boat, guides }));
  const { blockedDay: day } = plan;
  const block = day !== null && {
    startAt: startOf(day, "00:00"),
    endAt: startOf(day + 1, "00:00"),
  };
  if (block) await make("POST /availability-blocks", { productId, ...block });
  const resources = [boat, guides, kayak, "res_of_nobody"];
  return { supplierId, productId, options, resources, startOf };
}

export function dateOf(day: number): string {
  return new Date((firstDay + day) * dayMs).toISOString().slice(0, 10);
}

async function anOption(
  make: Make,
  plan: OptionPlan,
  of: { productId: string; boat: string; guides: string },
): Promise<Shop["options"][number]> {
  const { durationMinutes, bookingCutoffMinutes, restrictions, metadata } = plan;
  const fields = { durationMinutes, bookingCutoffMinutes, restrictions, metadata };
  const id = await make(`POST /products/${of.productId}/options`, { name: "Seat", ...fields });
  const unit = (limits: object): Promise<string> =>
    make(`POST /options/${id}/units`, { name: "Guest", type: "ADULT", restrictions: limits });
  const units: string[] = [];
  for (const paxCount of plan.paxCounts) units.push(await unit({ paxCount, ...plan.unitMax }));
  units.push(await unit({}));
  await make(`DELETE /units/${units.at(-1)}`);
  const link = (resourceId: string, needed: object): Promise<string> =>
    make(`POST /options/${id}/resource-requirements`, { resourceId, ...needed });
  if (plan.boat) {
    await link(of.boat, plan.boat);
    if (plan.hasGuides) await link(of.guides, {});
    await make(`POST /options/${id}/availability-periods`, { ...allYear, startTimes: times });
  }
  const rates = units.flatMap((name, index) => {
    const rate = plan.rates[index];
    return typeof rate === "number" ? [[name, rate] as const] : [];
  });
  const period = {
    ...allYear,
    // One time of the timetable has no price.
    startTimes: times.slice(0, 2),
    retailPrices: Object.fromEntries(rates),
    retailPriceTiers: plan.tiers,
  };
  const { pricingPer } = plan;
  await make(`PUT /options/${id}/pricing-periods`, { pricingPer, periods: [period] });
  // Not drawn: a draw of its own would give the test's seed other shops.
  if (plan.hasGuides) await make(`PUT /options/${id}/charges`, { charges });
  return { id, units };
}

/** Each value as often as its weight says. */
function oneOf(...weighted: readonly (readonly [number, number])[]): fc.Arbitrary<number> {
  return fc.oneof(
    ...weighted.map(([value, weight]) => ({ weight, arbitrary: fc.constant(value) })),
  );
}

/** Present in one draw of so many. */
function seldom<Value>(
  arbitrary: fc.Arbitrary<Value>,
  of: number,
): fc.Arbitrary<Value | undefined> {
  const absent = fc.constant(undefined);
  return fc.oneof({ weight: 1, arbitrary }, { weight: of - 1, arbitrary: absent });
}

const start = fc.oneof(
  { weight: 24, arbitrary: startBy("startAt", [1, 1, 1, 2, 3, 3], ["09:00", "09:00", ...times]) },
  { weight: 5, arbitrary: startBy("customStart", [1, 3], ["09:00", "10:17"]) },
  { weight: 2, arbitrary: startBy("startAt", [-4, 1], ["09:00", "10:17"]) },
  { weight: 1, arbitrary: startBy("both", [1], times) },
);

function startBy(by: "startAt" | "customStart" | "both", days: number[], at: string[]) {
  return fc.record({
    by: fc.constant(by),
    day: fc.constantFrom(...days),
    time: fc.constantFrom(...at),
  });
}

const party = fc.array(
  fc.record({
    unit: oneOf([0, 12], [1, 6], [2, 4], [3, 1]),
    quantity: oneOf([1, 12], [2, 8], [3, 6], [5, 2], [0, 1]),
  }),
  { minLength: 1, maxLength: 2 },
);
const whole = fc.array(
  fc.record({
    resource: oneOf([0, 8], [1, 3], [2, 1], [3, 1]),
    quantity: oneOf([1, 2], [2, 1]),
  }),
  { maxLength: 2 },
);
const prices = fc.array(
  fc.record({
    unit: oneOf([0, 4], [1, 2], [2, 1]),
    amount: oneOf([0, 1], [990, 3], [Number.MAX_SAFE_INTEGER, 1]),
  }),
  { minLength: 1, maxLength: 2 },
);
const yes = fc.constant(true);

const sale = fc.record({
  act: fc.constant("sell" as const),
  option: fc.constantFrom(0, 1),
  start,
  party,
  whole: seldom(whole, 5),
  prices: seldom(prices, 5),
  status: fc.constantFrom(undefined, "ON_HOLD", "CONFIRMED"),
  expandCapacity: seldom(yes, 4),
  backdated: seldom(yes, 15),
  bySession: fc.boolean(),
  endsEarly: seldom(yes, 30),
  lacksUnits: seldom(yes, 30),
});
const change = fc.record({
  act: fc.constant("change" as const),
  booking: fc.nat(),
  start: seldom(start, 2),
  party: seldom(party, 2),
  whole: seldom(whole, 5),
  prices: seldom(prices, 5),
  rateDay: seldom(fc.constant(3), 8),
  participants: fc.constantFrom(undefined, { names: ["Ada"] }),
  isStale: seldom(yes, 10),
  isImmutable: seldom(yes, 30),
});
const cancel = fc.record({ act: fc.constant("cancel" as const), booking: fc.nat() });

export const acts = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: sale },
    { weight: 5, arbitrary: change },
    { weight: 1, arbitrary: cancel },
  ),
  { minLength: 25, maxLength: 30 },
);
type Sale = Drawn<typeof sale>;
type Change = Drawn<typeof change>;

/** The body of POST /bookings; members that are undefined are not sent. */
export function saleBody(shop: Shop, asked: Sale): object {
  const option = shop.options[asked.option];
  assert(option);
  const { status, expandCapacity, backdated } = asked;
  return {
    optionId: option.id,
    ...startFields(shop, asked.start),
    unitItems: asked.lacksUnits ? undefined : unitItemsOf(option, asked.party),
    resourceItems: asked.whole && wholeOf(shop, asked.whole),
    retailPrices: asked.prices && pricesOf(option, asked.prices),
    endAt: asked.endsEarly && shop.startOf(asked.start.day, "08:00"),
    status,
    expandCapacity,
    backdated,
  };
}

/** Fields of the booking that a change reads. */
interface Known {
  readonly id: string;
  readonly optionId: string;
  readonly updatedAt: string;
}

/** The body of PATCH /bookings/{id}. */
export function changeBody(shop: Shop, asked: Change, booking: Known): object {
  const option = shop.options.find(({ id }) => id === booking.optionId);
  assert(option);
  const { rateDay, participants } = asked;
  return {
    expectedUpdatedAt: asked.isStale ? "2020-01-01T00:00:00Z" : booking.updatedAt,
    ...(asked.start && startFields(shop, asked.start)),
    unitItems: asked.party && unitItemsOf(option, asked.party),
    resourceItems: asked.whole && wholeOf(shop, asked.whole),
    retailPrices: asked.prices && pricesOf(option, asked.prices),
    pricingReferenceStartAt: rateDay && shop.startOf(rateDay, "09:00"),
    participants,
    notes: asked.isImmutable && "by the window",
  };
}

function startFields(shop: Shop, { by, day, time }: Drawn<typeof start>): object {
  const customStart = { localDate: dateOf(day), localTime: time };
  return {
    ...(by === "customStart" ? {} : { startAt: shop.startOf(day, time) }),
    ...(by === "startAt" ? {} : { customStart }),
  };
}

type Option = Shop["options"][number];

function unitItemsOf({ units }: Option, asked: Drawn<typeof party>): object[] {
  return asked.map(({ unit, quantity }) => ({ unitId: units[unit], quantity }));
}

function wholeOf({ resources }: Shop, asked: Drawn<typeof whole>): object[] {
  return asked.map(({ resource, quantity }) => ({ resourceId: resources[resource], quantity }));
}

function pricesOf({ units }: Option, asked: Drawn<typeof prices>): object {
  return Object.fromEntries(asked.map(({ unit, amount }) => [units[unit] ?? "", amount]));
}
