import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, webhooks } from "@slipway/contracts";
import type { Deps } from "../deps.ts";
import { subscriptionRecord } from "./subscription.ts";

/** A record is at most some 3 KiB. */
const pageMax = 100;

/** The tenant's subscriptions, newest first, in pages of the bus. */
export async function listSubscriptions(
  { subscriptions }: Deps,
  { caller }: Request,
  { page }: InputOf<typeof webhooks.listSubscriptions>,
): Promise<OutputOf<typeof webhooks.listSubscriptions>> {
  const filter = page === undefined ? {} : { _id: { $lt: page } };
  const found = await subscriptions.find(caller.tenantId, filter, {
    sort: { _id: -1 },
    limit: pageMax + 1,
  });
  const items = found.slice(0, pageMax).map(subscriptionRecord);
  return { items, next: found.length > pageMax ? (items.at(-1)?.id ?? null) : null };
}
