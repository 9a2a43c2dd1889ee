import { z } from "zod";
import { component, stringOrNull, string, intOrNull } from "./schemas.ts";
import { fieldError } from "./field-errors.ts";
import { mutation, read, readKnown } from "./action.ts";
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
  limit,
  recordId,
  reference,
  tenantId,
  updatedAt,
} from "./primitives.ts";
import { storedEvent } from "./stored-event.ts";
import { updateTypes } from "./update-types.ts";

const subscriptionStatus = z.enum(["ACTIVE", "DISABLED"]).meta({
  id: "WebhookSubscriptionStatus",
  description:
    "ACTIVE: changes are delivered. DISABLED: nothing is, and changes made meanwhile are not delivered later.",
});

const typesText = updateTypes.join(", ");
/** In the order of the types, each once. */
const notificationTypes = z
  .array(
    z.enum(updateTypes).meta({
      id: "NotificationType",
      description: "A kind of message: what it tells of has changed.",
    }),
  )
  .min(1)
  .max(updateTypes.length)
  .transform((given) => updateTypes.filter((type) => given.includes(type)))
  .meta({ examples: [["BOOKING_UPDATE", "ORDER_UPDATE"]] });

export const subscription = z.object({
  id: recordId,
  tenantId,
  supplierId: id
    .nullable()
    .describe(
      "Id of the only supplier whose bookings and departures it is notified of; null: all of the tenant.",
    ),
  url: z.string().meta({
    format: "uri",
    description: "Address of the receiver that deliveries are posted to.",
  }),
  notificationTypes: z.array(z.string()).describe(`Kinds of messages it gets: ${typesText}.`),
  status: subscriptionStatus,
  consecutiveFailures: count.describe("Failed attempts since the last success."),
  disabledReason: stringOrNull(
    "Why Slipway disabled it: ENDPOINT_GONE or CONSECUTIVE_FAILURES; null unless it did.",
    ["ENDPOINT_GONE"],
  ),
  createdAt,
  updatedAt,
});

const shownSubscription = subscription.extend({ originProvenAt, ...lastAttempts }).meta({
  id: "WebhookSubscription",
  description:
    "A receiver that is notified of changes of bookings, orders or departures. Its extra headers are never answered.",
});

/** Why an endpoint cannot be reached. */
const unreachable = component(
  "WebhookWarning",
  "Why deliveries to the address would fail at the moment.",
  {
    code: string(
      "BLOCKED_ADDRESS: the address is not public, and this installation has not opened it. DNS_ERROR, CONNECT_REFUSED, CONNECT_TIMEOUT, CONNECTION_LOST: no connection. TLS_ERROR: the certificate is not trusted.",
      ["BLOCKED_ADDRESS"],
    ),
    detail: string("The same in a sentence.", [
      "The address is not public, and this installation does not send to it.",
    ]),
  },
);

const createdSubscription = shownSubscription
  .extend({
    warning: unreachable
      .optional()
      .describe("Present where Slipway could not connect to the address within two seconds."),
  })
  .meta({
    id: "CreatedWebhookSubscription",
    description: "The new subscription, with a warning where its address cannot be reached.",
  });

const headersMax = 20;
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/;
/** Printable ASCII, so no line break and no other character that ends a header. */
const headerValue = /^[\x20-\x7e]{0,4096}$/;
/** Headers that make or sign a request, or would change how it is read: an endpoint may not set them. */
const ownHeaders =
  /^(webhook-.*|host|connection|content-.*|transfer-encoding|te|trailer|upgrade|keep-alive|proxy-.*|expect|user-agent|traceparent|tracestate|date)$/i;

/** Further headers of every delivery, such as a receiver's own credential. Never answered. */
export const deliveryHeaders = z
  .record(z.string(), z.string())
  .refine(
    (headers) => Object.keys(headers).length <= headersMax,
    fieldError("TOO_BIG", `must be at most ${headersMax} headers`),
  )
  .refine(
    (headers) => Object.entries(headers).every(isHeader),
    "must be names and printable ASCII values of headers that are not the request's own",
  )
  .refine((headers) => {
    const names = Object.keys(headers).map((name) => name.toLowerCase());
    return new Set(names).size === names.length;
  }, "must name each header once");

function isHeader([name, value]: readonly [string, string]): boolean {
  return headerName.test(name) && !ownHeaders.test(name) && headerValue.test(value);
}

