import type { Request } from "@slipway/broker";
import type { OutputOf, auth } from "@slipway/contracts";
import type { TenantDeps } from "./deps.ts";
import { tenantRecord } from "./tenant.ts";

/** Answers the name and times of the caller's tenant. Refuses NOT_FOUND. */
export async function getTenantName(
  { tenants }: TenantDeps,
  { caller }: Request,
): Promise<OutputOf<typeof auth.getTenantName>> {
  const tenant = await tenants.require(caller.tenantId, caller.tenantId);
  return tenantRecord(tenant);
}
