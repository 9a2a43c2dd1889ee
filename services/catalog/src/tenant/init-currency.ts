import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, catalog } from "@slipway/contracts";
import { duplicateKey } from "@slipway/store";
import type { RecordDeps } from "../record/deps.ts";
import { getCurrency } from "./get-currency.ts";
import { currencyRecord } from "../record/tenant.ts";

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
  const createdAt = new Date(deps.clock());
  try {
    return currencyRecord(
      await deps.tenants.insert(tenantId, {
        _id: tenantId,
        createdAt,
        defaultCurrency: input.defaultCurrency,
        changing: null,
      }),
    );
  } catch (error) {
    if (!duplicateKey(error)) throw error;
    return getCurrency(deps, request);
  }
}
