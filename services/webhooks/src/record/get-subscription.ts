import assert from "node:assert";
import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, webhooks } from "@slipway/contracts";
import { withProof } from "@slipway/delivery";
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

export async function shown(deps: RecordDeps, record: AnsweredRecord): Promise<ShownSubscription> {
  const [found] = await allShown(deps, record.tenantId, [record]);
  assert(found, "each record is answered");
  return found;
}

export function allShown(
  { origins }: RecordDeps,
  tenantId: string,
  records: readonly AnsweredRecord[],
): Promise<ShownSubscription[]> {
  return withProof(origins, { tenantId, records }, ({ url }) => url);
}

/** The signing secret, as its receiver is to get it. */
export async function getSecret(
  deps: RecordDeps,
  { caller }: Request,
  { id }: InputOf<typeof webhooks.getSecret>,
): Promise<OutputOf<typeof webhooks.getSecret>> {
  const subscription = await deps.subscriptions.require(caller.tenantId, id);
  return { secret: deps.sealer.open(subscription.secret, sealedFor(subscription)) };
}
