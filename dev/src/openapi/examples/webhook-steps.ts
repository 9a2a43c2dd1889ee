import type { Step } from "./step.ts";

/** A receiver that is notified of bookings. The run says where it is: "receiver" is no answer of a step. */
export const webhookSteps: readonly Step[] = [
  {
    name: "subscription",
    head: "POST /webhooks/subscriptions",
    body: { url: "@receiver.url", supplierId: "@supplier.id", headers: { "X-Till": "north" } },
  },
  { name: "subscriptions", head: "GET /webhooks/subscriptions" },
  { name: "oneSubscription", head: "GET /webhooks/subscriptions/@subscription.id" },
  { name: "webhookSecret", head: "GET /webhooks/subscriptions/@subscription.id/secret" },
  { name: "tested", head: "POST /webhooks/subscriptions/@subscription.id/test" },
  {
    name: "notifiedOf",
    head: "POST /bookings",
    body: {
      optionId: "@option.id",
      startAt: "2027-06-15T10:00:00.000Z",
      unitItems: [{ unitId: "@adult.id", quantity: 1 }],
      idempotencyKey: "desk-notified",
    },
  },
  {
    name: "deliveries",
    head: "GET /webhooks/subscriptions/@subscription.id/deliveries",
    query: { status: "SUCCEEDED", limit: "20" },
    isSettled: true,
  },
  {
    name: "bookingDeliveries",
    head: "GET /webhooks/deliveries",
    query: { bookingId: "@notifiedOf.id", limit: "20" },
    isSettled: true,
  },
  { name: "oneDelivery", head: "GET /webhooks/deliveries/@deliveries.items.0.id" },
  { name: "redelivered", head: "POST /webhooks/deliveries/@deliveries.items.0.id/redeliver" },
  {
    name: "webhookSecretRotated",
    head: "POST /webhooks/subscriptions/@subscription.id/secret/rotate",
  },
  {
    name: "subscriptionPaused",
    head: "PATCH /webhooks/subscriptions/@subscription.id",
    body: { status: "DISABLED" },
  },
  { name: "subscriptionEnded", head: "DELETE /webhooks/subscriptions/@subscription.id" },
];
