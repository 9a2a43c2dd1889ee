import {
  type Aggregate,
  type Aggregates,
  type Relay,
  aggregateCollection,
  aggregates,
  inTurns,
  type mongo,
} from "@slipway/store";
import { type Connection, Schema } from "mongoose";
import type { SupplierFields } from "./supplier.ts";

export interface SupplierDocument extends Aggregate, SupplierFields {}

export interface SupplierStore extends Aggregates<SupplierDocument> {
  /** Suppliers of every tenant whose changed contacts wait to be copied since before this time. */
  listCopying(before: Date): Promise<SupplierDocument[]>;
}

const text = { type: String, required: true };

export function supplierCollection(
  connection: Connection,
): Promise<mongo.Collection<SupplierDocument>> {
  return aggregateCollection<SupplierDocument>(
    connection,
    "suppliers",
    {
      name: text,
      nameKey: text,
      reference: text,
      timezone: text,
      locale: text,
      website: String,
      email: String,
      telephone: String,
      address: String,
      metadata: text,
      deletedAt: Date,
      copying: Schema.Types.Mixed,
    },
    {
      uniqueLive: [{ reference: 1 }],
      indexes: [
        [{ tenantId: 1, nameKey: 1, _id: 1 }],
        [
          { "copying.since": 1 },
          { partialFilterExpression: { "copying.since": { $exists: true } } },
        ],
      ],
    },
  );
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
