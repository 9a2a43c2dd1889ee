import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, catalog } from "@slipway/contracts";
import { unlessTaken } from "@slipway/store";
import type { RecordDeps } from "../record/deps.ts";
import { getCurrency } from "./get-currency.ts";

/**
 * The currency a new tenant begins with. A repeat answers what stands and changes nothing. Records
 * nothing: auth records the tenant's creation.
 */
export async function initCurrency(
  deps: RecordDeps,
  request: Request,
  input: InputOf<typeof catalog.initCurrency>,
): Promise<OutputOf<typeof catalog.initCurrency>> {
  const { tenantId } = request.caller;
  const { defaultCurrency } = input;
  const tenant = { _id: tenantId, createdAt: new Date(deps.clock()), defaultCurrency };
  await unlessTaken(deps.tenants.insert(tenantId, { ...tenant, changing: null }));
  return getCurrency(deps, request);
}
