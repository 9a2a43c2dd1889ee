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
import type { TenantFields } from "./tenant.ts";

/** Its id is the tenant's. */
export interface TenantDocument extends Aggregate, TenantFields {}
export type TenantStore = Aggregates<TenantDocument>;

export function tenantCollection(
  connection: Connection,
): Promise<mongo.Collection<TenantDocument>> {
  return aggregateCollection<TenantDocument>(connection, "tenants", {
    defaultCurrency: { type: String, required: true },
    changing: Schema.Types.Mixed,
  });
}

export function tenantStore(
  collection: mongo.Collection<TenantDocument>,
  relay: Relay,
): TenantStore {
  return inTurns(aggregates(collection, relay));
}
