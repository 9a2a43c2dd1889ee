import { batchByTenant } from "@slipway/store";
import { LRUCache } from "lru-cache";
import type { CapacityResource } from "../ledger/resource.ts";
import type { ResourceStore } from "../ledger/resource-store.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { LedgerStore } from "../ledger/ledger-store.ts";
import { isSameVersion } from "../ledger/version.ts";
import { snapshotBytesMax, snapshotQueriesMax, snapshotsAtOnce, usageBytes } from "../constants.ts";

/** The stored state of some ledgers and resources. */
interface Snapshot {
  /** Ledgers by id, without their claim logs; those that do not exist are left out. Callers must not change them. */
  readonly ledgers: ReadonlyMap<string, Ledger>;
  /** The resources that the option requires, and others. */
  readonly resources: readonly CapacityResource[];
}

/** Reads current ledgers and resources for vacancies. */
export interface SnapshotReader {
  /** The state after this call began, whichever replica wrote it. */
  read(tenantId: string, wanted: Wanted): Promise<Snapshot>;
}

interface Wanted {
  /** The option whose resources are read; undefined: none are. */
  readonly optionId?: string | undefined;
  readonly ledgerIds: readonly string[];
}

interface Stores {
  readonly ledgers: Pick<LedgerStore, "readMany" | "readVersions">;
  readonly resources: Pick<ResourceStore, "listForCapacity">;
}

interface Query extends Wanted {
  readonly tenantId: string;
}

/**
 * Keeps ledgers that were read before. Every write changes a ledger's version, so each call reads the
 * versions, together with other calls, and reads a ledger again only if its version has changed.
 * Measured (decision 0021): 1.15 times the availability requests, at 0.89 of the processor time.
 */
export function createSnapshots(stores: Stores): SnapshotReader {
  const kept = new LRUCache<string, Ledger>({
    maxSize: snapshotBytesMax,
    sizeCalculation: ({ usages }) => usageBytes * (1 + Object.keys(usages).length),
  });
  const read = batchByTenant({
    itemsMax: snapshotQueriesMax,
    atOnce: snapshotsAtOnce,
    read: (tenantId, queries: readonly Query[]) =>
      readTogether(stores, kept, { tenantId, queries }),
    resultOf: (snapshot) => snapshot,
  });
  return { read: (tenantId, wanted) => read({ tenantId, ...wanted }) };
}

/** One snapshot for several queries of one tenant. */
async function readTogether(
  stores: Stores,
  kept: LRUCache<string, Ledger>,
  { tenantId, queries }: { readonly tenantId: string; readonly queries: readonly Wanted[] },
): Promise<Snapshot> {
  const ids = [...new Set(queries.flatMap(({ ledgerIds }) => ledgerIds))];
  const optionIds = [...new Set(queries.flatMap(({ optionId }) => optionId ?? []))];
  const [resources, versions] = await Promise.all([
    stores.resources.listForCapacity(tenantId, { optionIds, ids: [] }),
    stores.ledgers.readVersions(tenantId, ids),
  ]);
  const ledgers = new Map<string, Ledger>();
  const changed: string[] = [];
  for (const id of ids) {
    const version = versions.get(id);
    if (!version) continue;
    const ledger = kept.get(`${tenantId}|${id}`);
    if (ledger && isSameVersion(ledger, version)) ledgers.set(id, ledger);
    else changed.push(id);
  }
  if (changed.length === 0) return { ledgers, resources };
  for (const [id, ledger] of await stores.ledgers.readMany(tenantId, changed)) {
    kept.set(`${tenantId}|${id}`, ledger);
    ledgers.set(id, ledger);
  }
  return { ledgers, resources };
}
