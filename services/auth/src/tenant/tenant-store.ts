import { type OutboxEvent, type Relay, aggregates, duplicateKey, type mongo } from "@slipway/store";
import type { TenantDocument } from "../schema.ts";
import type { Tenant } from "./tenant.ts";

export interface TenantStore {
  get(tenantId: string): Promise<Tenant | null>;
  /** False when the tenant is there already; then nothing is written. */
  insert(tenantId: string, tenant: Tenant, event: OutboxEvent): Promise<boolean>;
  /** Removes it with the event that says so; refusals are thrown. Refuses NOT_FOUND. */
  remove(tenantId: string, now: number, eventFor: (tenant: Tenant) => OutboxEvent): Promise<void>;
}

export function tenantStore(
  collection: mongo.Collection<TenantDocument>,
  relay: Relay,
): TenantStore {
  const tenants = aggregates(collection, relay);
  return {
    async get(tenantId) {
      const document = await tenants.get(tenantId, tenantId);
      return document && stateOf(document);
    },
    async insert(tenantId, { name, createdAt }, event) {
      try {
        await tenants.insert(tenantId, { _id: tenantId, name, createdAt }, event);
        return true;
      } catch (error) {
        // The tenant's id is the document's: of two writers the second finds it taken.
        if (duplicateKey(error)) return false;
        throw error;
      }
    },
    async remove(tenantId, now, eventFor) {
      await tenants.change(tenantId, tenantId, now, (current) => ({
        remove: true,
        event: eventFor(stateOf(current)),
      }));
    },
  };
}

function stateOf({ _id, name, createdAt, updatedAt }: TenantDocument): Tenant {
  return { id: _id, name, createdAt, updatedAt };
}
