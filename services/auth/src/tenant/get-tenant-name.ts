import { type Request, refuse } from "@slipway/broker";
import type { OutputOf, auth } from "@slipway/contracts";
import type { TenantDeps } from "./deps.ts";
import { tenantRecord } from "./tenant.ts";

/** Answers the name and times of the caller's tenant. Refuses NOT_FOUND. */
export async function getTenantName(
  { tenants }: TenantDeps,
  { caller }: Request,
): Promise<OutputOf<typeof auth.getTenantName>> {
  const tenant = await tenants.get(caller.tenantId, caller.tenantId);
  if (!tenant) throw refuse("NOT_FOUND");
  return tenantRecord(tenant);
}
