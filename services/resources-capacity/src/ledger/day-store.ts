import { refuse } from "@slipway/broker";
import { awaitMajority, duplicateKey, localRead, type mongo, ofTenant } from "@slipway/store";
import { type Connection, Schema } from "mongoose";

interface DayDocument {
  /** The supplier. */
  _id: string;
  tenantId: string;
  /** The UTC minute at which its days begin. Never changed, since ledger ids depend on it. */
  startMinute: number;
}

export interface DayStore {
  /** Undefined for a supplier that never had a resource. */
  getStartMinute(tenantId: string, supplierId: string): Promise<number | undefined>;
  /** Fixes it for good; a second call changes nothing. */
  fix(tenantId: string, supplierId: string, startMinute: number): Promise<void>;
}

/** Makes the collection of the suppliers' days. What it has once read or fixed it keeps. */
export async function dayStore(connection: Connection): Promise<DayStore> {
  const text = { type: String, required: true };
  const schema = new Schema(
    { _id: text, tenantId: text, startMinute: { type: Number, required: true } },
    { collection: "supplier_days", versionKey: false, strict: "throw" },
  );
  const model = connection.model("supplier_days", schema);
  const collection = model.collection as unknown as mongo.Collection<DayDocument>;
  const known = new Map<string, number>();
  const reading = new Map<string, Promise<number | undefined>>();

  /** The result is kept for good, so a write that changes nothing first makes sure that no fail-over undoes it. */
  async function read(tenantId: string, supplierId: string): Promise<number | undefined> {
    const found = await collection.findOne(ofTenant(tenantId, { _id: supplierId }), localRead);
    if (!found) return readAgain(tenantId, supplierId);
    const { startMinute } = found;
    const same = ofTenant(tenantId, { _id: supplierId, startMinute });
    const { matchedCount } = await collection.updateOne(same, { $set: { startMinute } });
    if (matchedCount === 0) throw refuse("SERVICE_UNAVAILABLE");
    return startMinute;
  }

  /** "None" would sell without places, so a majority has to confirm it. */
  async function readAgain(tenantId: string, supplierId: string): Promise<number | undefined> {
    await awaitMajority(collection, tenantId);
    return (await collection.findOne(ofTenant(tenantId, { _id: supplierId })))?.startMinute;
  }

  return {
    async getStartMinute(tenantId, supplierId) {
      const key = keyOf(tenantId, supplierId);
      const pending = reading.get(key);
      // A value that another request reads serves this one, too. If it finds none, this request reads
      // for itself: the first resource may have been created in between.
      const kept = known.get(key) ?? (pending && (await pending.catch(() => undefined)));
      if (kept !== undefined) return kept;
      const ownRead = read(tenantId, supplierId);
      reading.set(key, ownRead);
      try {
        const found = await ownRead;
        if (found !== undefined) known.set(key, found);
        return found;
      } finally {
        if (reading.get(key) === ownRead) reading.delete(key);
      }
    },

    async fix(tenantId, supplierId, startMinute) {
      try {
        await collection.insertOne({ _id: supplierId, ...ofTenant(tenantId, { startMinute }) });
        known.set(keyOf(tenantId, supplierId), startMinute);
      } catch (error) {
        // Two first resources at once: the first insert wins.
        if (!duplicateKey(error)) throw error;
      }
    },
  };
}

function keyOf(tenantId: string, supplierId: string): string {
  return `${tenantId}|${supplierId}`;
}
