import { z } from "zod";
import { component, string, stringOrNull, int, intOrNull, boolean } from "./schemas.ts";
import { mutation, read, readKnown } from "./action.ts";
import { newBooking } from "./bookings.ts";
import { page, paged } from "./bus-page.ts";
import { endpointUrl, lastAttempts, originProvenAt, signingSecret } from "./endpoint.ts";
import {
  count,
  createdAt,
  cursor,
  cursored,
  deletion,
  emptyInput,
  id,
  ifUnchanged,
  instant,
  jsonOf,
  limit,
  recordId,
  optional,
  reference,
  storedJson,
  tenantId,
  shownText,
  text,
  textOf,
  updatedAt,
} from "./primitives.ts";
import { storedEvent } from "./stored-event.ts";

// ---- connections --------------------------------------------------------------------------------

const notificationTypesText =
  "Kinds of messages about its own bookings: BOOKING_UPDATE, or none. Without it its bookings cannot be changed by PATCH.";
const notificationTypes = z
  .array(z.literal("BOOKING_UPDATE"))
  .max(1)
  .meta({ description: notificationTypesText, examples: [["BOOKING_UPDATE"]] });
const channelStatus = z.enum(["ACTIVE", "DISABLED"]).meta({
  id: "ChannelStatus",
  description: "ACTIVE: the channel may send events and is notified of changes. DISABLED: neither.",
});
const channelFields = {
  name: shownText.meta({
    description: "What people call the channel; 1 to 1000 characters.",
    examples: ["Lagoon Tickets"],
  }),
  supplierId: reference
    .nullable()
    .describe("Id of the only supplier whose options it books; null: all of the tenant."),
  notificationTypes,
  endpointUrl: endpointUrl
    .nullable()
    .describe(
      "Address that changes are posted to: absolute, http or https, at most 2048 characters; null: none are.",
    ),
  status: channelStatus,
};

export const channel = z.object({
  id: recordId,
  tenantId,
  supplierId: id
    .nullable()
    .describe("Id of the only supplier whose options it books; null: all of the tenant."),
  code: string("Short name of the channel, `source` of its bookings; it never changes."),
  name: string("What people call the channel."),
  notificationTypes: z.array(z.string()).describe(notificationTypesText),
  endpointUrl: stringOrNull("Address that changes are posted to; null: none are."),
  status: channelStatus,
  createdAt,
  updatedAt,
});

const shownChannel = channel.extend({ originProvenAt, ...lastAttempts }).meta({
  id: "ChannelConnection",
  description: "A reseller that sends bookings as events and is notified of changes.",
});

export const listChannels = read("sync.listChannels", {
  description: "Channel connections of the tenant, newest first.",
  input: z.object({ page }),
  output: paged(shownChannel),
});

export const createChannel = mutation("sync.createChannel", {
  description: "Connects a reseller under a code, which is the `source` of its bookings.",
  repeat: "A repeat is 409 REFERENCE_TAKEN, because the code is taken.",
  input: z.object({
    code: z
      .string()
      .regex(/^[a-z0-9-]{2,32}$/)
      .meta({
        description:
          "Short name of the channel, unique in the tenant: 2 to 32 of a-z, 0-9 and `-`. It never changes.",
        examples: ["lagoon-tickets"],
      }),
    name: channelFields.name,
    supplierId: channelFields.supplierId.default(null),
    notificationTypes: notificationTypes.default([]),
    endpointUrl: channelFields.endpointUrl.default(null),
    status: channelStatus.default("ACTIVE"),
  }),
  output: shownChannel,
  refusals: ["NOT_FOUND", "QUOTA_EXCEEDED", "REFERENCE_TAKEN"],
});

const byId = z.object({ id: reference.describe("Id of the channel connection.") });

export const getChannel = readKnown("sync.getChannel", {
  description: "Answers whether the channel is active and what it is notified of.",
  input: byId,
  output: shownChannel,
});

export const updateChannel = mutation("sync.updateChannel", {
  description:
    "Changes the members that are sent. The code never changes. After another `supplierId`, keys of that supplier see only later events and jobs, and messages about other suppliers are no longer sent.",
  repeat: "A repeat changes nothing and answers the connection as it is.",
  input: byId.extend({ ...ifUnchanged, ...optional(channelFields) }),
  output: shownChannel,
  refusals: ["NOT_FOUND", "VERSION_CONFLICT"],
});

export const deleteChannel = deletion("sync.deleteChannel", {
  description:
    "Disconnects the channel and frees its code. Its bookings, events and jobs stay; what waits to be sent to it fails.",
  input: byId,
});

const secret = signingSecret.meta({
  id: "ChannelSecret",
  description: "The secret that signs what a channel is sent.",
});

