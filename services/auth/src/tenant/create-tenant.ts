import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, auth } from "@slipway/contracts";
import { createdEvent } from "@slipway/events";
import { duplicateKey } from "@slipway/store";
import type { TenantDeps } from "./deps.ts";
import { tenantRecord } from "./tenant.ts";

/** Makes the tenant of the caller's tenantId. Repeated, it answers the one that is there, so a killed first start can run again. */
export async function createTenant(
  { tenants, clock }: TenantDeps,
  { caller }: Request,
  { name }: InputOf<typeof auth.createTenant>,
): Promise<OutputOf<typeof auth.createTenant>> {
  const { tenantId } = caller;
  const createdAt = new Date(clock());
  const tenant = { _id: tenantId, name, createdAt };
  const record = tenantRecord({ ...tenant, updatedAt: createdAt });
  const event = createdEvent(caller, "tenant.created", record);
  try {
    await tenants.insert(tenantId, tenant, event);
    return record;
  } catch (error) {
    // The tenant's id is the document's: of two writers the second finds it taken.
    if (!duplicateKey(error)) throw error;
    const kept = await tenants.get(tenantId, tenantId);
    return kept ? tenantRecord(kept) : record;
  }
}
