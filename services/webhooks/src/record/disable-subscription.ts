import { ownRequest } from "@slipway/broker";
import type { RecordDeps } from "./deps.ts";
import { type Subscription, listeningUntil, reasonToDisable } from "./subscription.ts";

/** Counts a failed attempt, and disables the subscription where that is one too many. The audit log names the system. */
export async function countFailure(
  deps: RecordDeps,
  { _id: id, tenantId }: Pick<Subscription, "_id" | "tenantId">,
  statusCode: number | null,
): Promise<void> {
  const now = deps.clock();
  const counted = await deps.subscriptions.noteFailure(id, new Date(now));
  const bounds = { ...deps.config, now };
  if (counted?.status !== "ACTIVE" || reasonToDisable(counted, statusCode, bounds) === null) return;
  const { caller } = ownRequest(deps.broker, tenantId);
  await deps.subscriptions.changeBy(caller, id, deps.clock(), (current, at) => {
    // Decided on what is now: another attempt may have succeeded in between.
    const disabledReason = reasonToDisable(current, statusCode, bounds);
    if (current.status !== "ACTIVE" || disabledReason === null) return null;
    const windows = listeningUntil(current.windows, at);
    const set = { status: "DISABLED", disabledReason, windows } as const;
    return { type: "webhookSubscription.disabled", set };
  });
}
