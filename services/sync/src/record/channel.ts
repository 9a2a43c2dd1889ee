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

/** The condition that a list adds to its filter: one channel, only some of them, or, with both, one of these. */
export function ofChannels(
  channelConnectionId: string | undefined,
  among: readonly string[] | undefined,
): { channelConnectionId?: string | { $in: string[] } } {
  if (among === undefined) return channelConnectionId === undefined ? {} : { channelConnectionId };
  const asked = (id: string): boolean =>
    channelConnectionId === undefined || channelConnectionId === id;
  return { channelConnectionId: { $in: among.filter(asked) } };
}
