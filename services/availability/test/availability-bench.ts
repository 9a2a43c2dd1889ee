/** The service on a broker of its own, beside stand-ins for the services that it asks and notifies. */
import { type Request, createBroker, on, refuse, serve } from "@slipway/broker";
import {
  type NewEntry,
  type OutputOf,
  audit,
  catalog,
  referenceCache,
  resourcesCapacity,
  sync,
} from "@slipway/contracts";
import { optionFactsWith } from "@slipway/dev/testing-facts";
import { requestOf } from "@slipway/dev/testing-request";
import { testDatabase } from "@slipway/store/testing";
import type { OptionFacts } from "../src/option-facts.ts";
import { availabilityService } from "../src/service.ts";

type Vacancies = OutputOf<typeof resourcesCapacity.listVacancies>;
type Requirement = OutputOf<typeof resourcesCapacity.listRequirements>[number];

/** The answers of the stand-ins, to be changed by a test, and the calls that they received. */
export interface StandIns {
  options: OptionFacts[];
  /** The options that are deleted, though their products still list them. */
  gone: string[];
  requirements: Requirement[];
  /** Runs before every answer of listRequirements. */
  beforeRequirements: () => Promise<void>;
  vacancies: (starts: number[]) => Vacancies;
  vacancyCalls: number[];
  auditEntries: NewEntry[];
  invalidated: string[];
}

export interface AvailabilityBench extends StandIns {
  as(tenantId: string): Request;
  /** Another tenant with one option that takes a resource; the stand-ins answer as at first. */
  anew(): { mine: Request; facts: OptionFacts };
  /** Entries of the audit log of this tenant. */
  entriesOf(request: Request): NewEntry[];
  now: number;
  settle(): Promise<void>;
  stop(): Promise<void>;
}

export async function startAvailability(testFileUrl: string): Promise<AvailabilityBench> {
  const { uri, name } = testDatabase(testFileUrl);
  const broker = createBroker({ nodeId: name });
  const bench: AvailabilityBench = {
    ...anewOf([]),
    auditEntries: [],
    as: (tenantId) => requestOf(broker, tenantId),
    anew() {
      const tenantId = `ten_${++tenants}`;
      const facts = anOption(tenantId);
      Object.assign(bench, anewOf([facts]));
      return { mine: bench.as(tenantId), facts };
    },
    entriesOf: ({ caller }) =>
      bench.auditEntries.filter(({ tenantId }) => tenantId === caller.tenantId),
    settle: () => service.settle(),
    async stop() {
      await service.stop();
      await broker.stop();
    },
  };
  const service = availabilityService({
    broker,
    mongodbUri: uri,
    databasePrefix: name,
    migrates: true,
    log: () => undefined,
    clock: () => bench.now,
    // More than one page of a list holds.
    settings: { QUOTA_PERIODS_PER_OPTION: "300" },
  });
  serveStandIns(broker, bench);
  await broker.start();
  await service.start();
  await broker.waitForServices([
    "availability",
    "catalog",
    "resourcesCapacity",
    "audit",
    "sync",
    "bookings",
  ]);
  return bench;
}

let tenants = 0;

const anewOf = (options: OptionFacts[]) => ({
  options,
  gone: [],
  requirements: options.map((facts) => aRequirement(facts)),
  beforeRequirements: () => Promise.resolve(),
  vacancies: withoutResources,
  vacancyCalls: [],
  invalidated: [],
  now: Date.parse("2027-07-01T00:00:00.000Z"),
});

