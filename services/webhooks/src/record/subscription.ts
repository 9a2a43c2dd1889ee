/** A receiver's subscription to changes. Pure. */
import { type InputOf, type Kept, type OutputOf, answerOf, webhooks } from "@slipway/contracts";

export type SubscriptionRecord = Omit<
  OutputOf<typeof webhooks.getSubscription>,
  "originProvenAt" | "lastSucceededAt" | "lastAttemptAt"
>;

export type UpdateType = InputOf<typeof webhooks.createSubscription>["notificationTypes"][number];

export interface Message {
  readonly type: UpdateType;
  readonly timestamp: string;
  /** Null: it is of no one supplier. */
  readonly supplierId: string | null;
  /** The record that it is about: of a departure its option. */
  readonly entityId: string;
  readonly action: string;
  /** To the byte what is sent. */
  readonly body: string;
  readonly isTest: boolean;
}

/** A time in which changes are delivered; open while `until` is null. */
interface Window {
  readonly from: Date;
  readonly until: Date | null;
}

interface Replaced {
  readonly secret: string;
  readonly endsAt: Date;
}

/** A subscription as it is kept; its secrets and headers are sealed. */
export interface Subscription extends Omit<Kept<SubscriptionRecord>, "id" | "notificationTypes"> {
  readonly _id: string;
  /** Absent in a subscription of an earlier release, which is to bookings. */
  readonly notificationTypes?: readonly UpdateType[];
  readonly headers: string | null;
  readonly secret: string;
  /** Each signs beside the current one until it ends. */
  readonly previousSecret: (Replaced & { readonly older?: readonly Replaced[] }) | null;
  readonly disabledReason: DisabledReason | null;
  /** The failures in a row, as they are shown. ACTIVE sets them to zero, of an active subscription too. */
  readonly consecutiveFailures: number;
  /**
   * Since the last success or the end of DISABLED: what pace and disabling go by. ACTIVE on an active
   * subscription leaves it, or a client could keep a dead endpoint at full pace. Documents of earlier
   * releases have it from their next attempt on.
   */
  readonly failuresInRow: number;
  readonly lastSuccessAt: Date | null;
  /** Absent before the first attempt, and where an earlier release made the last one. */
  readonly lastAttemptAt?: Date | null;
  /** The latest last. */
  readonly windows: readonly Window[];
}

type DisabledReason = "ENDPOINT_GONE" | "CONSECUTIVE_FAILURES";

/** The subscription as it is written to audit: without secrets and headers. */
export function subscriptionRecord(subscription: Subscription): SubscriptionRecord {
  return answerOf(webhooks.subscription, {
    ...subscription,
    id: subscription._id,
    notificationTypes: [...typesOf(subscription)],
  });
}

function typesOf({ notificationTypes = ["BOOKING_UPDATE"] }: Receiving) {
  return notificationTypes;
}

/** The subscription as it is answered, but for the proof of its origin. */
export function answeredRecord(subscription: Subscription) {
  const { lastSuccessAt, lastAttemptAt = lastSuccessAt } = subscription;
  return {
    ...subscriptionRecord(subscription),
    lastSucceededAt: lastSuccessAt?.toISOString() ?? null,
    lastAttemptAt: lastAttemptAt?.toISOString() ?? null,
  };
}

export type AnsweredRecord = ReturnType<typeof answeredRecord>;

/** The name that sealed texts are bound to: moved to another subscription they open no more. */
export function sealedFor({ tenantId, _id }: Pick<Subscription, "tenantId" | "_id">): string {
  return `${tenantId}|${_id}`;
}

type Receiving = Pick<Subscription, "notificationTypes">;

/**
 * Whether the subscription is notified of a change: of its kinds and of its supplier, and made while it listened, however
 * late it comes to be known here. An order is of no one supplier.
 */
export function isReceiving(
  { supplierId, windows, ...own }: Pick<Subscription, "supplierId" | "windows"> & Receiving,
  { type, timestamp, ...of }: Pick<Message, "type" | "timestamp" | "supplierId">,
): boolean {
  if (!typesOf(own).includes(type)) return false;
  if (supplierId !== null && supplierId !== of.supplierId) return false;
  const at = Date.parse(timestamp);
  return windows.some(
    ({ from, until }) => from.getTime() <= at && (until === null || at < until.getTime()),
  );
}

/** Windows kept: a change is delivered within seconds, so the last few are enough. */
const windowsMax = 10;

export function listeningFrom(windows: readonly Window[], now: Date): Window[] {
  return [...windows.slice(1 - windowsMax), { from: now, until: null }];
}

export function listeningUntil(windows: readonly Window[], now: Date): Window[] {
  return windows.map((window) => (window.until === null ? { ...window, until: now } : window));
}

interface DisableBounds {
  readonly disableFailures: number;
  readonly disableHours: number;
}

/** Why a failed attempt, already counted, ends the subscription; null where it does not. */
export function reasonToDisable(
  subscription: Pick<Subscription, "failuresInRow" | "lastSuccessAt" | "windows">,
  statusCode: number | null,
  { disableFailures, disableHours, now }: DisableBounds & { now: number },
): DisabledReason | null {
  if (statusCode === 410) return "ENDPOINT_GONE";
  const { failuresInRow, lastSuccessAt, windows } = subscription;
  if (failuresInRow < disableFailures) return null;
  const begun = windows.at(-1)?.from.getTime() ?? 0;
  const since = Math.max(begun, lastSuccessAt?.getTime() ?? 0);
  return since + disableHours * 3_600_000 <= now ? "CONSECUTIVE_FAILURES" : null;
}

/** The number of failures in a row from which on an endpoint is taken for dead. */
const failingFrom = 5;

export function isFailing({ failuresInRow }: Pick<Subscription, "failuresInRow">): boolean {
  return failuresInRow >= failingFrom;
}

/** How many deliveries of one subscription are under way at once: a dead endpoint is tried by one. */
export function concurrencyOf(subscription: Pick<Subscription, "failuresInRow">): number {
  return /* mark: attempts-at-once */ isFailing(subscription) ? 1 : 5;
}
