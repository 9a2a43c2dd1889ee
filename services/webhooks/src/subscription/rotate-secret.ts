import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, webhooks } from "@slipway/contracts";
import { newSecret, replaced } from "@slipway/delivery";
import type { SubscriptionDeps } from "./deps.ts";
import { sealedFor } from "../record/subscription.ts";

/** Gives a subscription a new secret; each replaced one signs beside it for 24 hours. Every call makes one. Refuses INVALID_STATE. */
export async function rotateSecret(
  deps: SubscriptionDeps,
  { caller }: Request,
  { id }: InputOf<typeof webhooks.rotateSecret>,
): Promise<OutputOf<typeof webhooks.rotateSecret>> {
  const secret = newSecret();
  await deps.subscriptions.changeBy(caller, id, deps.clock(), (current, at) => ({
    set: {
      secret: deps.sealer.seal(secret, sealedFor(current)),
      previousSecret: replaced({ current: current.secret, previous: current.previousSecret }, at),
    },
    type: "webhookSubscription.secretRotated",
  }));
  return { secret };
}
