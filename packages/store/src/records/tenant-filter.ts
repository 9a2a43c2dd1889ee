import assert from "node:assert";

/** The filter of every query for one tenant. Without a tenant it would find everybody's records, so it throws. */
export function ofTenant<Filter extends object>(
  tenantId: string,
  filter: Filter,
): Filter & { tenantId: string } {
  assert(typeof tenantId === "string" && tenantId.length > 0, "a query needs its tenant");
  assert(!("tenantId" in filter), "the tenant is given once");
  return { tenantId, ...filter };
}
