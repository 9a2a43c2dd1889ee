import { z } from "zod";
import { mutation, read } from "./action.ts";
import { newBooking } from "./bookings.ts";
import { endpointUrl } from "./endpoint.ts";
import {
  cursor,
  cursored,
  deleted,
  emptyInput,
  id,
  instant,
  jsonOf,
  limit,
  page,
  paged,
  reference,
  storedJson,
  text,
  textOf,
} from "./primitives.ts";

// ---- connections --------------------------------------------------------------------------------

const notificationTypes = z.array(z.literal("BOOKING_UPDATE")).max(1);
const channelStatus = z.enum(["ACTIVE", "DISABLED"]);

export const channel = z
  .object({
    id,
    tenantId: id,
    supplierId: id.nullable(),
    code: z.string(),
    name: z.string(),
    notificationTypes: z.array(z.string()),
    endpointUrl: z.string().nullable(),
    status: channelStatus,
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "ChannelConnection" });

export const listChannels = read("sync.listChannels", {
  input: z.object({ page }),
  output: paged(channel),
});

/** The code names the source of the channel's bookings, so it never changes. */
export const createChannel = mutation("sync.createChannel", {
  input: z.object({
    code: z.string().regex(/^[a-z0-9-]{2,32}$/),
    name: text,
    supplierId: reference.nullable().default(null),
    notificationTypes: notificationTypes.default([]),
    endpointUrl: endpointUrl.nullable().default(null),
    status: channelStatus.default("ACTIVE"),
  }),
  output: channel,
  refusals: ["NOT_FOUND", "QUOTA_EXCEEDED", "REFERENCE_TAKEN"],
});

const byId = z.object({ id: reference });

export const getChannel = read("sync.getChannel", {
  input: byId,
  output: channel,
  refusals: ["NOT_FOUND"],
});

export const updateChannel = mutation("sync.updateChannel", {
  input: byId.extend({
    name: text.optional(),
    supplierId: reference.nullable().optional(),
    notificationTypes: notificationTypes.optional(),
    endpointUrl: endpointUrl.nullable().optional(),
    status: channelStatus.optional(),
  }),
  output: channel,
  refusals: ["NOT_FOUND"],
});

/** Its bookings, events and jobs stay; what waits to be sent to it fails. */
export const deleteChannel = mutation("sync.deleteChannel", {
  input: byId,
  output: deleted,
  refusals: ["NOT_FOUND"],
});

const secret = z.object({ secret: z.string() }).meta({ id: "ChannelSecret" });

export const getChannelSecret = read("sync.getChannelSecret", {
  input: byId,
  output: secret,
  refusals: ["NOT_FOUND"],
  secret: true,
});

/** The old secret signs beside the new one for 24 hours. */
export const rotateChannelSecret = mutation("sync.rotateChannelSecret", {
  input: byId,
  output: secret,
  refusals: ["NOT_FOUND"],
  secret: true,
});

/** Internal: whether bookings of the channel may be changed. False for one that is gone. */
export const hasBookingUpdates = read("sync.hasBookingUpdates", {
  input: z.object({ channelConnectionId: z.string() }),
  output: z.object({ subscribed: z.boolean() }),
});

// ---- events that channels send ------------------------------------------------------------------

const eventType = z.enum(["BOOKING_CREATE", "BOOKING_CONFIRM", "BOOKING_CANCEL"]);
const eventStatus = z.enum(["RECEIVED", "PROCESSED", "FAILED"]);
const payloadMaxBytes = 256 * 1024;

export const channelEvent = z
  .object({
    id,
    channelConnectionId: id,
    externalEventId: z.string(),
    type: eventType,
    status: eventStatus,
    attempts: z.int(),
    error: z.string().nullable(),
    bookingId: z.string().nullable(),
    payload: storedJson,
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "ChannelEvent" });

/** What the payload of an event must be; another one makes the event FAILED. */
export const externalId = textOf({ max: 200 });
export const bookingOfEvent = newBooking;
export const bookingNamed = z.object({ externalId, reason: text.optional() });

