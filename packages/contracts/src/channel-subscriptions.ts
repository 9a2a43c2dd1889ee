/**
 * Internal: subscriptions that the holder of a channel key makes over OCTO. The gateway's OCTO façade calls these; clients
 * never do. Each subscription is of the channel and the supplier of the key, which are the caller's. One of another channel or
 * supplier is NOT_FOUND: it is never told apart from one that does not exist.
 */
import { z } from "zod";
import { fieldError } from "./field-errors.ts";
import { mutation, readKnown } from "./action.ts";
import { endpointUrl } from "./endpoint.ts";
import { emptyInput, reference } from "./primitives.ts";
import { deliveryHeaders } from "./webhooks.ts";

export const notificationTypes = [
  "PRODUCT_UPDATE",
  "AVAILABILITY_UPDATE",
  "BOOKING_UPDATE",
] as const;

/** The text that answers show instead of a header's value, which may be a credential of the receiver. */
export const hiddenValue = "***";
/** Subscriptions of one channel at most. They stand in its document, which every notified change reads. */
export const subscriptionsMax = 10;
/** The size of one subscription's headers as JSON, bounded for the same reason. */
const headersBytesMax = 4_096;

const types = z
  .array(z.enum(notificationTypes))
  .min(1)
  .max(notificationTypes.length)
  .transform((given) => notificationTypes.filter((type) => given.includes(type)));

const headers = deliveryHeaders
  .refine(
    (given) => JSON.stringify(given).length <= headersBytesMax,
    fieldError("TOO_BIG", `must be at most ${headersBytesMax} characters as JSON`),
  )
  .refine(
    (given) => !Object.values(given).includes(hiddenValue),
    `has ${hiddenValue}, which stands for a hidden value: send the value, or leave headers out`,
  );

export const channelSubscription = z.object({
  id: z.string(),
  supplierId: z.string(),
  url: z.string(),
  notificationTypes: z.array(z.enum(notificationTypes)),
  /** Their values are never answered. */
  headerNames: z.array(z.string()),
});

export const listChannelSubscriptions = readKnown("sync.listChannelSubscriptions", {
  input: emptyInput,
  /** The oldest first; at most `subscriptionsMax`. */
  output: z.object({ items: z.array(channelSubscription) }),
});

/** Each call adds another one, with a secret of its own, which is answered this once. */
export const createChannelSubscription = mutation("sync.createChannelSubscription", {
  input: z.object({ url: endpointUrl, notificationTypes: types, headers: headers.default({}) }),
  output: channelSubscription.extend({ secret: z.string() }),
  refusals: ["NOT_FOUND", "QUOTA_EXCEEDED"],
  secret: true,
});

const byId = z.object({ id: reference });

export const getChannelSubscription = readKnown("sync.getChannelSubscription", {
  input: byId,
  output: channelSubscription,
});

/** Headers are credentials of a receiver: a URL of another origin drops them, unless they are given again. */
export const updateChannelSubscription = mutation("sync.updateChannelSubscription", {
  input: byId.extend({
    url: endpointUrl.optional(),
    notificationTypes: types.optional(),
    headers: headers.optional(),
  }),
  output: channelSubscription,
  refusals: ["NOT_FOUND"],
  secret: true,
});

/** Answers what it was. */
export const deleteChannelSubscription = mutation("sync.deleteChannelSubscription", {
  input: byId,
  output: channelSubscription,
  refusals: ["NOT_FOUND"],
});
