import type { Step } from "./step.ts";

const noon = "2027-06-15T10:00:00.000Z";

/** A channel that sells the ferry, and is notified of changes of its bookings. */
export const channelSteps: readonly Step[] = [
  {
    name: "channel",
    head: "POST /channels",
    body: {
      code: "lagoon-tickets",
      name: "Lagoon Tickets",
      supplierId: "@supplier.id",
      notificationTypes: ["BOOKING_UPDATE"],
      endpointUrl: "https://tickets.example/slipway",
    },
  },
  { name: "channels", head: "GET /channels" },
  { name: "oneChannel", head: "GET /channels/@channel.id" },
  { name: "channelSecret", head: "GET /channels/@channel.id/secret" },
  { name: "channelSecretRotated", head: "POST /channels/@channel.id/secret/rotate" },
  {
    name: "channelKey",
    head: "POST /channels/@channel.id/keys",
    body: { name: "Lagoon Tickets over OCTO" },
  },
  {
    name: "soldElsewhere",
    head: "POST /channels/@channel.id/events",
    body: {
      externalEventId: "LT-58112-1",
      type: "BOOKING_CREATE",
      payload: {
        externalId: "LT-58112",
        optionId: "@option.id",
        startAt: noon,
        unitItems: [{ unitId: "@adult.id", quantity: 2 }],
        customer: { firstName: "Yuki", lastName: "Tanaka" },
      },
    },
  },
  { name: "carriedOut", head: "GET /channel-events/@soldElsewhere.id", isSettled: true },
  {
    name: "unknownElsewhere",
    head: "POST /channels/@channel.id/events",
    body: {
      externalEventId: "LT-58090-2",
      type: "BOOKING_CANCEL",
      payload: { externalId: "LT-58090", reason: "Changed plans" },
    },
  },
  { name: "channelEvents", head: "GET /channel-events", query: { limit: "20" }, isSettled: true },
  { name: "carriedOutAgain", head: "POST /channel-events/@unknownElsewhere.id/reprocess" },
  {
    name: "jobs",
    head: "GET /sync/jobs",
    query: { status: "FAILED", limit: "20" },
    isSettled: true,
  },
  { name: "oneJob", head: "GET /sync/jobs/@jobs.items.0.id" },
  { name: "sentAgain", head: "POST /sync/jobs/@jobs.items.0.id/retry" },
  { name: "channelChanged", head: "PATCH /channels/@channel.id", body: { status: "DISABLED" } },
  { name: "channelDeleted", head: "DELETE /channels/@channel.id" },
];
