import { type Aggregates, type Relay, aggregates, inTurns, type mongo } from "@slipway/store";
import type { TenantDocument } from "../schema.ts";

export type TenantStore = Aggregates<TenantDocument>;

export function tenantStore(
  collection: mongo.Collection<TenantDocument>,
  relay: Relay,
): TenantStore {
  return inTurns(aggregates(collection, relay));
}
