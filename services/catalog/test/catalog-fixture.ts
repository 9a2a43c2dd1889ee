/** A catalog, its audit log, and neighbours on the bus whose answers a test decides. */
import { type Request, call, on, refusalOf, serve } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  audit,
  bookings,
  catalog,
  referenceCache,
  resourcesCapacity,
  sync,
} from "@slipway/contracts";
import { type TestPlatform, testPlatform } from "@slipway/dev/testing";

type Made<A extends (typeof catalog)["createOption" | "createProduct" | "createSupplier"]> =
  OutputOf<A>;
type Entry = OutputOf<typeof audit.listLog>["items"][number];
type Asked<A extends Parameters<typeof call>[1]> = Partial<InputOf<A>>;

export interface Neighbours {
  /** The answer of bookings to the question for live bookings of an option. */
  hasLiveBookings: (optionId: string) => Promise<boolean> | boolean;
  /** The action of resources-capacity when it has to drop the requirements of an option. */
  dropRequirements: (request: Request) => void;
  /** Keys that bookings had to invalidate. */
  readonly invalidated: string[];
  /** Options whose requirements resources-capacity had to drop. */
  readonly dropped: string[];
}

export interface CatalogFixture extends TestPlatform {
  readonly neighbours: Neighbours;
  /** A request of a new tenant. */
  aCaller(currency?: string): Promise<Request>;
  /** The audit entries of a record, oldest first. */
  entriesOf(request: Request, entityId: string): Promise<Entry[]>;
}

export async function startCatalog(
  testFileUrl: string,
  clock?: () => number,
): Promise<CatalogFixture> {
  const platform = await testPlatform(testFileUrl, {
    services: ["catalog", "audit"],
    ...(clock ? { clock } : {}),
  });
  const neighbours: Neighbours = {
    hasLiveBookings: () => false,
    dropRequirements: () => undefined,
    invalidated: [],
    dropped: [],
  };
  const state = { isUp: () => true, failureOf: () => "fault" as const };
  const ofBookings = [
    on(bookings.hasLiveBookings, async (_request, { optionId }) => ({
      found: await neighbours.hasLiveBookings(optionId),
    })),
    on(referenceCache.invalidateInBookings, (_request, { keys }) => {
      neighbours.invalidated.push(...keys);
      return {};
    }),
  ];
  const ofResources = [
    on(resourcesCapacity.dropRequirements, (delivered, { optionId }) => {
      neighbours.dropRequirements(delivered);
      neighbours.dropped.push(optionId);
      return { dropped: 0 };
    }),
  ];
  serve(platform.broker, "bookings", ofBookings, state);
  serve(platform.broker, "resourcesCapacity", ofResources, state);
  // No channel listens.
  const ofSync = [on(sync.listListeners, () => ({ tenantIds: [] }))];
  serve(platform.broker, "sync", ofSync, state);
  return {
    ...platform,
    neighbours,
    aCaller: async (currency) => platform.as(await platform.aTenant(currency)),
    async entriesOf(request, entityId) {
      await platform.settle();
      return (await call(request, audit.listLog, { entityId })).items.toReversed();
    },
  };
}

export function aSupplier(
  request: Request,
  overrides: Asked<typeof catalog.createSupplier> = {},
): Promise<Made<typeof catalog.createSupplier>> {
  return call(request, catalog.createSupplier, {
    name: "Laguna Ferries",
    timezone: "Europe/Rome",
    ...overrides,
  });
}

export async function aProduct(
  request: Request,
  overrides: Asked<typeof catalog.createProduct> = {},
): Promise<Made<typeof catalog.createProduct>> {
  const supplierId = overrides.supplierId ?? (await aSupplier(request)).id;
  return call(request, catalog.createProduct, { name: "Public Line", ...overrides, supplierId });
}

export async function anOption(
  request: Request,
  overrides: Asked<typeof catalog.createOption> = {},
): Promise<Made<typeof catalog.createOption>> {
  const id = overrides.id ?? (await aProduct(request)).id;
  return call(request, catalog.createOption, {
    name: "Single",
    durationMinutes: 30,
    ...overrides,
    id,
  });
}

export function aUnit(
  request: Request,
  overrides: Asked<typeof catalog.createUnit> & { id: string },
): Promise<OutputOf<typeof catalog.createUnit>> {
  return call(request, catalog.createUnit, { name: "Adult", type: "ADULT", ...overrides });
}

export function aPeriod(retailPrices: Record<string, number>) {
  return {
    startMonthDay: "01-01",
    endMonthDay: "12-31",
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    startTimes: ["09:00"],
    validFrom: null as string | null,
    validUntil: null as string | null,
    retailPrices,
  };
}

/** The code a call is refused with; undefined when it is not. */
export async function refusalCode(running: Promise<unknown>): Promise<string | undefined> {
  try {
    await running;
    return undefined;
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return refusal.code;
  }
}

/** The codes of calls that run at once. */
export function refusalCodes(
  running: readonly Promise<unknown>[],
): Promise<(string | undefined)[]> {
  return Promise.all(running.map(refusalCode));
}