function serveStandIns(broker: ReturnType<typeof createBroker>, bench: AvailabilityBench): void {
  const state = { isUp: () => true, failureOf: () => "fault" as const };
  const optionOf = (request: Request, id: string): OptionFacts => {
    const { tenantId } = request.caller;
    const found = bench.options.find(
      ({ option }) => option.id === id && option.tenantId === tenantId,
    );
    if (!found || bench.gone.includes(id)) throw refuse("NOT_FOUND");
    return found;
  };
  const optionFacts = on(catalog.getOptionFacts, (request, input) =>
    optionOf(request, input.optionId),
  );
  const productFacts = on(catalog.getProductFacts, (request, { productId }) => {
    const { tenantId } = request.caller;
    const found = bench.options.find(
      (each) => each.productId === productId && each.option.tenantId === tenantId,
    );
    if (!found) throw refuse("NOT_FOUND");
    const { supplierId, timezone, productArchived } = found;
    return { productId, supplierId, timezone, archived: productArchived };
  });
  const optionIds = on(catalog.listOptionIds, (request, { of, limit }) => {
    const own = bench.options.filter(({ option }) => option.tenantId === request.caller.tenantId);
    const below = own.filter(({ productId, supplierId }) =>
      "productId" in of ? productId === of.productId : supplierId === of.supplierId,
    );
    if (below.length === 0) throw refuse("NOT_FOUND");
    return { optionIds: below.map(({ option }) => option.id).slice(0, limit) };
  });
  const requirements = on(resourcesCapacity.listRequirements, async (_request, { optionId }) => {
    await bench.beforeRequirements();
    return bench.requirements.filter((each) => each.optionId === optionId);
  });
  const vacancies = on(resourcesCapacity.listVacancies, (_request, { starts }) => {
    bench.vacancyCalls.push(starts.length);
    return bench.vacancies(starts);
  });
  const appendEntries = on(audit.appendEntries, (_request, { entries }) => {
    bench.auditEntries.push(...entries);
    return { kept: entries.length };
  });
  const invalidate = on(referenceCache.invalidateInBookings, (_request, { keys }) => {
    bench.invalidated.push(...keys);
    return {};
  });
  serve(broker, "catalog", [optionFacts, productFacts, optionIds], state);
  serve(broker, "resourcesCapacity", [requirements, vacancies], state);
  serve(broker, "audit", [appendEntries], state);
  serve(broker, "sync", [on(sync.listListeners, () => ({ tenantIds: [] }))], state);
  serve(broker, "bookings", [invalidate], state);
}

/** All pages of an answer, joined as the gateway joins them. */
export async function everyPage<Item>(
  load: (at: { page?: string }) => Promise<{ items: Item[]; next: string | null }>,
): Promise<Item[]> {
  const { items, next } = await load({});
  const all = [...items];
  for (let page = next; page !== null; ) {
    const following = await load({ page });
    all.push(...following.items);
    page = following.next;
  }
  return all;
}

function withoutResources(): Vacancies {
  return { parties: null, resources: [] };
}

export const allYear = {
  startMonthDay: "01-01",
  endMonthDay: "12-31",
  weekdays: [0, 1, 2, 3, 4, 5, 6],
};

/** The local times of a day, so many minutes apart. */
export function timesEvery(minutes: number): string[] {
  return Array.from({ length: 1440 / minutes }, (_, index) =>
    new Date(index * minutes * 60_000).toISOString().slice(11, 16),
  );
}

/** The same is left of every departure. */
export function leftOf(
  starts: readonly number[],
  {
    capacity,
    vacancies,
    resourceIds,
  }: { capacity: number; vacancies: number; resourceIds: string[] },
): Vacancies {
  const each = (value: number): number[] => starts.map(() => value);
  return {
    parties: { capacity: each(capacity), vacancies: each(vacancies) },
    resources: resourceIds.map((resourceId) => ({ resourceId, vacancies: each(vacancies) })),
  };
}

let made = 0;

/** An option of a product in Rome, as catalog knows it. */
export function anOption(tenantId: string, given: Partial<OptionFacts> = {}): OptionFacts {
  // In the order in which they were made.
  const n = String(++made).padStart(4, "0");
  return optionFactsWith({
    option: { id: `opt_${n}`, tenantId, bookingCutoffMinutes: 15 },
    productId: `prd_${n}`,
    productName: "Ferries",
    supplierId: `sup_${n}`,
    timezone: "Europe/Rome",
    ...given,
  });
}

export function aRequirement({ option }: OptionFacts, resourceId = "res_1"): Requirement {
  const { tenantId, id: optionId } = option;
  const id = `req_${optionId}_${resourceId}`;
  const margins = { prepareMinutes: 0, turnaroundMinutes: 0 };
  return { id, tenantId, optionId, resourceId, quantity: 1, maxQuantity: null, ...margins };
}
