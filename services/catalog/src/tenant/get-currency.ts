import type { Request } from "@slipway/broker";
import type { OutputOf, catalog } from "@slipway/contracts";
import type { RecordDeps } from "../record/deps.ts";
import { currencyRecord } from "../record/tenant.ts";

/** The currency of the caller's tenant. Refuses NOT_FOUND. */
export async function getCurrency(
  deps: RecordDeps,
  request: Request,
): Promise<OutputOf<typeof catalog.getCurrency>> {
  const { tenantId } = request.caller;
  const tenant = await deps.tenants.require(tenantId, tenantId);
  return currencyRecord(tenant);
}