/** Takes an event and carries it out soon. A repeated externalEventId answers the first. */
export const acceptEvent = mutation("sync.acceptEvent", {
  input: z.object({
    /** The channel connection. */
    id: reference,
    externalEventId: textOf({ max: 200 }),
    type: eventType,
    payload: jsonOf({ bytesMax: payloadMaxBytes }),
  }),
  output: z.object({ event: channelEvent, repeated: z.boolean() }),
  refusals: ["NOT_FOUND", "INVALID_STATE"],
});

export const listEvents = read("sync.listEvents", {
  input: z.object({
    status: eventStatus.optional(),
    channelConnectionId: reference.optional(),
    limit: limit.default(100),
    cursor,
  }),
  output: cursored(channelEvent).meta({ id: "ChannelEventPage" }),
});

export const getEvent = read("sync.getEvent", {
  input: byId,
  output: channelEvent,
  refusals: ["NOT_FOUND"],
});

export const reprocessEvent = mutation("sync.reprocessEvent", {
  input: byId,
  output: channelEvent,
  refusals: ["NOT_FOUND", "INVALID_STATE"],
});

// ---- jobs that tell channels --------------------------------------------------------------------

const jobStatus = z.enum(["PENDING", "RUNNING", "SUCCEEDED", "FAILED"]);

export const syncJob = z
  .object({
    id,
    tenantId: id,
    channelConnectionId: id,
    type: z.enum(["BOOKING_UPDATE", "AVAILABILITY_UPDATE"]),
    entityId: id,
    status: jobStatus,
    attempts: z.int(),
    nextAttemptAt: instant.nullable(),
    lastError: z.string().nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "SyncJob" });

export const listJobs = read("sync.listJobs", {
  input: z.object({
    status: jobStatus.optional(),
    channelConnectionId: reference.optional(),
    limit: limit.default(100),
    cursor,
  }),
  output: cursored(syncJob).meta({ id: "SyncJobPage" }),
});

export const getJob = read("sync.getJob", {
  input: byId,
  output: syncJob,
  refusals: ["NOT_FOUND"],
});

export const retryJob = mutation("sync.retryJob", {
  input: byId,
  output: syncJob,
  refusals: ["NOT_FOUND", "INVALID_STATE"],
});

// ---- what the other services tell ---------------------------------------------------------------

/** What may have changed the vacancies of departures. */
const touched = z.discriminatedUnion("by", [
  /** Places of these resources, for as long as a departure of the option lasts from `startAt` on. */
  z.object({
    by: z.literal("booking"),
    optionId: z.string(),
    startAt: z.string(),
    resourceIds: z.array(z.string()),
  }),
  z.object({
    by: z.literal("block"),
    productId: z.string(),
    startAt: z.string(),
    endAt: z.string(),
  }),
  /** Every departure of every option that needs it. */
  z.object({ by: z.literal("resource"), resourceId: z.string() }),
  z.object({ by: z.literal("requirement"), optionId: z.string() }),
]);

/** One committed change, as far as channels may have to know of it. */
export const change = z.object({
  /** The id of the event in the outbox: a repeated one changes nothing. */
  id: z.string(),
  tenantId: z.string(),
  at: z.string(),
  touched: z.array(touched),
  /** Of a channel's booking: the channel, and what it is sent. */
  booking: z
    .object({ channelConnectionId: z.string(), bookingId: z.string(), body: z.string() })
    .nullable(),
});

export type Change = z.output<typeof change>;
export type Touched = z.output<typeof touched>;

/** Internal: which of these tenants have a channel that is told of changes. */
export const listListeners = read("sync.listListeners", {
  input: z.object({ tenantIds: z.array(z.string()).max(1000) }),
  output: z.object({ tenantIds: z.array(z.string()) }),
});

/** Internal: notes changes of any tenants for the channels that they concern. Repeatable. */
export const acceptChanges = mutation("sync.acceptChanges", {
  input: z.object({ changes: z.array(change).max(1000) }),
  output: emptyInput,
});
