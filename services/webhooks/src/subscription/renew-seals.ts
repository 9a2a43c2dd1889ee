import { renewSeals as renewAll } from "@slipway/delivery";
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
      const { secret, headers, previousSecret } = subscription;
      await subscriptions.reseal(subscription, {
        secret: again(secret, bound),
        headers: headers && again(headers, bound),
        previousSecret: previousSecret && {
          ...previousSecret,
          secret: again(previousSecret.secret, bound),
        },
      });
    },
  };
  await renewAll(sealer, records, log);
}
