import { refuse } from "@slipway/broker";
import { awaitMajority, duplicateKey, localRead, type mongo, ofTenant } from "@slipway/store";
import { LRUCache } from "lru-cache";
import { suppliersKnownMax } from "../constants.ts";
import type { DayDocument } from "./schema.ts";

/** Keeps what it has once read or fixed: it never changes. */
export function dayStore(collection: mongo.Collection<DayDocument>) {
  const known = new LRUCache<string, number>({ max: suppliersKnownMax });
  const reading = new Map<string, Promise<number | undefined>>();

  return {
    /** Undefined for a supplier that never had a resource. */
    async getStartMinute(tenantId: string, supplierId: string) {
      const key = keyOf(tenantId, supplierId);
      const pending = reading.get(key);
      // A value that another request reads serves this one, too. If it finds none, this request reads
      // for itself: the first resource may have been created in between.
      const kept = known.get(key) ?? (pending && (await pending.catch(() => undefined)));
      if (kept !== undefined) return kept;
      const ownRead = readDurably(collection, ofTenant(tenantId, { _id: supplierId }));
      reading.set(key, ownRead);
      try {
        const found = await ownRead;
        if (found !== undefined) known.set(key, found);
        return found;
      } finally {
        if (reading.get(key) === ownRead) reading.delete(key);
      }
    },

    /** Fixes it for good; a second call changes nothing. */
    async fix(tenantId: string, supplierId: string, startMinute: number) {
      try {
        await collection.insertOne({ _id: supplierId, ...ofTenant(tenantId, { startMinute }) });
        known.set(keyOf(tenantId, supplierId), startMinute);
      } catch (error) {
        // Two first resources at once: the first insert wins.
        if (!duplicateKey(error)) throw error;
      }
    },

    /** Notes that the supplier's options have other requirements now. Never moves the date back. */
    async noteLinked(tenantId: string, supplierId: string, at: number) {
      const later = { $max: { linkedAt: new Date(at) } };
      await collection.updateOne(ofTenant(tenantId, { _id: supplierId }), later);
    },

    /** When that last was, in milliseconds; 0 before the first time. */
    async getLinkedAt(tenantId: string, supplierId: string) {
      const found = await collection.findOne(ofTenant(tenantId, { _id: supplierId }));
      return found?.linkedAt?.getTime() ?? 0;
    },
  };
}

export type DayStore = ReturnType<typeof dayStore>;

/** The result is kept for good, so a write that changes nothing first makes sure that no fail-over undoes it. */
async function readDurably(
  collection: mongo.Collection<DayDocument>,
  filter: { readonly _id: string; readonly tenantId: string },
): Promise<number | undefined> {
  const found = await collection.findOne(filter, localRead);
  if (!found) {
    // "None" would sell without places, so a majority has to confirm it.
    await awaitMajority(collection, filter.tenantId);
    return (await collection.findOne(filter))?.startMinute;
  }
  const { startMinute } = found;
  const same = { ...filter, startMinute };
  const { matchedCount } = await collection.updateOne(same, { $set: { startMinute } });
  if (matchedCount === 0) throw refuse("SERVICE_UNAVAILABLE");
  return startMinute;
}

function keyOf(tenantId: string, supplierId: string): string {
  return `${tenantId}|${supplierId}`;
}
