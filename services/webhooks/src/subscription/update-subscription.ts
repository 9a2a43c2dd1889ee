import { isDeepStrictEqual } from "node:util";
import type { Request } from "@slipway/broker";
import type { InputOf, webhooks } from "@slipway/contracts";
import { endpointChange, refuseHttp } from "@slipway/delivery";
import { requireUnchanged } from "@slipway/store";
import { resumeMs } from "../constants.ts";
import type { SubscriptionDeps } from "./deps.ts";
import { type ShownSubscription, shown } from "../record/get-subscription.ts";
import {
  type Subscription,
  answeredRecord,
  listeningFrom,
  listeningUntil,
  sealedFor,
} from "../record/subscription.ts";

type UpdateSubscriptionInput = InputOf<typeof webhooks.updateSubscription>;
type Set = Partial<Omit<Subscription, "_id" | "tenantId" | "createdAt" | "updatedAt">>;

/**
 * Changes a subscription. A repeat changes nothing more. ACTIVE begins anew, and its event resumes what waits.
 * Refuses VALIDATION_FAILED for http where the operator asks for https, and NOT_FOUND.
 */
export async function updateSubscription(
  deps: SubscriptionDeps,
  { caller }: Request,
  { id, expectedUpdatedAt, ...input }: UpdateSubscriptionInput,
): Promise<ShownSubscription> {
  const { tenantId } = caller;
  refuseHttp("url", input.url, deps.config);
  const read = await deps.subscriptions.require(tenantId, id);
  requireUnchanged(read, expectedUpdatedAt);
  const { status } = read;
  const resumes = status === "DISABLED" && input.status === "ACTIVE";
  // Before it is active, so that nothing too old is delivered in between.
  if (resumes) await deps.deliveries.failPending(id, new Date(deps.clock() - resumeMs));
  const changed = await deps.subscriptions.changeBy(caller, id, deps.clock(), (current, at) => {
    requireUnchanged(current, expectedUpdatedAt);
    const set = changesOf(deps, current, { input, at });
    if (Object.keys(set).length === 0) return null;
    return { type: "webhookSubscription.updated", set };
  });
  return shown(deps, answeredRecord(changed));
}

/** Only what differs from what is. */
function changesOf(
  { sealer }: Pick<SubscriptionDeps, "sealer">,
  current: Subscription,
  {
    input: { url, headers, status, notificationTypes },
    at,
  }: { input: Omit<UpdateSubscriptionInput, "id">; at: Date },
): Set {
  const bound = sealedFor(current);
  const asked = { url, headers, boundTo: bound };
  const { headers: given, ...moved } = endpointChange(sealer, current, asked);
  return {
    ...moved,
    ...(notificationTypes && !isDeepStrictEqual(notificationTypes, current.notificationTypes)
      ? { notificationTypes }
      : {}),
    ...(given ? { headers: sealer.seal(JSON.stringify(given), bound) } : {}),
    ...(status === "ACTIVE" ? begunAnew(current, at) : {}),
    ...(status === "DISABLED" && current.status === "ACTIVE"
      ? { status, windows: listeningUntil(current.windows, at) }
      : {}),
  };
}

function begunAnew(current: Subscription, at: Date): Set {
  // Nothing that deliveries go by begins anew: see failuresInRow.
  if (current.status === "ACTIVE")
    return current.consecutiveFailures === 0 ? {} : { consecutiveFailures: 0 };
  const windows = listeningFrom(current.windows, at);
  const counted = { consecutiveFailures: 0, failuresInRow: 0 };
  return { ...counted, status: "ACTIVE", disabledReason: null, windows };
}
