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
  const { items, more } = await subscriptions.findPage(caller.tenantId, filter, {
    sort: { _id: -1 },
    limit: pageMax,
    without: ["outbox", "secret", "previousSecret", "headers"],
    itemOf: subscriptionRecord,
  });
  return { items, next: more ? (items.at(-1)?.id ?? null) : null };
}
