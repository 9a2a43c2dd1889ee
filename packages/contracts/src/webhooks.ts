import { z } from "zod";
import { mutation, read } from "./action.ts";
import { endpointUrl } from "./endpoint.ts";
import { auditFact } from "./events.ts";
import {
  count,
  cursor,
  cursored,
  deleted,
  emptyInput,
  id,
  instant,
  limit,
  page,
  paged,
  reference,
} from "./primitives.ts";

const subscriptionStatus = z.enum(["ACTIVE", "DISABLED"]);

export const subscription = z
  .object({
    id,
    tenantId: id,
    supplierId: id.nullable(),
    url: z.string().meta({ format: "uri" }),
    notificationTypes: z.array(z.string()),
    status: subscriptionStatus,
    consecutiveFailures: count,
    disabledReason: z.string().nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "WebhookSubscription" });

const headersMax = 20;
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/;
/** Printable ASCII, so no line break and no other character that ends a header. */
const headerValue = /^[\x20-\x7e]{0,4096}$/;
/** What a request is made of and signed with, and what would change how it is read. */
const ownHeaders =
  /^(webhook-.*|host|connection|content-.*|transfer-encoding|te|trailer|upgrade|keep-alive|proxy-.*|expect|user-agent|traceparent|tracestate|date)$/i;

/** Further headers of every delivery, such as a receiver's own credential. Never answered. */
export const deliveryHeaders = z
  .record(z.string(), z.string())
  .refine((headers) => Object.keys(headers).length <= headersMax, {
    message: `must be at most ${headersMax} headers`,
    params: { fieldCode: "TOO_BIG" },
  })
  .refine((headers) => Object.entries(headers).every(isHeader), {
    message: "must be names and printable ASCII values of headers that are not the request's own",
    params: { fieldCode: "INVALID_VALUE" },
  })
  .refine(
    (headers) => {
      const names = Object.keys(headers).map((name) => name.toLowerCase());
      return new Set(names).size === names.length;
    },
    { message: "must name each header once", params: { fieldCode: "INVALID_VALUE" } },
  );

function isHeader([name, value]: readonly [string, string]): boolean {
  return headerName.test(name) && !ownHeaders.test(name) && headerValue.test(value);
}

const byId = z.object({ id: reference });

/** Newest first. */
export const listSubscriptions = read("webhooks.listSubscriptions", {
  input: z.object({ page }),
  output: paged(subscription),
});

/** Told are the changes that are made from now on. */
export const createSubscription = mutation("webhooks.createSubscription", {
  input: z.object({
    url: endpointUrl,
    supplierId: reference.optional(),
    headers: deliveryHeaders.optional(),
  }),
  output: subscription,
  refusals: ["NOT_FOUND", "QUOTA_EXCEEDED"],
  secret: true,
});

export const getSubscription = read("webhooks.getSubscription", {
  input: byId,
  output: subscription,
  refusals: ["NOT_FOUND"],
});

/**
 * ACTIVE begins anew: no failures, and what waits and is younger than 72 hours is delivered. Headers
 * are credentials of a receiver: a URL of another origin drops them.
 */
export const updateSubscription = mutation("webhooks.updateSubscription", {
  input: byId.extend({
    url: endpointUrl.optional(),
    headers: deliveryHeaders.optional().meta({
      description:
        "Replace the current ones. Left out, the current ones stay; but they are dropped when `url` changes to another origin (scheme, host or port).",
    }),
    status: subscriptionStatus.optional(),
  }),
  output: subscription,
  refusals: ["NOT_FOUND"],
  secret: true,
});

/** Nothing is delivered any more once it has answered, but for attempts that are under way. */
export const deleteSubscription = mutation("webhooks.deleteSubscription", {
  input: byId,
  output: deleted,
  refusals: ["NOT_FOUND"],
});

const secret = z.object({ secret: z.string() }).meta({ id: "WebhookSecret" });

export const getSecret = read("webhooks.getSecret", {
  input: byId,
  output: secret,
  refusals: ["NOT_FOUND"],
  secret: true,
});

/** The old secret signs beside the new one for 24 hours. */
export const rotateSecret = mutation("webhooks.rotateSecret", {
  input: byId,
  output: secret,
  refusals: ["NOT_FOUND"],
  secret: true,
});

const deliveryStatus = z.enum(["PENDING", "SUCCEEDED", "FAILED"]);

export const delivery = z
  .object({
    id,
    subscriptionId: id,
    /** The same on every attempt: receivers drop what they have. */
    webhookId: z.string(),
    type: z.string(),
    /** Null of a test delivery. */
    bookingId: z.string().nullable(),
    action: z.string(),
    status: deliveryStatus,
    attempts: z.array(
      z.object({
        at: instant,
        statusCode: z.int().nullable(),
        durationMs: count,
        /** A word such as HTTP_STATUS, TIMEOUT, BLOCKED_ADDRESS or HTTPS_REQUIRED; null on success. */
        error: z.string().nullable(),
      }),
    ),
    nextAttemptAt: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: "WebhookDelivery" });

/** Makes one attempt with test data and answers how it went, or PENDING where that takes long. */
export const testSubscription = mutation("webhooks.testSubscription", {
  input: byId,
  output: delivery,
  refusals: ["NOT_FOUND"],
});

/** Newest first. Kept for 30 days. */
export const listDeliveries = read("webhooks.listDeliveries", {
  input: byId.extend({
    status: deliveryStatus.optional(),
    limit: limit.default(100),
    cursor,
  }),
  output: cursored(delivery).meta({ id: "WebhookDeliveryPage" }),
  refusals: ["NOT_FOUND"],
});

export const getDelivery = read("webhooks.getDelivery", {
  input: byId,
  output: delivery,
  refusals: ["NOT_FOUND"],
});

/** Makes one more attempt, now. A delivery that is still tried, or whose subscription is not ACTIVE: INVALID_STATE. */
export const resendDelivery = mutation("webhooks.resendDelivery", {
  input: byId,
  output: delivery,
  refusals: ["NOT_FOUND", "INVALID_STATE"],
});

/** Internal: which of these tenants have somebody to tell. */
export const listListeners = read("webhooks.listListeners", {
  input: z.object({ tenantIds: z.array(z.string()).max(1000) }),
  output: z.object({ tenantIds: z.array(z.string()) }),
});

/** Internal: has changes of bookings delivered to whoever has subscribed. Repeatable. */
export const acceptChanges = mutation("webhooks.acceptChanges", {
  input: z.object({ facts: z.array(auditFact).max(1000) }),
  output: emptyInput,
});
