import { type Aggregates, type Relay, aggregates, inTurns, type mongo } from "@slipway/store";
import type { SupplierDocument } from "./schema.ts";

export interface SupplierStore extends Aggregates<SupplierDocument> {
  /** Suppliers of every tenant whose changed contacts wait to be copied since before this time. */
  listCopying(before: Date): Promise<SupplierDocument[]>;
}

export function supplierStore(
  collection: mongo.Collection<SupplierDocument>,
  relay: Relay,
): SupplierStore {
  return {
    ...inTurns(aggregates(collection, relay)),
    async listCopying(before) {
      const filter = { "copying.since": { $lt: before } } as mongo.Filter<SupplierDocument>;
      return await collection.find(filter, { limit: 100 }).toArray();
    },
  };
}
