/** The price that availability shows is the price at which the sale sells, whatever the rates are. */
import { beforeAll, expect, it } from "@jest/globals";
import { type Request, call, refusalOf } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  availability,
  bookings,
  catalog,
  resourcesCapacity,
} from "@slipway/contracts";
import { sharedPlatform } from "@slipway/dev/testing-platform";
import fc from "fast-check";

type Entry = OutputOf<typeof availability.listAvailability>["items"][number];
type Restrictions = { paxCount?: number; minQuantity?: number; maxQuantity?: number };

let request: () => Request;
let supplierId: string;
let productId: string;
let resourceId: string;

beforeAll(async () => {
  const platform = await sharedPlatform();
  const tenantId = await platform.aTenant();
  request = () => platform.as(tenantId);
  const supplier = { name: "Lagoon", timezone: "Europe/Rome" };
  ({ id: supplierId } = await call(request(), catalog.createSupplier, supplier));
  const product = { supplierId, name: "Cruise" };
  ({ id: productId } = await call(request(), catalog.createProduct, product));
  const boats = { supplierId, name: "Boats", quantity: 1_000, capacityPerResource: 5 };
  ({ id: resourceId } = await call(request(), resourcesCapacity.createResource, boats));
});
const everyDay = { weekdays: [0, 1, 2, 3, 4, 5, 6], startTimes: ["02:30", "09:00"] };
const wholeYear = { ...everyDay, startMonthDay: "01-01", endMonthDay: "12-31" };

const ranges = [
  ["01-01", "12-31"],
  ["03-28", "03-28"],
  ["03-01", "10-31"],
  ["12-01", "03-28"],
] as const;
const retail = fc.nat(100_000);
const aPeriod = fc.record({
  range: fc.constantFrom(...ranges),
  weekdays: fc.constantFrom<number[][]>([0, 1, 2, 3, 4, 5, 6], [0], [1, 2, 3, 4, 5]),
  window: fc.constantFrom<(string | null)[]>([], [], ["2027-03-28"], [null, "2027-03-28"]),
  startTimes: fc.constantFrom<string[][]>(["02:30", "09:00"], ["09:00"], ["03:30"]),
  /** The rates of the first, the second and the third unit; undefined: the period has none for it. */
  retails: fc.array(fc.option(retail, { nil: undefined }), { minLength: 3, maxLength: 3 }),
  tiers: fc.option(fc.tuple(retail, retail), { nil: undefined }),
});
const someRestrictions = fc.constantFrom<Restrictions>(
  {},
  { paxCount: 4 },
  { minQuantity: 2 },
  { maxQuantity: 1, paxCount: 0 },
);
type Charge = InputOf<typeof catalog.setCharges>["charges"][number];
const vat: Charge = { kind: "TAX", name: "VAT", basis: "PERCENT", amount: 1_050, included: false };
const aTour = fc.record({
  pricingPer: fc.constantFrom("UNIT", "BOOKING", "RESOURCE"),
  minUnits: fc.constantFrom(null, null, 0, 2),
  maxUnits: fc.constantFrom(null, null, 3),
  required: fc.integer({ min: 1, max: 3 }),
  units: fc.array(someRestrictions, { minLength: 3, maxLength: 3 }),
  charges: fc.constantFrom<Charge[]>(
    [],
    [vat],
    [vat, { ...vat, name: "City tax", basis: "UNIT", amount: 150 }],
    [
      { ...vat, included: true },
      { ...vat, kind: "FEE", basis: "BOOKING", amount: 99 },
    ],
  ),
  periods: fc.array(aPeriod, { minLength: 1, maxLength: 4 }),
});
type Tour = typeof aTour extends fc.Arbitrary<infer Made> ? Made : never;

interface Unit {
  readonly id: string;
  readonly restrictions: Restrictions;
}

async function make(tour: Tour): Promise<{ optionId: string; units: Unit[] }> {
  const { minUnits, maxUnits, pricingPer } = tour;
  const made = await call(request(), catalog.createOption, {
    id: productId,
    name: "Tour",
    durationMinutes: 60,
    restrictions: { minUnits, maxUnits },
  });
  const id = made.id;
  const units: Unit[] = [];
  for (const restrictions of tour.units) {
    const unit = { id, name: "Unit", type: "ADULT" as const, restrictions: { ...restrictions } };
    units.push({ id: (await call(request(), catalog.createUnit, unit)).id, restrictions });
  }
  const requirement = { id, resourceId, quantity: tour.required };
  await call(request(), resourcesCapacity.setRequirement, requirement);
  await call(request(), availability.createPeriod, { id, ...wholeYear });
  const periods = tour.periods.map((period) => periodOf(period, units));
  await call(request(), catalog.setPricingPeriods, { id, pricingPer, periods });
  await call(request(), catalog.setCharges, { id, charges: tour.charges });
  return { optionId: id, units };
}

