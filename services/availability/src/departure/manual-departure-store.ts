import { duplicateKey, type mongo, ofTenant } from "@slipway/store";
import { type Connection, Schema } from "mongoose";

/** A departure that no period gives: a booking with customStart made it. Never changed. */
interface ManualDepartureDocument {
  _id: string;
  tenantId: string;
  optionId: string;
  productId: string;
  startAt: Date;
}

export interface ManualDepartureStore {
  /** Records it unless it stands; says whether this call did. The unique id decides between two. */
  record(
    tenantId: string,
    departure: { optionId: string; productId: string; startAt: Date },
  ): Promise<boolean>;
  has(tenantId: string, optionId: string, startAt: Date): Promise<boolean>;
  /** Starts in [from, to], milliseconds, ascending. */
  listStarts(
    tenantId: string,
    optionId: string,
    range: { from: number; to: number; limit: number },
  ): Promise<number[]>;
}

export type ManualDepartureCollection = mongo.Collection<ManualDepartureDocument>;

/** Makes the collection of manual departures and its unique index. */
export async function manualDepartureCollection(
  connection: Connection,
): Promise<ManualDepartureCollection> {
  const required = { type: String, required: true };
  const schema = new Schema(
    {
      _id: required,
      tenantId: required,
      optionId: required,
      productId: required,
      startAt: { type: Date, required: true },
    },
    { collection: "manual_departures", versionKey: false, strict: "throw" },
  );
  schema.index({ tenantId: 1, optionId: 1, startAt: 1 }, { unique: true });
  const model = connection.model("manual_departures", schema);
  await model.createIndexes();
  return model.collection as unknown as ManualDepartureCollection;
}

export function manualDepartureStore(collection: ManualDepartureCollection): ManualDepartureStore {
  return {
    async record(tenantId, { optionId, productId, startAt }) {
      const _id = `${tenantId}|${optionId}|${startAt.toISOString()}`;
      try {
        await collection.insertOne({
          _id,
          ...ofTenant(tenantId, { optionId, productId, startAt }),
        });
        return true;
      } catch (error) {
        if (duplicateKey(error)) return false;
        throw error;
      }
    },

    async has(tenantId, optionId, startAt) {
      return (await collection.findOne(ofTenant(tenantId, { optionId, startAt }))) !== null;
    },

    async listStarts(tenantId, optionId, { from, to, limit }) {
      const startAt = { $gte: new Date(from), $lte: new Date(to) };
      const found = await collection
        .find(ofTenant(tenantId, { optionId, startAt }), { sort: { startAt: 1 }, limit })
        .toArray();
      return found.map((departure) => departure.startAt.getTime());
    },
  };
}
