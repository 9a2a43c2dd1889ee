import type { Request } from "@slipway/broker";
import { type InputOf, type OutputOf, customers, type webhooks } from "@slipway/contracts";
import type { DeliveryDeps } from "./deps.ts";

/**
 * Removes e-mail addresses from the deliveries of a booking: they stand in names that clients gave, such as `externalId`.
 * A delivery that is sent again is sent without them. Repeated, it changes nothing.
 */
export async function eraseDeliveries(
  { deliveries }: DeliveryDeps,
  { caller }: Request,
  { bookingId }: InputOf<typeof webhooks.eraseDeliveries>,
): Promise<OutputOf<typeof webhooks.eraseDeliveries>> {
  const erased = await deliveries.rewrite(caller.tenantId, bookingId, (body) =>
    JSON.stringify(customers.withoutAddresses(JSON.parse(body) as Record<string, unknown>)),
  );
  return { erased };
}
