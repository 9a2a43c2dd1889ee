import assert from "node:assert";
import { duplicatesIn, localRead, type mongo, ofTenant, batchRequests } from "@slipway/store";
import type { LedgerAddress } from "./day.ts";
import { type LedgerDocument, emptyLedger, ledgerOf } from "./ledger-document.ts";
import type { Ledger } from "./ledger.ts";

export type LedgerCollection = mongo.Collection<LedgerDocument>;

interface Opening {
  readonly address: LedgerAddress;
  readonly now: number;
}

const openingsMax = 100;

/**
 * Reads ledgers that are asked for at the same time by one look, and inserts those that are absent. A
 * local read: every write of a ledger filters the version that was read.
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
      return openings.map(({ address: { id } }) => {
        const document = found.get(id) ?? inserted.get(id) ?? there.get(id);
        assert(document, "a ledger is never deleted");
        // Of two that ask for one ledger each gets its own: what was read is changed in place.
        return { status: "fulfilled", value: ledgerOf(structuredClone(document)) };
      });
    },
  });
}

type Documents = ReadonlyMap<string, LedgerDocument>;

async function findAll(
  collection: LedgerCollection,
  openings: readonly Opening[],
): Promise<Documents> {
  const byTenant = Map.groupBy(openings, ({ address }) => address.tenantId);
  const looks = [...byTenant].map(([tenantId, wanted]) => {
    const ids = wanted.map(({ address }) => address.id);
    return collection.find(ofTenant(tenantId, { _id: { $in: ids } }), localRead).toArray();
  });
  return new Map((await Promise.all(looks)).flat().map((document) => [document._id, document]));
}

/** Answers what it has inserted; of two first claims of a day either's empty ledger will do. */
async function insertUnlessThere(
  collection: LedgerCollection,
  openings: readonly Opening[],
): Promise<Documents> {
  if (openings.length === 0) return new Map();
  const documents = openings.map(({ address, now }) => emptyLedger(address, now));
  const inserts = documents.map((document) => ({ insertOne: { document } }));
  // The id decides who is first.
  const beaten = await collection
    .bulkWrite(inserts, { ordered: false })
    .then(() => new Set<number>(), duplicatesIn);
  const inserted = documents.filter((_, index) => !beaten.has(index));
  return new Map(inserted.map((document) => [document._id, document]));
}
