import { randomUUID } from "node:crypto";
import { refuse } from "@slipway/broker";
import { batchRequests, duplicatesIn, localRead, type mongo, ofTenant } from "@slipway/store";
import { LRUCache } from "lru-cache";
import { type LedgerAddress, resourcesAddress } from "./day.ts";
import { type LedgerDocument, emptyLedger, ledgerOf } from "./ledger-document.ts";
import type { Ledger } from "./ledger.ts";
import type { Version } from "./version.ts";
import { openAttemptsMax, openingsMax, suppliersKnownMax } from "../constants.ts";

export type LedgerCollection = mongo.Collection<LedgerDocument>;

interface Opening {
  readonly address: LedgerAddress;
  readonly now: number;
  /** It is probably absent, so it is inserted before it is looked for. */
  readonly isNew: boolean;
}

export interface Opened {
  readonly ledger: Ledger;
  /** That of the supplier's resources, confirmed by a write after the ledger was read or inserted. Undefined: it is not known. */
  readonly version: Version | undefined;
}

/** A supplier, and the version of its resources as far as it is known. */
interface OfSupplier extends Pick<Opening, "address" | "now"> {
  version: Version | undefined;
}

/**
 * Reads all ledgers that are wanted at the same time by one query. One ordered write then inserts the absent ones and
 * confirms the versions of the suppliers' resources. Local reads are enough: every write of a ledger filters the version
 * that was read. The races with a change of a resource, which bumps that version before it lists or bumps ledgers:
 *
 * - The version is bumped after it was confirmed: the ledger was there before, so the change finds and bumps it too.
 * - The version is bumped before: no write confirms the one that is known, so it is read and confirmed anew.
 * - There is no version to bump: the write inserts it, and nothing that was read before has this one.
 */
export function openTogether(collection: LedgerCollection): (opening: Opening) => Promise<Opened> {
  // Entries have one size.
  const known = new LRUCache<string, Version>({
    maxSize: suppliersKnownMax,
    sizeCalculation: () => 1,
  });
  return batchRequests<Opening, Opened>({
    itemsMax: openingsMax,
    atOnce: 1,
    async send(openings) {
      const documents = new Map<string, LedgerDocument>();
      const suppliers = suppliersOf(openings, known);
      let isConfirmed = false;
      for (let attempt = 0; attempt < openAttemptsMax && !isConfirmed; attempt++) {
        const isAbsent = ({ address }: Opening): boolean => !documents.has(address.id);
        const unknown = [...suppliers.values()].filter(({ version }) => !version);
        const mayBeNew = attempt === 0 && unknown.length === 0;
        const sought = openings.filter((each) => isAbsent(each) && !(each.isNew && mayBeNew));
        for (const found of await findAll(collection, [...sought, ...unknown])) {
          documents.set(found._id, found);
          noteVersion(suppliers, found);
        }
        // mark: open-ledger
        const written = await insertAndConfirm(collection, openings.filter(isAbsent), suppliers);
        for (const inserted of written.inserted) documents.set(inserted._id, inserted);
        isConfirmed = written.areConfirmed && !openings.some(isAbsent);
      }
      for (const [id, { version }] of suppliers)
        if (version) known.set(id, version);
        else known.delete(id);
      return Promise.allSettled(
        openings.map(async ({ address: { id, tenantId, supplierId } }) => {
          const document = documents.get(id);
          // It is lost since another process has inserted it.
          if (!document) throw refuse("SERVICE_UNAVAILABLE");
          const supplier = suppliers.get(resourcesAddress(tenantId, supplierId).id);
          // Callers change their ledger in place, so two callers never share one object.
          const ledger = ledgerOf(structuredClone(document));
          return { ledger, version: isConfirmed ? supplier?.version : undefined };
        }),
      );
    },
  });
}

/** By the id of the ledger that has the version of a supplier's resources. */
type Suppliers = ReadonlyMap<string, OfSupplier>;

function suppliersOf(openings: readonly Opening[], known: LRUCache<string, Version>): Suppliers {
  return new Map(
    openings.map(({ address: { tenantId, supplierId }, now }) => {
      const address = resourcesAddress(tenantId, supplierId);
      return [address.id, { address, now, version: known.get(address.id) }];
    }),
  );
}

async function findAll(
  collection: LedgerCollection,
  wanted: readonly Pick<Opening, "address">[],
): Promise<LedgerDocument[]> {
  if (wanted.length === 0) return [];
  const tenants = new Map(wanted.map(({ address }) => [address.id, address.tenantId]));
  const filter = { _id: { $in: [...tenants.keys()] } };
  const found = await collection.find(filter, localRead).toArray();
  return found.filter(({ _id, tenantId }) => tenants.get(_id) === tenantId);
}

/** Notes the version of a supplier's resources. One that another process has just undone is confirmed by no write. */
function noteVersion(suppliers: Suppliers, { _id, revision, commit }: LedgerDocument): void {
  const supplier = suppliers.get(_id);
  if (supplier) supplier.version = { revision, commit };
}

/**
 * Inserts the ledgers that are absent still, then confirms the known versions by writes that change nothing. Where no version
 * is known, it inserts what has it. It forgets the versions unless all are confirmed or inserted. Two processes may insert
 * the same empty ledger; either will do.
 */
async function insertAndConfirm(
  collection: LedgerCollection,
  absent: readonly Opening[],
  suppliers: Suppliers,
): Promise<{ inserted: readonly LedgerDocument[]; areConfirmed: boolean }> {
  const documents = new Map(absent.map((each) => [each.address.id, newLedger(each)]));
  const confirms = [];
  for (const [id, { address, now, version }] of suppliers)
    if (version) confirms.push(confirmOf(address, version));
    else documents.set(id, newLedger({ address, now }));
  const inserts = [...documents.values()].map(insertOf);
  // mark: insert-then-confirm
  const operations = [...inserts, ...confirms];
  const written = await collection.bulkWrite(operations, { ordered: true }).catch(beaten);
  const ids = Object.values<string>(written.upsertedIds);
  const inserted = ids.flatMap((id) => documents.get(id) ?? []);
  for (const document of inserted) noteVersion(suppliers, document);
  const all = [...suppliers.values()];
  const areThere = all.every(({ version }) => version);
  // mark: versions-confirmed
  const areConfirmed = areThere && written.matchedCount + ids.length === operations.length;
  if (!areConfirmed) for (const supplier of all) supplier.version = undefined;
  return { inserted, areConfirmed };
}

/** Another process has just inserted one of the ledgers. What came behind it was not tried. */
function beaten(error: unknown): Pick<mongo.BulkWriteResult, keyof typeof nothing> {
  duplicatesIn(error);
  return nothing;
}

const nothing = { upsertedIds: {}, matchedCount: 0 };

function newLedger({ address, now }: Pick<Opening, "address" | "now">): LedgerDocument {
  // No other ledger of this day, an earlier one that was lost, has had this version.
  return { ...emptyLedger(address, now), commit: randomUUID() };
}

function insertOf({ _id, tenantId, ...fields }: LedgerDocument) {
  const update = { $setOnInsert: fields };
  return { updateOne: { filter: ofTenant(tenantId, { _id }), update, upsert: true } };
}

function confirmOf({ id, tenantId }: LedgerAddress, { revision, commit }: Version) {
  const filter = ofTenant(tenantId, { _id: id, revision, commit });
  return { updateOne: { filter, update: { $set: { commit } } } };
}
