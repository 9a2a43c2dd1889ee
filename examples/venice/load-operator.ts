/** Loads the operator of operator.json through the API; what is there already is left as it is. */
import { isDeepStrictEqual } from "node:util";
import {
  type CreateAvailabilityPeriodRequest,
  type CreateOptionRequest,
  type CreateUnitRequest,
  type NewCharge,
  type PricingPer,
  type Slipway,
  isProblem,
} from "@slipway/client";
import { ensure, repeatable } from "../connect.ts";
import operator from "./operator.json" with { type: "json" };

type ProductPlan = (typeof operator.products)[number];

export interface OptionOnSale {
  id: string;
  productName: string;
  unitIds: Record<string, string>;
}

export interface Operator {
  supplierId: string;
  options: OptionOnSale[];
}

interface Named {
  readonly name: string;
}
interface WithReference {
  readonly reference: string;
}

/** Repeatable: a second run adds nothing. `year` places the blocks and next year's seasons. */
export async function loadOperator(
  slipway: Slipway,
  year: number,
  say: (line: string) => void,
): Promise<Operator> {
  const supplier = await ensure(
    async () => byReference(await slipway.suppliers.list(), operator.supplier.reference),
    () => under(operator.supplier, () => slipway.suppliers.create(operator.supplier)),
  );
  const resourceIds = await loadResources(slipway, supplier.id);
  say(`${supplier.name}: ${operator.resources.length} resources`);
  const options: OptionOnSale[] = [];
  const loading = { slipway, supplierId: supplier.id, resourceIds, year };
  for (const plan of operator.products) {
    options.push(await loadProduct(loading, plan));
    say(`  ${plan.name}: ${plan.periods.length} seasons, ${plan.prices.length} price periods`);
  }
  return { supplierId: supplier.id, options };
}

/** Makes a record under its reference; says what to do where another record of the tenant has the reference. */
async function under<Thing>(
  { name, reference }: Named & WithReference,
  make: () => Promise<Thing>,
): Promise<Thing> {
  try {
    return await make();
  } catch (error) {
    if (!isProblem(error, "REFERENCE_TAKEN")) throw error;
    throw new Error(
      `another record of this tenant has the reference "${reference}", which the demo gives to ${name}. ` +
        "Change the reference of that record, or load the demo into a tenant of its own:\n" +
        "  npm run -s slipway -- tenant create --name Demo --currency EUR\n" +
        "  npm run -s slipway -- key create --tenant ID --name Demo\n" +
        "  SLIPWAY_KEY=slw_... npm run demo",
      { cause: error },
    );
  }
}

async function loadResources(
  { resources }: Slipway,
  supplierId: string,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const plan of operator.resources) {
    const resource = await ensure(
      async () => byName(await resources.list({ supplierId }), plan.name),
      () => resources.create({ ...plan, supplierId }),
    );
    ids[plan.name] = resource.id;
  }
  return ids;
}

interface Loading {
  slipway: Slipway;
  supplierId: string;
  resourceIds: Record<string, string>;
  year: number;
}

async function loadProduct(loading: Loading, plan: ProductPlan): Promise<OptionOnSale> {
  const { slipway, supplierId, resourceIds, year } = loading;
  const { products } = slipway;
  const { name, reference, description } = plan;
  const product = await ensure(
    async () => byReference(await products.list({ supplierId }), reference),
    () => under(plan, () => products.create({ supplierId, name, reference, description })),
  );
  const { id } = await ensure(
    async () => byName(await products.listOptions(product.id), plan.option.name),
    () => products.createOption(product.id, plan.option as CreateOptionRequest),
  );
  const unitIds = await loadUnits(slipway, id, plan);
  await loadRequirements(slipway, id, resourceIds, plan);
  await loadPeriods(loading, id, plan);
  await loadPrices(loading, { optionId: id, unitIds }, plan);
  await loadBlocks(slipway, product.id, plan, year);
  return { id, productName: name, unitIds };
}

async function loadUnits(
  { options }: Slipway,
  optionId: string,
  plan: ProductPlan,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const unitPlan of plan.units) {
    const unit = await ensure(
      async () => byName((await options.get(optionId)).units, unitPlan.name),
      () => options.createUnit(optionId, unitPlan as CreateUnitRequest),
    );
    ids[unitPlan.name] = unit.id;
  }
  return ids;
}

