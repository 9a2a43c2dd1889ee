import { changesOf } from "@slipway/events";
import { type Relay, aggregates, inTurns, type mongo } from "@slipway/store";
import type { SupplierDocument } from "./schema.ts";
import { supplierRecord } from "./supplier.ts";

export function supplierStore(collection: mongo.Collection<SupplierDocument>, relay: Relay) {
  const suppliers = inTurns(aggregates(collection, relay));
  return {
    ...suppliers,
    ...changesOf(suppliers, supplierRecord),
    /** Suppliers of every tenant whose changed contacts wait to be copied since before this time. */
    async listCopying(before: Date) {
      const filter = { "copying.since": { $lt: before } } as mongo.Filter<SupplierDocument>;
      return await collection.find(filter, { limit: 100 }).toArray();
    },
  };
}

export type SupplierStore = ReturnType<typeof supplierStore>;