export const getChannelSecret = readKnown("sync.getChannelSecret", {
  description: "The secret that signs what the channel is sent, by Standard Webhooks 1.0.",
  input: byId,
  output: secret,
  secret: true,
});

export const rotateChannelSecret = mutation("sync.rotateChannelSecret", {
  description:
    "Gives the channel another secret. Each replaced one signs beside it for 24 hours. While 24 of them do, no further one is made.",
  repeat: "Each call makes another secret.",
  input: byId,
  output: secret,
  refusals: ["NOT_FOUND", "INVALID_STATE"],
  secret: true,
});

/** Internal: whether bookings of the channel may be changed. False for one that is gone. */
export const hasBookingUpdates = read("sync.hasBookingUpdates", {
  input: z.object({
    channelConnectionId: z.string(),
    /** The supplier in OCTO, for a booking that OCTO shows: subscriptions are notified of it. */
    octoSupplierId: z.string().optional(),
  }),
  output: z.object({ subscribed: z.boolean() }),
});

// ---- events that channels send ------------------------------------------------------------------

const eventType = z.enum(["BOOKING_CREATE", "BOOKING_CONFIRM", "BOOKING_CANCEL"]).meta({
  id: "ChannelEventType",
  description:
    "What the channel asks for: a new booking, or that one of its bookings is confirmed or cancelled.",
});
const eventStatus = z.enum(["RECEIVED", "PROCESSED", "FAILED"]).meta({
  id: "ChannelEventStatus",
  description: "RECEIVED: not carried out yet. PROCESSED: done. FAILED: refused, see `error`.",
});
const externalEventIdText = "Name of the event at the channel, unique there, 1 to 200 characters.";
const payloadMaxBytes = 256 * 1024;

export const channelEvent = component(
  "ChannelEvent",
  "An event of a channel, and what became of it.",
  {
    id: recordId,
    channelConnectionId: id.describe("Id of the channel connection that sent it."),
    externalEventId: string(externalEventIdText),
    type: eventType,
    status: eventStatus,
    attempts: int("How often it was carried out."),
    error: stringOrNull(
      "The error code that refused it, such as CAPACITY_EXHAUSTED; null unless FAILED.",
    ),
    bookingId: stringOrNull("Id of the booking that it made or changed; null where there is none."),
    payload: storedJson.describe("What the channel sent, unchanged."),
    createdAt,
    updatedAt,
  },
);

/** The payloads of the event types. Any other payload makes the event FAILED. */
export const externalId = textOf({ max: 200 });
export const bookingOfEvent = newBooking;
export const bookingNamed = z.object({ externalId, reason: text.optional() });

/** Internal: removes personal data from events of a channel's booking, and e-mail addresses from messages. Repeatable. */
export const eraseEvents = mutation("sync.eraseEvents", {
  input: z.object({
    channelConnectionId: id,
    externalId,
    bookingId: id,
  }),
  output: z.object({ erased: count }),
});

/** Internal: the same of all events of the tenant that mention this address, whatever became of them. Repeatable. */
export const eraseEventsOf = mutation("sync.eraseEventsOf", {
  input: z.object({ emailAddress: z.string() }),
  output: z.object({ erased: count }),
});

export const acceptEvent = mutation("sync.acceptEvent", {
  description:
    "Takes an event of the channel with 202 and carries it out soon; read the event to see what became of it. Events of one booking are carried out in order.",
  repeat: "A repeat of `externalEventId` answers the first event with 200 and does nothing more.",
  input: z.object({
    ...byId.shape,
    externalEventId: textOf({ max: 200 }).meta({
      description: `${externalEventIdText} A repeat answers the first event.`,
      examples: ["LT-58112-1"],
    }),
    type: eventType,
    payload: jsonOf({ bytesMax: payloadMaxBytes }).meta({
      description:
        "At most 256 KiB. BOOKING_CREATE: the body of `POST /bookings` and `externalId`. Else: `externalId` and, if you like, `reason`. `retailPrices`, `expandCapacity` and `customStart` need the scope `bookings:write`, too.",
      examples: [{ externalId: "LT-58112", reason: "Changed plans" }],
    }),
  }),
  output: z.object({ event: channelEvent, repeated: z.boolean() }),
  refusals: ["INSUFFICIENT_SCOPE", "NOT_FOUND", "INVALID_STATE"],
});

export const listEvents = read("sync.listEvents", {
  description: "Events that channels have sent, newest first.",
  input: z.object({
    status: eventStatus.describe("Only events in this state.").optional(),
    channelConnectionId: reference.describe("Only events of this channel connection.").optional(),
    limit: limit.default(100),
    cursor,
  }),
  output: cursored(channelEvent).meta({
    id: "ChannelEventPage",
    description: "A page of events of channels, newest first.",
  }),
});

const byEvent = z.object({ id: reference.describe("Id of the channel event.") });

