import { randomUUID } from "node:crypto";
import { refuse } from "@slipway/broker";
import { duplicatesIn, localRead, type mongo, ofTenant, batchRequests } from "@slipway/store";
import type { LedgerAddress } from "./day.ts";
import { type LedgerDocument, emptyLedger, ledgerOf } from "./ledger-document.ts";
import type { Ledger } from "./ledger.ts";
import { openingsMax } from "../constants.ts";

export type LedgerCollection = mongo.Collection<LedgerDocument>;

interface Opening {
  readonly address: LedgerAddress;
  readonly now: number;
}

/**
 * Reads all ledgers that are wanted at the same time by one query, and inserts the absent ones. Local
 * reads are enough: every write of a ledger filters the version that was read.
 */
export function openTogether(collection: LedgerCollection): (opening: Opening) => Promise<Ledger> {
  return batchRequests<Opening, Ledger>({
    itemsMax: openingsMax,
    atOnce: 1,
    async send(openings) {
      const found = await findAll(collection, openings);
      const absent = openings.filter(({ address }) => !found.has(address.id));
      // mark: open-ledger
      const inserted = await insertUnlessThere(collection, absent);
      const beaten = absent.filter(({ address }) => !inserted.has(address.id));
      const there = await findAll(collection, beaten);
      return Promise.allSettled(
        openings.map(async ({ address: { id } }) => {
          const document = found.get(id) ?? inserted.get(id) ?? there.get(id);
          // It is lost since another process has inserted it.
          if (!document) throw refuse("SERVICE_UNAVAILABLE");
          // Callers change their ledger in place, so two callers never share one object.
          return ledgerOf(structuredClone(document));
        }),
      );
    },
  });
}

type Documents = ReadonlyMap<string, LedgerDocument>;

async function findAll(
  collection: LedgerCollection,
  openings: readonly Opening[],
): Promise<Documents> {
  const byTenant = Map.groupBy(openings, ({ address }) => address.tenantId);
  const queries = [...byTenant].map(([tenantId, wanted]) => {
    const ids = wanted.map(({ address }) => address.id);
    return collection.find(ofTenant(tenantId, { _id: { $in: ids } }), localRead).toArray();
  });
  return new Map((await Promise.all(queries)).flat().map((document) => [document._id, document]));
}

/** Returns what it has inserted. Two replicas may insert the same empty ledger; either will do. */
async function insertUnlessThere(
  collection: LedgerCollection,
  openings: readonly Opening[],
): Promise<Documents> {
  if (openings.length === 0) return new Map();
  const documents = openings.map(({ address, now }) => ({
    ...emptyLedger(address, now),
    // No other ledger of this day, an earlier one that was lost, has had this version.
    commit: randomUUID(),
  }));
  const inserts = documents.map((document) => ({ insertOne: { document } }));
  const beaten = await collection
    .bulkWrite(inserts, { ordered: false })
    .then(() => new Set<number>(), duplicatesIn);
  const inserted = documents.filter((_, index) => !beaten.has(index));
  return new Map(inserted.map((document) => [document._id, document]));
}