async function loadRequirements(
  { options }: Slipway,
  optionId: string,
  resourceIds: Record<string, string>,
  plan: ProductPlan,
): Promise<void> {
  // An upsert: the same again changes nothing.
  for (const { resource, ...amounts } of plan.requirements)
    await repeatable(() =>
      options.setResourceRequirement(optionId, {
        resourceId: resourceIds[resource] ?? "",
        ...amounts,
      }),
    );
}

interface Dated {
  /** The season is that of the year after alone. */
  readonly inNextYear?: boolean;
}

/** A season as it is sent: every year, or in the year after. */
function dated<Season extends object>(season: Season, year: number) {
  const { inNextYear = false, ...fields } = season as Season & Dated;
  const window = inNextYear && { validFrom: `${year + 1}-01-01`, validUntil: `${year + 1}-12-31` };
  return { ...fields, validFrom: null, validUntil: null, ...window };
}

async function loadPeriods(
  { slipway: { options }, year }: Loading,
  optionId: string,
  plan: ProductPlan,
): Promise<void> {
  for (const period of plan.periods)
    await ensure(
      async () => {
        const { availabilityPeriods } = await options.get(optionId);
        return availabilityPeriods.find(({ label }) => label === period.label);
      },
      () =>
        options.createAvailabilityPeriod(
          optionId,
          dated(period, year) as CreateAvailabilityPeriodRequest,
        ),
    );
}

interface PricedOption {
  optionId: string;
  unitIds: Record<string, string>;
}

async function loadPrices(
  { slipway: { options }, year }: Loading,
  { optionId, unitIds }: PricedOption,
  plan: ProductPlan,
): Promise<void> {
  const allTimes = [...new Set(plan.periods.flatMap(({ startTimes }) => startTimes))].toSorted(
    byText,
  );
  const periods = plan.prices.map((price) => ({
    color: null,
    retailPriceTiers: null,
    ...dated(price, year),
    weekdays: price.weekdays.toSorted((a, b) => a - b),
    startTimes: allTimes,
    retailPrices: Object.fromEntries(
      Object.entries(price.retailPrices).map(([unit, amount]) => [unitIds[unit] ?? unit, amount]),
    ),
  }));
  const { charges = [] } = plan;
  await repeatable(() => options.setCharges(optionId, { charges: charges as NewCharge[] }));
  const current = await options.get(optionId);
  if (current.pricingPer === plan.pricingPer && haveFields(current.pricingPeriods, periods)) return;
  const pricingPer = plan.pricingPer as PricingPer;
  await repeatable(() => options.setPricingPeriods(optionId, { pricingPer, periods }));
}

function haveFields(records: readonly object[], wanted: Record<string, unknown>[]): boolean {
  if (records.length !== wanted.length) return false;
  return wanted.every((fields, index) =>
    Object.entries(fields).every(([name, value]) =>
      isDeepStrictEqual(Reflect.get(records[index] ?? {}, name), value),
    ),
  );
}

async function loadBlocks(
  { availabilityBlocks }: Slipway,
  productId: string,
  plan: ProductPlan,
  year: number,
): Promise<void> {
  for (const { from, to } of plan.blocks) {
    // Summer time in Venice: the blocks of the example are all in June.
    const [startAt = "", endAt = ""] = [from, to].map((at) =>
      new Date(`${year}-${at.replace(" ", "T")}:00+02:00`).toISOString(),
    );
    await ensure(
      async () => {
        const blocks = await availabilityBlocks.list({ from: startAt, to: endAt });
        return blocks.find(
          (block) =>
            block.productId === productId && block.startAt === startAt && block.endAt === endAt,
        );
      },
      () => availabilityBlocks.create({ productId, startAt, endAt }),
    );
  }
}

function byReference<Found extends WithReference>(
  records: readonly Found[],
  reference: string,
): Found | undefined {
  return records.find((record) => record.reference === reference);
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}

function byName<Found extends Named>(records: readonly Found[], name: string): Found | undefined {
  return records.find((record) => record.name === name);
}
