import { originTable } from "@slipway/delivery";
import { jobIndex } from "@slipway/jobs";
import { type Aggregate, collection, outboxIndex } from "@slipway/store";
import type { Delivery } from "./delivery.ts";
import type { Subscription } from "./subscription.ts";

export type SubscriptionDocument = Aggregate & Subscription;

export const collections = {
  origins: originTable,
  subscriptions: collection<SubscriptionDocument>("webhook_subscriptions", [
    [{ tenantId: 1, _id: -1 }],
    outboxIndex,
  ]),
  deliveries: collection<Delivery>("webhook_deliveries", [
    jobIndex("subscriptionId", "PENDING"),
    [{ subscriptionId: 1, _id: -1 }],
    [{ bookingId: 1, _id: -1 }],
  ]),
};
