import type { Request } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  type webhooks,
  ofSupplier,
  pageItemsMax,
} from "@slipway/contracts";
import { nextAfterId } from "@slipway/store";
import type { Deps } from "../deps.ts";
import { subscriptionRecord } from "./subscription.ts";

/** The subscriptions that the caller reaches, newest first, in pages of the bus. */
export async function listSubscriptions(
  { subscriptions }: Deps,
  { caller }: Request,
  { page }: InputOf<typeof webhooks.listSubscriptions>,
): Promise<OutputOf<typeof webhooks.listSubscriptions>> {
  const beyond = page === undefined ? {} : { _id: { $lt: page } };
  const filter = { ...ofSupplier(caller), ...beyond };
  const found = await subscriptions.findPage(caller.tenantId, filter, {
    sort: { _id: -1 },
    limit: pageItemsMax,
    without: ["outbox", "secret", "previousSecret", "headers"],
    itemOf: subscriptionRecord,
  });
  return nextAfterId(found);
}
