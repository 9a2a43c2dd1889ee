import { renewSeals as renewAll, resealed } from "@slipway/delivery";
import type { SubscriptionDeps } from "./deps.ts";
import { type Subscription, sealedFor } from "../record/subscription.ts";

/** Seals anew, with the first key, what another one has sealed of subscriptions. Several replicas may do so. */
export async function renewSeals({ subscriptions, sealer, log }: SubscriptionDeps): Promise<void> {
  const records = {
    idOf: ({ _id }: Subscription) => _id,
    list: (...page: Parameters<typeof subscriptions.listSealedOtherwise>) =>
      subscriptions.listSealedOtherwise(...page),
    async renew(subscription: Subscription, again: (sealed: string, boundTo: string) => string) {
      const bound = sealedFor(subscription);
      const seals = resealed(subscription, (sealed) => again(sealed, bound));
      await subscriptions.reseal(subscription, seals);
    },
  };
  await renewAll(sealer, records, log);
}
