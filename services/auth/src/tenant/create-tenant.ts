import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, auth } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import type { Deps } from "../deps.ts";
import { tenantRecord } from "./tenant.ts";

/**
 * Makes the tenant of the caller's tenantId. Repeated, it answers the tenant that is there, so that
 * a first start that was killed half way can be run again.
 */
export async function createTenant(
  { tenants, clock }: Deps,
  { caller }: Request,
  { name }: InputOf<typeof auth.createTenant>,
): Promise<OutputOf<typeof auth.createTenant>> {
  const createdAt = new Date(clock());
  const tenant = { id: caller.tenantId, name, createdAt, updatedAt: createdAt };
  const event = eventOf(caller, createdAt.getTime(), {
    type: "tenant.created",
    entityId: tenant.id,
    before: null,
    after: tenantRecord(tenant),
  });
  const isNew = await tenants.insert(caller.tenantId, tenant, event);
  const kept = isNew ? tenant : await tenants.get(caller.tenantId);
  return tenantRecord(kept ?? tenant);
}
