import { type Request, call } from "@slipway/broker";
import type { sync, webhooks } from "@slipway/contracts";

/**
 * The tenants with subscribers among these. One call asks for a whole batch, so an event without a
 * subscriber costs nothing more. A tenant that subscribes after the call receives later events alone.
 */
export async function tenantsListening(
  request: Request,
  contract: typeof sync.listListeners | typeof webhooks.listListeners,
  tenants: readonly string[],
): Promise<ReadonlySet<string>> {
  const { tenantIds } = await call(request, contract, { tenantIds: [...new Set(tenants)] });
  return new Set(tenantIds);
}
