/** Actions that the operator of an installation may do and no tenant may. */
import { type ServiceBroker, call, ownRequest, parseInput } from "@slipway/broker";
import { auth, catalog } from "@slipway/contracts";
import type { z } from "zod";

/** Makes the tenant under this id; repeated, it answers the one that is there. */
export async function createTenant(
  broker: ServiceBroker,
  tenantId: string,
  { name, currency }: { name: unknown; currency: unknown },
): Promise<z.output<typeof catalog.tenant>> {
  const request = ownRequest(broker, tenantId, "cli");
  // Both are checked before either is written.
  const named = parseInput(auth.createTenant, { name });
  const priced = parseInput(catalog.initCurrency, { defaultCurrency: currency });
  // The name is what makes the tenant; a currency without one concerns nobody.
  const kept = await call(request, catalog.initCurrency, priced);
  return catalog.tenantOf(await call(request, auth.createTenant, named), kept);
}