type NewPeriod = InputOf<typeof catalog.setPricingPeriods>["periods"][number];

function periodOf(
  { range, window, retails, tiers, ...times }: Tour["periods"][number],
  units: Unit[],
) {
  const priced = units.flatMap(({ id }, index) => {
    const amount = retails[index];
    return amount === undefined ? [] : [[id, amount] as const];
  });
  const [small = 0, large = 0] = tiers ?? [];
  const period: NewPeriod = {
    startMonthDay: range[0],
    endMonthDay: range[1],
    ...times,
    validFrom: window[0] ?? null,
    validUntil: window[1] ?? null,
    label: null,
    color: null,
    retailPrices: Object.fromEntries(priced),
    retailPriceTiers: tiers
      ? [
          { minQuantity: 1, maxQuantity: 1, retail: small },
          { minQuantity: 3, maxQuantity: 9, retail: large },
        ]
      : null,
  };
  return period;
}

async function list(optionId: string): Promise<Entry[]> {
  // The day of the clock change, the one after it, and one in summer.
  const days = ["2032-03-28", "2032-03-29", "2032-07-04"];
  const pages = days.map((day) =>
    call(request(), availability.listAvailability, {
      optionId,
      from: `${day}T00:00:00+01:00`,
      to: `${day}T23:59:59+01:00`,
      include: "prices",
    }),
  );
  return (await Promise.all(pages)).flatMap(({ items }) => items);
}

/**
 * Sells to the party whose price is shown, and answers what it costs or the reason why it has no price. What taxes and
 * fees add to the price of one unit is left out: many units may share it.
 */
async function sell(
  { optionId, startAt, prices }: Entry,
  unitId: string,
  quantity: number,
): Promise<number | string> {
  const unitItems = [{ unitId, quantity }];
  const body = { optionId, startAt, unitItems, status: "ON_HOLD" as const };
  try {
    const { booking } = await call(request(), bookings.createBooking, body);
    const { retail: total = null, lines = [] } = booking.pricingSnapshot ?? {};
    if (total === null) return "no price";
    const added = lines.filter(({ kind, included }) => kind !== "UNIT" && !included);
    const ofCharges = added.reduce((sum, { amount }) => sum + amount, 0);
    return prices?.pricingPer === "UNIT" ? total - ofCharges : total;
  } catch (error) {
    return refusalOf(error)?.code ?? String(error);
  }
}

/** Compares the price that the sale asks of a unit's party with the price that is shown for it. */
async function compare({ pricingPer, minUnits }: Tour, entry: Entry, unit: Unit): Promise<string> {
  const least = Math.max(1, minUnits ?? 0, unit.restrictions.minQuantity ?? 0);
  const sold = await sell(entry, unit.id, pricingPer === "UNIT" ? 1 : least);
  const shown = entry.prices?.units.find(({ unitId }) => unitId === unit.id)?.retail;
  if (typeof sold === "number") return sold === shown ? "sold" : `${sold} is shown as ${shown}`;
  const isRestricted = sold === "UNIT_RESTRICTION" || sold === "OPTION_RESTRICTION";
  // One of a unit has a price, even where the limits allow no such party.
  if (isRestricted && pricingPer === "UNIT") return "restricted";
  const isExpected = isRestricted || sold === "PRICE_NOT_CONFIGURED";
  return isExpected && shown === undefined ? "not sold" : `${sold}, and shown as ${shown}`;
}

it("is the total of a booking of that unit", async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(aTour, async (tour) => {
      const { optionId, units } = await make(tour);
      await makeManualDeparture(optionId, units);
      for (const entry of await list(optionId)) {
        const compared = await Promise.all(units.map((unit) => compare(tour, entry, unit)));
        expect(compared.filter((one) => !/^(sold|not sold|restricted)$/.test(one))).toEqual([]);
        for (const one of compared) seen.add(entry.manual ? `manual: ${one}` : one);
        const retails = entry.prices?.units.map((unit) => unit.retail) ?? [];
        expect(entry.prices?.from).toBe(retails.length === 0 ? null : Math.min(...retails));
      }
    }),
    { numRuns: 12 },
  );
  expect([...seen]).toEqual(expect.arrayContaining(["sold", "not sold", "manual: sold"]));
});

/** Beside the timetable: its day prices it. Where the limits allow none of these parties, there is none. */
async function makeManualDeparture(optionId: string, units: readonly Unit[]): Promise<void> {
  const customStart = { localDate: "2032-07-04", localTime: "11:11" };
  for (const { id } of units) {
    const unitItems = [{ unitId: id, quantity: 2 }];
    const manual = { optionId, customStart, unitItems, retailPrices: { [id]: 1 } };
    await call(request(), bookings.createBooking, manual).catch(() => undefined);
  }
}
