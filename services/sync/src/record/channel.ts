/** A connection to a sales channel. Pure. */
import { type Kept, type OutputOf, answerOf, sync } from "@slipway/contracts";
import { type Subscription, subscribedTo } from "./subscription.ts";

export type ChannelRecord = Omit<AnsweredChannel, "lastSucceededAt" | "lastAttemptAt">;
/** The connection as it is answered, but for the proof of its origin. */
export type AnsweredChannel = Omit<ShownChannel, "originProvenAt">;
export type ShownChannel = OutputOf<typeof sync.getChannel>;

interface Replaced {
  readonly secret: string;
  readonly endsAt: Date;
}

/** A connection as it is kept; its secrets are sealed. */
export interface Channel extends Kept<AnsweredChannel> {
  /** Each previous one signs beside the current one until it ends. */
  readonly secrets: {
    readonly current: string;
    readonly previous: (Replaced & { readonly older?: readonly Replaced[] }) | null;
  };
  /** When its supplier last became another one; absent: never, or an earlier release has changed it. */
  readonly supplierAt?: Date;
  /** Over OCTO, the oldest first. */
  readonly subscriptions: readonly Subscription[];
}

/** The connection as it is written to audit: without secrets. */
export function channelRecord(channel: Channel): ChannelRecord {
  return answerOf(sync.channel, channel);
}

const answeredForm = sync.getChannel.output.omit({ originProvenAt: true });

export function answeredChannel(channel: Channel): AnsweredChannel {
  return answerOf(answeredForm, channel);
}

/** Whether the operator lets bookings of the channel be changed: the channel is notified of it. */
export function acceptsBookingUpdates({
  notificationTypes,
}: Pick<Channel, "notificationTypes">): boolean {
  return notificationTypes.includes("BOOKING_UPDATE");
}

/**
 * Whether a booking of the channel may be changed: the operator lets it, or a subscription is notified of it.
 * Subscriptions are notified of bookings that OCTO shows, and `octoSupplierId` is the supplier of such a one.
 */
export function receivesBookings(channel: Channel, octoSupplierId: string | undefined): boolean {
  if (acceptsBookingUpdates(channel)) return true;
  if (octoSupplierId === undefined) return false;
  return subscribedTo(channel, "BOOKING_UPDATE", octoSupplierId).length > 0;
}

/**
 * Whether an event or a job of this time is from before the channel was its supplier's. It may be about another one: a key of
 * the supplier is not shown it.
 */
export function isBeforeSupplier({ supplierId, supplierAt }: Channel, createdAt: Date): boolean {
  return supplierId !== null && supplierAt !== undefined && createdAt < supplierAt;
}

/** The condition that a list adds to its filter: one channel, what keys of one supplier see of some, or, with both, of one of these. */
export function ofChannels(
  channelConnectionId: string | undefined,
  among: readonly Channel[] | undefined,
): object {
  if (among === undefined) return channelConnectionId === undefined ? {} : { channelConnectionId };
  const asked = among.filter(({ id }) => (channelConnectionId ?? id) === id);
  const hidden = asked.flatMap(({ id, supplierAt }) =>
    supplierAt ? { channelConnectionId: id, createdAt: { $lt: supplierAt } } : [],
  );
  return {
    channelConnectionId: { $in: asked.map(({ id }) => id) },
    ...(hidden.length > 0 && { $nor: hidden }),
  };
}
