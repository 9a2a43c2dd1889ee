import { duplicateKey, type mongo, ofTenant } from "@slipway/store";
import { type Connection, Schema } from "mongoose";

interface DayDocument {
  /** The supplier. */
  _id: string;
  tenantId: string;
  /** The UTC minute at which its days begin. Never changed: ledgers are named by it. */
  startMinute: number;
}

export interface DayStore {
  /** Undefined for a supplier that never had a resource. */
  getStartMinute(tenantId: string, supplierId: string): Promise<number | undefined>;
  /** Fixes it for good; the first one stays. */
  fix(tenantId: string, supplierId: string, startMinute: number): Promise<void>;
}

/** Makes the collection of the suppliers' days. What it has once read it keeps. */
export async function dayStore(connection: Connection): Promise<DayStore> {
  const text = { type: String, required: true };
  const schema = new Schema(
    { _id: text, tenantId: text, startMinute: { type: Number, required: true } },
    { collection: "supplier_days", versionKey: false, strict: "throw" },
  );
  const model = connection.model("supplier_days", schema);
  const collection = model.collection as unknown as mongo.Collection<DayDocument>;
  const known = new Map<string, number>();

  return {
    async getStartMinute(tenantId, supplierId) {
      const key = `${tenantId}|${supplierId}`;
      const kept = known.get(key);
      if (kept !== undefined) return kept;
      const found = await collection.findOne(ofTenant(tenantId, { _id: supplierId }));
      if (found) known.set(key, found.startMinute);
      return found?.startMinute;
    },

    async fix(tenantId, supplierId, startMinute) {
      try {
        await collection.insertOne({ _id: supplierId, ...ofTenant(tenantId, { startMinute }) });
      } catch (error) {
        // Two first resources at once: the id decides.
        if (!duplicateKey(error)) throw error;
      }
    },
  };
}
