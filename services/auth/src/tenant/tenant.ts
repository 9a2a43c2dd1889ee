import type { OutputOf, auth } from "@slipway/contracts";
import type { TenantDocument } from "../record/schema.ts";

type Tenant = Pick<
  TenantDocument,
  "_id" | "name" | "createdAt" | "updatedAt" | "secondFactorRequired"
>;

/** The tenant as it is answered and audited: an operator's account. Its currency belongs to catalog. */
export function tenantRecord(tenant: Tenant): OutputOf<typeof auth.createTenant> {
  return {
    id: tenant._id,
    name: tenant.name,
    createdAt: tenant.createdAt.toISOString(),
    updatedAt: tenant.updatedAt.toISOString(),
    secondFactorRequired: tenant.secondFactorRequired ?? false,
  };
}
