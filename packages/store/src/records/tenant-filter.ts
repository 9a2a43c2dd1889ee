import assert from "node:assert";

/** The filter of every query for one tenant. One without would see everybody's records, so it stops the request. */
export function ofTenant<Filter extends object>(
  tenantId: string,
  filter: Filter,
): Filter & { tenantId: string } {
  assert(typeof tenantId === "string" && tenantId.length > 0, "a query needs its tenant");
  assert(!("tenantId" in filter), "the tenant is given once");
  return { tenantId, ...filter };
}
