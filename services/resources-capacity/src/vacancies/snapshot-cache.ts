import { batchByTenant } from "@slipway/store";
import { LRUCache } from "lru-cache";
import { type LedgerAddress, resourcesAddress } from "../ledger/day.ts";
import type { CapacityResource } from "../ledger/resource.ts";
import type { ResourceStore } from "../ledger/resource-store.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { LedgerStore } from "../ledger/ledger-store.ts";
import { type Version, isSameVersion } from "../ledger/version.ts";
import { type ResourceCache, createResourceCache } from "./resource-cache.ts";
import { snapshotBytesMax, snapshotQueriesMax, snapshotsAtOnce, usageBytes } from "../constants.ts";

/** The stored state of some ledgers and resources. */
interface Snapshot {
  /** Ledgers by id, without their claim logs; those that do not exist are left out. Callers must not change them. */
  readonly ledgers: ReadonlyMap<string, Ledger>;
  /** The resources that the option requires, each with this requirement alone. Callers must not change them. */
  readonly resources: readonly CapacityResource[];
}

/** Reads current ledgers and resources for vacancies. */
export interface SnapshotReader {
  /** The state after this call began, whichever replica wrote it. */
  read(tenantId: string, wanted: Wanted): Promise<Snapshot>;
}

interface Wanted {
  /** The option whose resources are read; undefined: none are. */
  readonly option?: { readonly optionId: string; readonly supplierId: string } | undefined;
  readonly ledgerIds: readonly string[];
}

interface SnapshotOptions {
  readonly ledgers: Pick<LedgerStore, "read" | "readMany" | "readVersions">;
  readonly resources: Pick<ResourceStore, "listForCapacity">;
  readonly clock: () => number;
  /** Counts broken database connections and changes of the primary. */
  readonly breaks: () => number;
}

interface Query extends Wanted {
  readonly tenantId: string;
}

interface Caches {
  readonly resources: ResourceCache;
  readonly ledgers: LRUCache<string, Ledger>;
}

/**
 * Keeps ledgers and resources that were read before. Every write changes a ledger's version, and every change of a
 * resource or requirement that of the supplier's resources. So each call reads the versions, together with other calls,
 * and reads again only what has another version.
 * Measured (decision 0021): 1.15 times the availability requests, at 0.89 of the processor time, for the ledgers.
 */
export function createSnapshots(options: SnapshotOptions): SnapshotReader {
  const caches: Caches = {
    resources: createResourceCache(options),
    ledgers: new LRUCache<string, Ledger>({
      maxSize: snapshotBytesMax,
      sizeCalculation: ({ usages }) => usageBytes * (1 + Object.keys(usages).length),
    }),
  };
  const read = batchByTenant({
    itemsMax: snapshotQueriesMax,
    atOnce: snapshotsAtOnce,
    read: (tenantId, queries: readonly Query[]) =>
      readTogether(options, caches, { tenantId, queries }),
    resultOf: ({ ledgers, resources }, { option }) => ({
      ledgers,
      resources: resources.get(option?.optionId ?? "") ?? [],
    }),
  });
  return { read: (tenantId, wanted) => read({ tenantId, ...wanted }) };
}

/** One snapshot for several queries of one tenant. */
async function readTogether(
  stores: SnapshotOptions,
  caches: Caches,
  { tenantId, queries }: { readonly tenantId: string; readonly queries: readonly Wanted[] },
) {
  const ids = [...new Set(queries.flatMap(({ ledgerIds }) => ledgerIds))];
  const options = new Map(
    queries.flatMap(({ option }) =>
      option ? [[option.optionId, resourcesAddress(tenantId, option.supplierId)] as const] : [],
    ),
  );
  const suppliers = [...options.values()];
  const wanted = [...ids, ...suppliers.map(({ id }) => id)];
  // mark: versions-of-snapshot
  const versions = await stores.ledgers.readVersions(tenantId, wanted);
  const ofOptions = new Map([...options].map(([optionId, { id }]) => [optionId, versions.get(id)]));
  const [resources, ledgers] = await Promise.all([
    caches.resources.read(tenantId, ofOptions),
    readLedgers(stores, caches.ledgers, { tenantId, ids, versions }),
  ]);
  await insertMissing(stores, suppliers, versions);
  return { ledgers, resources };
}

type Versions = ReadonlyMap<string, Version>;

async function readLedgers(
  stores: SnapshotOptions,
  kept: LRUCache<string, Ledger>,
  { tenantId, ids, versions }: { tenantId: string; ids: readonly string[]; versions: Versions },
): Promise<ReadonlyMap<string, Ledger>> {
  const ledgers = new Map<string, Ledger>();
  const changed: string[] = [];
  for (const id of ids) {
    const version = versions.get(id);
    if (!version) continue;
    const ledger = kept.get(`${tenantId}|${id}`);
    if (ledger && isSameVersion(ledger, version)) ledgers.set(id, ledger);
    else changed.push(id);
  }
  if (changed.length === 0) return ledgers;
  for (const [id, ledger] of await stores.ledgers.readMany(tenantId, changed)) {
    kept.set(`${tenantId}|${id}`, ledger);
    ledgers.set(id, ledger);
  }
  return ledgers;
}

/** A supplier's first look makes the document that its changes bump from then on. */
async function insertMissing(
  { ledgers, clock }: SnapshotOptions,
  suppliers: readonly LedgerAddress[],
  versions: Versions,
): Promise<void> {
  const missing = suppliers.filter(({ id }) => !versions.has(id));
  const once = new Map(missing.map((address) => [address.id, address]));
  await Promise.all([...once.values()].map((address) => ledgers.read(address, clock())));
}
