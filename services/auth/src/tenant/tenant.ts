import type { OutputOf, auth } from "@slipway/contracts";

/** An operator's account, auth's part of it; its currency belongs to catalog. */
export interface Tenant {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The tenant as it is answered and audited. */
export function tenantRecord(tenant: Tenant): OutputOf<typeof auth.createTenant> {
  return {
    id: tenant.id,
    name: tenant.name,
    createdAt: tenant.createdAt.toISOString(),
    updatedAt: tenant.updatedAt.toISOString(),
  };
}