const byId = z.object({ id: reference.describe("Id of the subscription.") });
const byDelivery = z.object({ id: reference.describe("Id of the delivery.") });
const url = endpointUrl.describe(
  "Address that deliveries are posted to: absolute, http or https, no user, no fragment, at most 2048 characters.",
);

export const listSubscriptions = read("webhooks.listSubscriptions", {
  description:
    "Webhook subscriptions of the tenant, newest first. Their extra headers are not answered.",
  input: z.object({ page }),
  output: paged(shownSubscription),
});

export const createSubscription = mutation("webhooks.createSubscription", {
  description:
    "Subscribes a receiver to changes made from now on: of bookings, unless `notificationTypes` says otherwise. Read its secret next, to verify deliveries. A `warning` in the answer says that the address cannot be reached now.",
  repeat: "Each call adds another subscription, which gets every change once more.",
  input: z.object({
    url,
    notificationTypes: notificationTypes
      .meta({ description: `Kinds of messages it gets, at least one of ${typesText}.` })
      .default(["BOOKING_UPDATE"]),
    supplierId: reference
      .describe(
        "Only changes of this supplier's bookings and departures are delivered, and none of orders, which may be of several suppliers. Left out: all of the tenant.",
      )
      .optional(),
    headers: deliveryHeaders
      .meta({
        description:
          "Extra headers of every delivery, such as a credential of the receiver: at most 20. They are never answered.",
        examples: [{ "X-Till": "north" }],
      })
      .optional(),
  }),
  output: createdSubscription,
  refusals: ["NOT_FOUND", "QUOTA_EXCEEDED"],
  secret: true,
});

export const getSubscription = readKnown("webhooks.getSubscription", {
  description: "Answers its state and how many attempts have failed in a row.",
  input: byId,
  output: shownSubscription,
});

/**
 * ACTIVE begins anew: no failures, and what waits and is younger than 72 hours is delivered. Headers
 * are credentials of a receiver: a URL of another origin drops them.
 */
export const updateSubscription = mutation("webhooks.updateSubscription", {
  description:
    "Changes the members that are sent. ACTIVE sets the count of failures to zero and resumes deliveries younger than 72 hours.",
  repeat: "A repeat leaves the subscription as the first has made it.",
  input: byId.extend({
    ...ifUnchanged,
    url: url.optional(),
    notificationTypes: notificationTypes
      .meta({ description: `Kinds of messages it gets from now on, at least one of ${typesText}.` })
      .optional(),
    headers: deliveryHeaders.optional().meta({
      description:
        "Replace the current ones. Left out, the current ones stay; but they are dropped when `url` changes to another origin (scheme, host or port).",
      examples: [{ "X-Till": "north" }],
    }),
    status: subscriptionStatus.optional(),
  }),
  output: shownSubscription,
  refusals: ["NOT_FOUND", "VERSION_CONFLICT"],
  secret: true,
});

export const deleteSubscription = deletion("webhooks.deleteSubscription", {
  description:
    "Ends the subscription. Nothing more is delivered, but for attempts that are under way.",
  input: byId,
});

const secret = signingSecret.meta({
  id: "WebhookSecret",
  description: "The secret that signs deliveries.",
});

export const getSecret = readKnown("webhooks.getSecret", {
  description:
    "The secret that signs its deliveries, by Standard Webhooks 1.0. Keep it out of browsers.",
  input: byId,
  output: secret,
  secret: true,
});

export const rotateSecret = mutation("webhooks.rotateSecret", {
  description:
    "Gives the subscription another secret. Each replaced one signs beside it for 24 hours. While 24 of them do, no further one is made.",
  repeat: "Each call makes another secret.",
  input: byId,
  output: secret,
  refusals: ["NOT_FOUND", "INVALID_STATE"],
  secret: true,
});

const deliveryStatus = z.enum(["PENDING", "SUCCEEDED", "FAILED"]).meta({
  id: "WebhookDeliveryStatus",
  description:
    "PENDING: attempts go on. SUCCEEDED: the receiver answered 2xx. FAILED: no attempt follows.",
});

