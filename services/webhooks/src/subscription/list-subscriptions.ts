import type { Request } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  type webhooks,
  ofSupplier,
  pageItemsMax,
} from "@slipway/contracts";
import { nextAfterId } from "@slipway/store";
import type { SubscriptionDeps } from "./deps.ts";
import { allShown } from "../record/get-subscription.ts";
import { answeredRecord } from "../record/subscription.ts";

/** The subscriptions that the caller reaches, newest first, in pages of the bus. */
export async function listSubscriptions(
  deps: SubscriptionDeps,
  { caller }: Request,
  { page }: InputOf<typeof webhooks.listSubscriptions>,
): Promise<OutputOf<typeof webhooks.listSubscriptions>> {
  const found = await deps.subscriptions.findNewest(caller.tenantId, ofSupplier(caller), {
    after: page,
    limit: pageItemsMax,
    without: ["secret", "previousSecret", "headers"],
    itemOf: answeredRecord,
  });
  const items = await allShown(deps, caller.tenantId, found.items);
  return nextAfterId({ ...found, items });
}
