import { describe, expect, it } from "@jest/globals";
import { methodName } from "./method-name.ts";

describe("the client's name of an operation", () => {
  it.each([
    ["/bookings", "listBookings", "bookings.list"],
    ["/bookings/{id}/extend", "extendBooking", "bookings.extend"],
    ["/bookings/{id}/details", "updateBookingDetails", "bookings.updateDetails"],
    ["/availability-blocks", "createAvailabilityBlock", "availabilityBlocks.create"],
    ["/availability", "listAvailability", "availability.list"],
    ["/products/{id}/options", "listOptions", "products.listOptions"],
    ["/options/{id}/units", "createUnit", "options.createUnit"],
    ["/webhooks/subscriptions", "listWebhookSubscriptions", "webhooks.listSubscriptions"],
    ["/webhooks/deliveries/{id}/redeliver", "redeliverWebhook", "webhooks.redeliver"],
    ["/channels/{id}/events", "createChannelEvent", "channels.createEvent"],
    ["/channel-events/{id}", "getChannelEvent", "channelEvents.get"],
    ["/sync/jobs/{id}/retry", "retrySyncJob", "sync.retryJob"],
    ["/audit-logs", "listAuditEntries", "auditLogs.list"],
    ["/sessions/current", "deleteCurrentSession", "sessions.deleteCurrent"],
    ["/me", "getMe", "me.get"],
  ])("of %s %s is %s", (path, operationId, expected) => {
    const { group, name } = methodName(path, operationId);
    expect(`${group}.${name}`).toBe(expected);
  });
});
