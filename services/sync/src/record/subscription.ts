/** The subscriptions of a reseller over OCTO: part of the document of its channel. Pure. */
import { type Kept, type OutputOf, answerOf, channelSubscriptions } from "@slipway/contracts";

export type SubscriptionRecord = OutputOf<typeof channelSubscriptions.getChannelSubscription>;

/** A subscription as it is kept; its secret and its headers are sealed. */
export interface Subscription extends Kept<SubscriptionRecord> {
  readonly headers: string;
  readonly secret: string;
}

/** The subscription as it is answered and written to audit: without its secret and without values of headers. */
export function subscriptionRecord(subscription: Subscription): SubscriptionRecord {
  return answerOf(channelSubscriptions.channelSubscription, subscription);
}

/** The fields of a channel that decide which of its subscriptions are notified. */
interface Subscribed {
  readonly status: "ACTIVE" | "DISABLED";
  /** The only supplier that it sells; null: all of the tenant. */
  readonly supplierId: string | null;
  readonly subscriptions: readonly Subscription[];
}

/** The subscriptions notified of this about a supplier: none of a disabled channel, or of one for another supplier. */
export function subscribedTo(
  { status, supplierId: only, subscriptions }: Subscribed,
  type: SubscriptionRecord["notificationTypes"][number],
  supplierId: string,
): Subscription[] {
  if (status !== "ACTIVE" || (only !== null && only !== supplierId)) return [];
  return subscriptions.filter(
    (each) => each.supplierId === supplierId && each.notificationTypes.includes(type),
  );
}

/** The name that the sealed texts of a subscription are bound to: moved elsewhere they open no more. */
export function sealedFor(
  { tenantId, id }: { readonly tenantId: string; readonly id: string },
  subscriptionId: string,
): string {
  return `${tenantId}|${id}|${subscriptionId}`;
}

/** A job's message. It only points: what has changed is read with the credential of the reseller. */
interface Notification {
  /** The id of the job, so it is the same on every attempt. */
  readonly id: string;
  readonly subscriptionId: string;
  readonly type: string;
  readonly createdAt: Date;
  /** JSON. */
  readonly data: string;
}

export function notificationText({
  id,
  subscriptionId,
  type,
  createdAt,
  data,
}: Notification): string {
  const utcCreatedAt = createdAt.toISOString();
  const named = { id, subscriptionId, notificationType: type, utcCreatedAt };
  return JSON.stringify({ ...named, data: JSON.parse(data) as unknown });
}
