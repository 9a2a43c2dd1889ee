import { randomUUID } from "node:crypto";
import type { Request } from "@slipway/broker";
import type { InputOf, webhooks } from "@slipway/contracts";
import { idFloor } from "@slipway/store";
import {
  type DeliveryRecord,
  deliveryOf,
  deliveryRecord,
  messageOf,
  testUpdate,
} from "../record/delivery.ts";
import { attemptNow, claimedUntil } from "../delivery/deliver-one.ts";
import type { SubscriptionDeps } from "./deps.ts";

/** Makes one attempt with test data, which counts neither as a failure nor as a success. */
export async function testSubscription(
  deps: SubscriptionDeps,
  request: Request,
  { id }: InputOf<typeof webhooks.testSubscription>,
): Promise<DeliveryRecord> {
  const subscription = await deps.subscriptions.require(request.caller.tenantId, id);
  const now = deps.clock();
  const update = testUpdate(subscription, new Date(now).toISOString());
  const random = randomUUID().replaceAll("-", "").slice(13);
  const mark = `${idFloor("", now).slice(1)}7${random}`;
  const delivery = deliveryOf(subscription, messageOf(update), {
    mark,
    firstAttemptAt: claimedUntil(now),
  });
  await deps.deliveries.insert([delivery]);
  return deliveryRecord(await attemptNow(deps, request, { subscription, delivery }));
}
