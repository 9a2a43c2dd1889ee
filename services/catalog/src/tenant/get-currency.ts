import { type Request, refuse } from "@slipway/broker";
import type { OutputOf, catalog } from "@slipway/contracts";
import type { RecordDeps } from "../record/deps.ts";
import { currencyRecord } from "../record/tenant.ts";

/** The currency of the caller's tenant. Refuses NOT_FOUND. */
export async function getCurrency(
  deps: RecordDeps,
  request: Request,
): Promise<OutputOf<typeof catalog.getCurrency>> {
  const { tenantId } = request.caller;
  const tenant = await deps.tenants.get(tenantId, tenantId);
  if (!tenant) throw refuse("NOT_FOUND");
  return currencyRecord(tenant);
}