export const getEvent = readKnown("sync.getEvent", {
  description: "Answers whether the event was carried out, and the error code if it was refused.",
  input: byEvent,
  output: channelEvent,
});

export const reprocessEvent = mutation("sync.reprocessEvent", {
  description:
    "Carries out an event again that has FAILED, for example once there is room. It is tried for a day, as a new one.",
  repeat: "While the event is not FAILED it is 409 INVALID_STATE.",
  input: byEvent,
  output: channelEvent,
  refusals: ["NOT_FOUND", "INVALID_STATE"],
});

// ---- jobs that notify channels ------------------------------------------------------------------

const jobStatus = z.enum(["PENDING", "RUNNING", "SUCCEEDED", "FAILED"]).meta({
  id: "SyncJobStatus",
  description:
    "PENDING: waits for its next attempt. RUNNING: is being sent. SUCCEEDED: the channel answered 2xx. FAILED: no attempt follows.",
});

export const syncJob = component("SyncJob", "A change that a channel is to be notified of.", {
  id: recordId,
  tenantId,
  channelConnectionId: id.describe("Id of the channel connection that it is sent to."),
  subscriptionId: id
    .nullable()
    .describe(
      "Id of the subscription over OCTO that it is sent to; null: it is sent to the channel's `endpointUrl`.",
    ),
  type: z.enum(["BOOKING_UPDATE", "AVAILABILITY_UPDATE", "PRODUCT_UPDATE"]).meta({
    id: "SyncJobType",
    description:
      "What it delivers: a change of the channel's own booking, of vacancies or, only over OCTO, of a product.",
  }),
  entityId: id.describe(
    "Id of the booking, of the option whose vacancies changed, or of the product.",
  ),
  status: jobStatus,
  attempts: int("How often it was sent."),
  nextAttemptAt: instant
    .nullable()
    .describe("When the next attempt is due, in UTC; null where none follows."),
  lastError: stringOrNull("Why the last attempt failed, such as TIMEOUT; null where it did not."),
  createdAt,
  updatedAt,
});

export const listJobs = read("sync.listJobs", {
  description: "Changes that channels are notified of, newest first.",
  input: z.object({
    status: jobStatus.describe("Only jobs in this state.").optional(),
    channelConnectionId: reference.describe("Only jobs of this channel connection.").optional(),
    entityId: reference
      .describe("Only jobs about this booking, or about this option's vacancies.")
      .optional(),
    limit: limit.default(100),
    cursor,
  }),
  output: cursored(syncJob).meta({
    id: "SyncJobPage",
    description: "A page of outbound jobs, newest first.",
  }),
});

const byJob = z.object({ id: reference.describe("Id of the outbound job.") });

export const getJob = readKnown("sync.getJob", {
  description: "Answers how often the change was sent, and why it failed last.",
  input: byJob,
  output: syncJob,
});

export const retryJob = mutation("sync.retryJob", {
  description: "Sends a FAILED change again, now and by the whole schedule.",
  repeat: "While the job is not FAILED it is 409 INVALID_STATE.",
  input: byJob,
  output: syncJob,
  refusals: ["NOT_FOUND", "INVALID_STATE"],
});

/** The message to a channel when vacancies of an option have changed. */
export const availabilityUpdate = component(
  "AvailabilityUpdate",
  "The message to a channel or a webhook subscription when vacancies or availability of an option change.",
  {
    type: z
      .literal("AVAILABILITY_UPDATE")
      .describe("Kind of the message: always AVAILABILITY_UPDATE."),
    timestamp: instant.describe("When the figures were read, in UTC."),
    data: component("AvailabilityUpdateData", "The departures and their figures.", {
      optionId: string("Id of the option whose vacancies have changed."),
      departures: z
        .array(
          component("DepartureVacancies", "Free places of one departure.", {
            startAt: instant.describe("When the departure starts, in UTC."),
            vacancies: intOrNull("Travellers of the largest party that fits; null: no limit."),
            available: boolean(
              "Whether the smallest party could book now. False of a departure that is blocked or called off, however many places are free.",
            ),
          }),
        )
        .describe("Departures that have changed, by start; at most 1000."),
    }),
  },
);

export type AvailabilityUpdate = z.output<typeof availabilityUpdate>;

// ---- what the other services report -------------------------------------------------------------

/** Internal: which of these tenants have a channel that is notified of changes. */
export const listListeners = read("sync.listListeners", {
  input: z.object({ tenantIds: z.array(z.string()).max(1000) }),
  output: z.object({ tenantIds: z.array(z.string()) }),
});

/** Internal: notes events of any tenants, of `channelEventTypes`, for the channels that they concern. Repeatable. */
export const acceptChanges = mutation("sync.acceptChanges", {
  input: z.object({ events: z.array(storedEvent).max(1000) }),
  output: emptyInput,
});
