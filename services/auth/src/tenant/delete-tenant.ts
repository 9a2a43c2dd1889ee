import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, auth } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import type { TenantDeps } from "./deps.ts";
import { tenantRecord } from "./tenant.ts";

/**
 * Deletes the record of the caller's tenant, after all others of it. The audit log keeps this one entry. Refuses
 * NOT_FOUND, also when repeated, and VERSION_CONFLICT where the tenant has another name.
 */
export async function deleteTenant(
  { tenants, clock }: TenantDeps,
  { caller }: Request,
  { name }: InputOf<typeof auth.deleteTenant>,
): Promise<OutputOf<typeof auth.deleteTenant>> {
  const { tenantId } = caller;
  const now = clock();
  await tenants.change(tenantId, tenantId, now, (tenant) => {
    if (tenant.name !== name) throw refuse("VERSION_CONFLICT");
    const before = tenantRecord(tenant);
    const event = eventOf(caller, now, {
      type: "tenant.deleted",
      entityId: tenantId,
      before,
      after: null,
    });
    return { remove: true, event };
  });
  return { deleted: true };
}
