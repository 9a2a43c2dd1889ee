import { webhooks } from "@slipway/contracts";
import { type Route, defineRoute } from "../route/route.ts";

/** Subscriptions of receivers, and what was delivered to them. */
export const webhookRoutes: readonly Route[] = [
  defineRoute("GET /webhooks/subscriptions", "bookings:read", webhooks.listSubscriptions, {
    narrowing: "own",
    summary: "Webhook subscriptions, newest first",
    operationId: "listWebhookSubscriptions",
    paged: true,
  }),
  defineRoute("POST /webhooks/subscriptions", "bookings:write", webhooks.createSubscription, {
    narrowing: { ids: { supplierId: "supplier" }, oneOf: ["supplierId"] },
    summary: "Subscribes a receiver to booking updates",
    operationId: "createWebhookSubscription",
  }),
  defineRoute("GET /webhooks/subscriptions/{id}", "bookings:read", webhooks.getSubscription, {
    narrowing: { ids: { id: "subscription" } },
    summary: "One webhook subscription",
    operationId: "getWebhookSubscription",
  }),
  defineRoute("PATCH /webhooks/subscriptions/{id}", "bookings:write", webhooks.updateSubscription, {
    narrowing: { ids: { id: "subscription" } },
    summary: "Changes a subscription; ACTIVE begins anew and resumes what waits",
    operationId: "updateWebhookSubscription",
  }),
  defineRoute(
    "DELETE /webhooks/subscriptions/{id}",
    "bookings:write",
    webhooks.deleteSubscription,
    {
      narrowing: { ids: { id: "subscription" } },
      summary: "Ends a subscription at once",
      operationId: "deleteWebhookSubscription",
    },
  ),
  defineRoute("GET /webhooks/subscriptions/{id}/secret", "bookings:write", webhooks.getSecret, {
    narrowing: { ids: { id: "subscription" } },
    summary: "The secret that signs its deliveries",
    operationId: "getWebhookSecret",
  }),
  defineRoute(
    "POST /webhooks/subscriptions/{id}/secret/rotate",
    "bookings:write",
    webhooks.rotateSecret,
    {
      narrowing: { ids: { id: "subscription" } },
      summary: "A new secret; the old one signs beside it for 24 hours",
      operationId: "rotateWebhookSecret",
    },
  ),
  defineRoute(
    "POST /webhooks/subscriptions/{id}/test",
    "bookings:write",
    webhooks.testSubscription,
    {
      narrowing: { ids: { id: "subscription" } },
      summary: "Makes one attempt with test data and answers how it went",
      operationId: "testWebhookSubscription",
    },
  ),
  defineRoute(
    "GET /webhooks/subscriptions/{id}/deliveries",
    "bookings:read",
    webhooks.listDeliveries,
    {
      narrowing: { ids: { id: "subscription" } },
      summary: "Deliveries to a subscription, newest first",
      operationId: "listWebhookDeliveries",
    },
  ),
  defineRoute("GET /webhooks/deliveries", "bookings:read", webhooks.listBookingDeliveries, {
    narrowing: "own",
    summary: "Deliveries of one booking, newest first",
    operationId: "listBookingDeliveries",
  }),
  defineRoute("GET /webhooks/deliveries/{id}", "bookings:read", webhooks.getDelivery, {
    narrowing: { ids: { id: "delivery" } },
    summary: "One delivery with its attempts",
    operationId: "getWebhookDelivery",
  }),
  defineRoute(
    "POST /webhooks/deliveries/{id}/redeliver",
    "bookings:write",
    webhooks.resendDelivery,
    {
      narrowing: { ids: { id: "delivery" } },
      summary: "Attempts a delivery once more, now",
      operationId: "redeliverWebhook",
    },
  ),
];
