import { type Row, laterRoute } from "./route.ts";

/** Routes whose features come with later issues. They are here so that the interface is complete. */
export const laterRows: readonly Row[] = [
  laterRoute("GET /products/{id}/photos", "catalog:read", "Photos of a product"),
  laterRoute("POST /products/{id}/photos", "catalog:write", "Adds a photo"),
  laterRoute("PUT /products/{id}/photos/{photoId}", "catalog:write", "Replaces a photo"),
  laterRoute("DELETE /products/{id}/photos/{photoId}", "catalog:write", "Deletes a photo"),
  laterRoute("GET /products/{id}/photos/{photoId}/content", "catalog:read", "The bytes of a photo"),

  laterRoute("GET /webhooks/subscriptions", "bookings:read", "Webhook subscriptions"),
  laterRoute("POST /webhooks/subscriptions", "bookings:write", "Subscribes to booking updates"),
  laterRoute("GET /webhooks/subscriptions/{id}", "bookings:read", "One webhook subscription"),
  laterRoute("PATCH /webhooks/subscriptions/{id}", "bookings:write", "Changes a subscription"),
  laterRoute("DELETE /webhooks/subscriptions/{id}", "bookings:write", "Ends a subscription"),
  laterRoute("GET /webhooks/subscriptions/{id}/secret", "bookings:write", "The signing secret"),
  laterRoute("POST /webhooks/subscriptions/{id}/secret/rotate", "bookings:write", "A new secret"),
  laterRoute("POST /webhooks/subscriptions/{id}/test", "bookings:write", "Sends one test delivery"),
  laterRoute(
    "GET /webhooks/subscriptions/{id}/deliveries",
    "bookings:read",
    "Deliveries, newest first",
  ),
  laterRoute("GET /webhooks/deliveries/{id}", "bookings:read", "One delivery with its attempts"),
  laterRoute("POST /webhooks/deliveries/{id}/redeliver", "bookings:write", "Repeats a delivery"),
];
