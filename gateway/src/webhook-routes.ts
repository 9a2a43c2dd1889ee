import { webhooks } from "@slipway/contracts";
import { type Row, route } from "./route.ts";

/** Subscriptions of receivers, and what was delivered to them. */
export const webhookRows: readonly Row[] = [
  route("GET /webhooks/subscriptions", "bookings:read", webhooks.listSubscriptions, {
    summary: "Webhook subscriptions, newest first",
    paged: true,
  }),
  route("POST /webhooks/subscriptions", "bookings:write", webhooks.createSubscription, {
    summary: "Subscribes a receiver to booking updates",
  }),
  route("GET /webhooks/subscriptions/{id}", "bookings:read", webhooks.getSubscription, {
    summary: "One webhook subscription",
  }),
  route("PATCH /webhooks/subscriptions/{id}", "bookings:write", webhooks.updateSubscription, {
    summary: "Changes a subscription; ACTIVE begins anew and resumes what waits",
  }),
  route("DELETE /webhooks/subscriptions/{id}", "bookings:write", webhooks.deleteSubscription, {
    summary: "Ends a subscription at once",
  }),
  route("GET /webhooks/subscriptions/{id}/secret", "bookings:write", webhooks.getSecret, {
    summary: "The secret that signs its deliveries",
  }),
  route(
    "POST /webhooks/subscriptions/{id}/secret/rotate",
    "bookings:write",
    webhooks.rotateSecret,
    { summary: "A new secret; the old one signs beside it for 24 hours" },
  ),
  route("POST /webhooks/subscriptions/{id}/test", "bookings:write", webhooks.testSubscription, {
    summary: "Makes one attempt with test data and answers how it went",
  }),
  route("GET /webhooks/subscriptions/{id}/deliveries", "bookings:read", webhooks.listDeliveries, {
    summary: "Deliveries to a subscription, newest first",
  }),
  route("GET /webhooks/deliveries/{id}", "bookings:read", webhooks.getDelivery, {
    summary: "One delivery with its attempts",
  }),
  route("POST /webhooks/deliveries/{id}/redeliver", "bookings:write", webhooks.resendDelivery, {
    summary: "Makes one more attempt of a delivery that has ended",
  }),
];
