import { webhooks } from "@slipway/contracts";
import { type Route, routesOf } from "../route/route.ts";

/** Subscriptions of receivers, and what was delivered to them. */
export const webhookRoutes: readonly Route[] = routesOf(["bookings:read", "bookings:write"], {
  "GET /webhooks/subscriptions": [
    webhooks.listSubscriptions,
    "Webhook subscriptions, newest first",
    { narrowing: "own", operationId: "listWebhookSubscriptions", paged: true },
  ],
  "POST /webhooks/subscriptions": [
    webhooks.createSubscription,
    "Subscribes a receiver to changes",
    {
      narrowing: { ids: { supplierId: "supplier" }, oneOf: ["supplierId"] },
      operationId: "createWebhookSubscription",
    },
  ],
  "GET /webhooks/subscriptions/{id}": [
    webhooks.getSubscription,
    "One webhook subscription",
    { operationId: "getWebhookSubscription" },
  ],
  "PATCH /webhooks/subscriptions/{id}": [
    webhooks.updateSubscription,
    "Changes a subscription; ACTIVE begins anew and resumes what waits",
    { operationId: "updateWebhookSubscription" },
  ],
  "DELETE /webhooks/subscriptions/{id}": [
    webhooks.deleteSubscription,
    "Ends a subscription at once",
    { operationId: "deleteWebhookSubscription" },
  ],
  "GET /webhooks/subscriptions/{id}/secret": [
    webhooks.getSecret,
    "The secret that signs its deliveries",
    { operationId: "getWebhookSecret", scope: "bookings:write" },
  ],
  "POST /webhooks/subscriptions/{id}/secret/rotate": [
    webhooks.rotateSecret,
    "A new secret; the old one signs beside it for 24 hours",
    { operationId: "rotateWebhookSecret" },
  ],
  "POST /webhooks/subscriptions/{id}/test": [
    webhooks.testSubscription,
    "Makes one attempt with test data and answers how it went",
    { operationId: "testWebhookSubscription" },
  ],
  "GET /webhooks/subscriptions/{id}/deliveries": [
    webhooks.listDeliveries,
    "Deliveries to a subscription, newest first",
    { operationId: "listWebhookDeliveries" },
  ],
  "GET /webhooks/deliveries": [
    webhooks.listBookingDeliveries,
    "Deliveries of one booking, newest first",
    { narrowing: "own", operationId: "listBookingDeliveries" },
  ],
  "GET /webhooks/deliveries/{id}": [
    webhooks.getDelivery,
    "One delivery with its attempts",
    { operationId: "getWebhookDelivery" },
  ],
  "POST /webhooks/deliveries/{id}/redeliver": [
    webhooks.resendDelivery,
    "Attempts a delivery once more, now",
    { operationId: "redeliverWebhook" },
  ],
});
