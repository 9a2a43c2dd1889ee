/** Loads the operator of operator.json through the API; what is there already is left as it is. */
import { isDeepStrictEqual } from "node:util";
import { type Api, ensure, repeatable } from "./api.ts";
import operator from "./operator.json" with { type: "json" };

type ProductPlan = (typeof operator.products)[number];

export interface OptionOnSale {
  id: string;
  productName: string;
  unitIds: Record<string, string>;
}

export interface Operator {
  supplierId: string;
  timezone: string;
  options: OptionOnSale[];
}

interface Named {
  id: string;
  name: string;
}
interface WithReference extends Named {
  reference: string;
}
interface OptionRecord extends Named {
  units: Named[];
  pricingPer: string | null;
  pricingPeriods: Record<string, unknown>[];
  availabilityPeriods: { label: string | null }[];
}

/** Repeatable: a second run adds nothing. `year` places the blocks, which are given by month and day. */
export async function loadOperator(
  api: Api,
  year: number,
  say: (line: string) => void,
): Promise<Operator> {
  const supplier = await ensure(
    async () => byReference(await api.get("/suppliers"), operator.supplier.reference),
    () => api.send<WithReference>("POST", "/suppliers", operator.supplier),
  );
  const resourceIds = await loadResources(api, supplier.id);
  say(`${supplier.name}: ${operator.resources.length} resources`);
  const options: OptionOnSale[] = [];
  const loading = { api, supplierId: supplier.id, resourceIds, year };
  for (const plan of operator.products) {
    options.push(await loadProduct(loading, plan));
    say(`  ${plan.name}: ${plan.periods.length} seasons, ${plan.prices.length} price periods`);
  }
  return { supplierId: supplier.id, timezone: operator.supplier.timezone, options };
}

async function loadResources(api: Api, supplierId: string): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const plan of operator.resources) {
    const resource = await ensure(
      async () => byName(await api.get(`/resources?supplierId=${supplierId}`), plan.name),
      () => api.send<Named>("POST", "/resources", { ...plan, supplierId }),
    );
    ids[plan.name] = resource.id;
  }
  return ids;
}

interface Loading {
  api: Api;
  supplierId: string;
  resourceIds: Record<string, string>;
  year: number;
}

async function loadProduct(loading: Loading, plan: ProductPlan): Promise<OptionOnSale> {
  const { api, supplierId, resourceIds, year } = loading;
  const { name, reference, description } = plan;
  const product = await ensure(
    async () => byReference(await api.get(`/products?supplierId=${supplierId}`), reference),
    () =>
      api.send<WithReference>("POST", "/products", { supplierId, name, reference, description }),
  );
  const { id } = await ensure(
    async () => byName(await api.get(`/products/${product.id}/options`), plan.option.name),
    () => api.send<Named>("POST", `/products/${product.id}/options`, plan.option),
  );
  const unitIds = await loadUnits(api, id, plan);
  await loadRequirements(api, id, resourceIds, plan);
  await loadPeriods(api, id, plan);
  await loadPrices(api, id, unitIds, plan);
  await loadBlocks(api, product.id, plan, year);
  return { id, productName: name, unitIds };
}

async function loadUnits(
  api: Api,
  optionId: string,
  plan: ProductPlan,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const unitPlan of plan.units) {
    const unit = await ensure(
      async () => byName((await getOption(api, optionId)).units, unitPlan.name),
      () => api.send<Named>("POST", `/options/${optionId}/units`, unitPlan),
    );
    ids[unitPlan.name] = unit.id;
  }
  return ids;
}

async function loadRequirements(
  api: Api,
  optionId: string,
  resourceIds: Record<string, string>,
  plan: ProductPlan,
): Promise<void> {
  const path = `/options/${optionId}/resource-requirements`;
  // An upsert: the same again changes nothing.
  for (const { resource, quantity } of plan.requirements)
    await repeatable(() => api.send("POST", path, { resourceId: resourceIds[resource], quantity }));
}

async function loadPeriods(api: Api, optionId: string, plan: ProductPlan): Promise<void> {
  for (const period of plan.periods)
    await ensure(
      async () => {
        const { availabilityPeriods } = await getOption(api, optionId);
        return availabilityPeriods.find(({ label }) => label === period.label);
      },
      () => api.send("POST", `/options/${optionId}/availability-periods`, period),
    );
}

async function loadPrices(
  api: Api,
  optionId: string,
  unitIds: Record<string, string>,
  plan: ProductPlan,
): Promise<void> {
  const allTimes = [...new Set(plan.periods.flatMap(({ startTimes }) => startTimes))].toSorted(
    byText,
  );
  const periods = plan.prices.map((price) => ({
    color: null,
    retailPriceTiers: null,
    ...price,
    weekdays: price.weekdays.toSorted((a, b) => a - b),
    startTimes: allTimes,
    retailPrices: Object.fromEntries(
      Object.entries(price.retailPrices).map(([unit, amount]) => [unitIds[unit] ?? unit, amount]),
    ),
  }));
  const current = await getOption(api, optionId);
  if (current.pricingPer === plan.pricingPer && haveFields(current.pricingPeriods, periods)) return;
  await repeatable(() =>
    api.send("PUT", `/options/${optionId}/pricing-periods`, {
      pricingPer: plan.pricingPer,
      periods,
    }),
  );
}

function haveFields(
  records: Record<string, unknown>[],
  wanted: Record<string, unknown>[],
): boolean {
  if (records.length !== wanted.length) return false;
  return wanted.every((fields, index) =>
    Object.entries(fields).every(([name, value]) =>
      isDeepStrictEqual(records[index]?.[name], value),
    ),
  );
}

async function loadBlocks(
  api: Api,
  productId: string,
  plan: ProductPlan,
  year: number,
): Promise<void> {
  for (const { from, to } of plan.blocks) {
    // Summer time in Venice: the blocks of the example are all in June.
    const [startAt, endAt] = [from, to].map((at) =>
      new Date(`${year}-${at.replace(" ", "T")}:00+02:00`).toISOString(),
    );
    const range = new URLSearchParams({ from: startAt ?? "", to: endAt ?? "" });
    await ensure(
      async () => {
        const blocks = await api.get<{ productId: string; startAt: string; endAt: string }[]>(
          `/availability-blocks?${range.toString()}`,
        );
        return blocks.find(
          (block) =>
            block.productId === productId && block.startAt === startAt && block.endAt === endAt,
        );
      },
      () => api.send("POST", "/availability-blocks", { productId, startAt, endAt }),
    );
  }
}

function getOption(api: Api, optionId: string): Promise<OptionRecord> {
  return api.get(`/options/${optionId}`);
}

function byReference(records: WithReference[], reference: string): WithReference | undefined {
  return records.find((record) => record.reference === reference);
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}

function byName(records: Named[], name: string): Named | undefined {
  return records.find((record) => record.name === name);
}
