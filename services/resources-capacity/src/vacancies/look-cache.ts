import { batchRequests } from "@slipway/store";
import { LRUCache } from "lru-cache";
import type { CapacityResource } from "../resource/resource.ts";
import type { ResourceStore } from "../resource/resource-store.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { LedgerStore } from "../ledger/ledger-store.ts";
import { isSameVersion } from "../ledger/version.ts";

export interface Sight {
  /** Without their logs, by name; those that do not exist are left out. Nobody may change them. */
  readonly ledgers: ReadonlyMap<string, Ledger>;
  /** Those that the option requires, and others. */
  readonly resources: readonly CapacityResource[];
}

/** Ledgers and resources as they stand now, for those who only look. */
export interface Looks {
  /** What stands after this call, whichever replica wrote it. */
  look(tenantId: string, wanted: Wanted): Promise<Sight>;
}

interface Wanted {
  readonly optionId: string;
  readonly ledgerIds: readonly string[];
}

interface Stores {
  readonly ledgers: Pick<LedgerStore, "readMany" | "readVersions">;
  readonly resources: Pick<ResourceStore, "listForCapacity">;
}

interface Ask extends Wanted {
  readonly tenantId: string;
}

const asksMax = 32;
const atOnce = 2;
/** Departures whose numbers are kept, in all ledgers together. */
const linesMax = 200_000;

/**
 * Every write of a ledger gives it another version: so the versions are read each time, of all who wait
 * at the same moment together, and a ledger whole only where its own has changed.
 */
export function createLooks(stores: Stores): Looks {
  const kept = new LRUCache<string, Ledger>({
    maxSize: linesMax,
    sizeCalculation: ({ lines }) => 1 + Object.keys(lines).length,
  });
  const look = batchRequests<Ask, Sight>({
    itemsMax: asksMax,
    atOnce,
    send: (asks) => {
      const byTenant = Map.groupBy(asks, ({ tenantId }) => tenantId);
      const seen = new Map(
        [...byTenant].map(([tenantId, own]) => [tenantId, lookTogether(stores, kept, own)]),
      );
      return Promise.allSettled(asks.map(async (ask) => seen.get(ask.tenantId) as Promise<Sight>));
    },
  });
  return { look: (tenantId, wanted) => look({ tenantId, ...wanted }) };
}

/** One sight for all of them, who are of one tenant. */
async function lookTogether(
  stores: Stores,
  kept: LRUCache<string, Ledger>,
  asks: readonly Ask[],
): Promise<Sight> {
  const tenantId = asks[0]?.tenantId ?? "";
  const ids = [...new Set(asks.flatMap(({ ledgerIds }) => ledgerIds))];
  const optionIds = [...new Set(asks.map(({ optionId }) => optionId))];
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