export const delivery = component(
  "WebhookDelivery",
  "One message to one receiver, kept for 30 days.",
  {
    id: recordId,
    subscriptionId: id.describe("Id of the subscription that it goes to."),
    webhookId: string(
      "The header `webhook-id`: the same on every attempt, so that receivers drop repeats.",
    ),
    type: string(`Kind of the message: ${typesText}.`),
    bookingId: stringOrNull(
      "Id of the booking that it is about; null for other kinds, and for a test delivery.",
    ),
    entityId: stringOrNull(
      "Id of the booking, the order, the product or the option of the departures that it is about; null for a test delivery.",
      ["ord_019aa5b1e3407c9805f80ea65a7da6ad"],
    ),
    action: string("What was done to it, such as CONFIRMED; UPDATED where the kind says no more."),
    status: deliveryStatus,
    attempts: z
      .array(
        component("WebhookAttempt", "One attempt to deliver a message.", {
          at: instant.describe("When the attempt was made, in UTC."),
          statusCode: intOrNull("HTTP status of the receiver's answer; null where none came."),
          durationMs: count.describe("How long the attempt took, in milliseconds."),
          error: stringOrNull(
            "Why it failed, such as HTTP_STATUS, TIMEOUT, BLOCKED_ADDRESS, HTTPS_REQUIRED or CHALLENGE_FAILED; null on success.",
            ["TIMEOUT"],
          ),
        }),
      )
      .describe("The attempts so far, oldest first."),
    nextAttemptAt: instant.nullable().meta({
      description: "When the next attempt is due, in UTC; null where none follows.",
      examples: ["2027-05-01T10:05:00.000Z"],
    }),
    createdAt,
  },
);

export const testSubscription = mutation("webhooks.testSubscription", {
  description:
    "Makes one attempt with test data and answers how it went, or PENDING where that takes long. It counts neither as success nor as failure.",
  repeat: "Each call makes another attempt.",
  input: byId,
  output: delivery,
  refusals: ["NOT_FOUND"],
});

export const listDeliveries = readKnown("webhooks.listDeliveries", {
  description:
    "Deliveries to the subscription with their attempts, newest first. They are kept for 30 days.",
  input: byId.extend({
    status: deliveryStatus.describe("Only deliveries in this state.").optional(),
    limit: limit.default(100),
    cursor,
  }),
  output: cursored(delivery).meta({
    id: "WebhookDeliveryPage",
    description: "A page of deliveries, newest first.",
  }),
});

export const listBookingDeliveries = read("webhooks.listBookingDeliveries", {
  description:
    "The deliveries to every subscription about one booking, with the attempts, newest first. Deliveries are kept for 30 days. A key of one supplier is answered those of its supplier's subscriptions.",
  input: z.object({
    bookingId: reference.meta({
      description: "Id of the booking that they are about.",
      examples: ["bkg_019aa5b1e3407c9805f80ea65a7da6ad"],
    }),
    limit: limit.default(100),
    cursor,
  }),
  output: listDeliveries.output,
});

export const getDelivery = readKnown("webhooks.getDelivery", {
  description: "Answers each attempt of the delivery and why it failed.",
  input: byDelivery,
  output: delivery,
});

export const resendDelivery = mutation("webhooks.resendDelivery", {
  description:
    "Makes one more attempt of a delivery that has ended, with the same id and body. The next attempt of a PENDING delivery is made now, and the schedule goes on from there. The subscription must be ACTIVE.",
  repeat:
    "Each call makes another attempt of a delivery that has ended; until that is over it is 409 INVALID_STATE. Of a PENDING one it changes nothing more.",
  input: byDelivery,
  output: delivery,
  refusals: ["NOT_FOUND", "INVALID_STATE"],
});

/** Internal: which of these tenants have a subscription, or one of these kinds. */
export const listListeners = read("webhooks.listListeners", {
  input: z.object({
    tenantIds: z.array(z.string()).max(1000),
    types: z.array(z.enum(updateTypes)).optional(),
  }),
  output: z.object({ tenantIds: z.array(z.string()) }),
});

/** Internal: makes a delivery of each event of `updateEventTypes` for each subscription. Repeatable. */
export const acceptChanges = mutation("webhooks.acceptChanges", {
  input: z.object({ events: z.array(storedEvent).max(1000) }),
  output: emptyInput,
});

/** Internal: makes a delivery of a message for each subscription of the tenant that receives it. Repeatable by its id. */
export const acceptUpdate = mutation("webhooks.acceptUpdate", {
  input: z.object({
    id: z.string(),
    type: z.enum(["AVAILABILITY_UPDATE", "PRODUCT_UPDATE"]),
    timestamp: instant,
    supplierId: id,
    /** The option or the product that it is about. */
    entityId: id,
    /** JSON, whole. */
    body: z.string(),
  }),
  output: emptyInput,
});

/** Internal: removes e-mail addresses, which stand in names that clients gave, from deliveries of a booking. Repeatable. */
export const eraseDeliveries = mutation("webhooks.eraseDeliveries", {
  input: z.object({ bookingId: id }),
  output: z.object({ erased: count }),
});
