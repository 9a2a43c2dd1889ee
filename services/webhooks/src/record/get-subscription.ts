import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, webhooks } from "@slipway/contracts";
import { shownWithProof } from "@slipway/delivery";
import type { RecordDeps } from "./deps.ts";
import { type AnsweredRecord, answeredRecord, sealedFor } from "./subscription.ts";

export async function getSubscription(
  deps: RecordDeps,
  { caller }: Request,
  { id }: InputOf<typeof webhooks.getSubscription>,
): Promise<ShownSubscription> {
  return shown(deps, answeredRecord(await deps.subscriptions.require(caller.tenantId, id)));
}

export type ShownSubscription = OutputOf<typeof webhooks.getSubscription>;

export const { shown, allShown } = shownWithProof<AnsweredRecord>(({ url }) => url);

/** The signing secret, as its receiver is to get it. */
export async function getSecret(
  deps: RecordDeps,
  { caller }: Request,
  { id }: InputOf<typeof webhooks.getSecret>,
): Promise<OutputOf<typeof webhooks.getSecret>> {
  const subscription = await deps.subscriptions.require(caller.tenantId, id);
  return { secret: deps.sealer.open(subscription.secret, sealedFor(subscription)) };
}
