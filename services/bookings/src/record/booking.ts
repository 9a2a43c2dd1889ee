/** A booking, its states and the transitions between them. Pure: time is an argument. */
import type {
  OutputOf,
  RefusalCode,
  UsedKey,
  bookings,
  resourcesCapacity,
} from "@slipway/contracts";
import { type CancellationPolicy, refundTerms, shareOf } from "@slipway/departures";
import { holdMinutesMax } from "../constants.ts";
import type { Redemption, TicketSource } from "./redemption.ts";
import type { Ticket } from "./tickets.ts";

export type BookingRecord = OutputOf<typeof bookings.getBooking>;
export type BookingStatus = BookingRecord["status"];
export type PricingSnapshot = NonNullable<BookingRecord["pricingSnapshot"]>;
export type ResourceUsageSnapshot = NonNullable<BookingRecord["resourceUsageSnapshot"]>;
export type ClaimName = OutputOf<typeof resourcesCapacity.claimCapacity>["claims"][number];

/** A booking as it is stored. Free JSON is stored as the text that the client sent. */
export interface Booking {
  _id: string;
  tenantId: string;
  uuid: string;
  /** Unique in the tenant, never changed (see reference.ts). */
  reference: string;
  /** Raised by every write. */
  revision: number;
  /** A token of the write that made this revision; absent before the first change. */
  commit?: string;
  supplierId: string;
  productId: string;
  optionId: string;
  sourceChannelConnectionId: string | null;
  source: string;
  externalId: string | null;
  resellerReference: string | null;
  /** The order that it belongs to; absent without one. */
  orderId?: string;
  /**
   * The revision of the order that a decision about the order has read which rests on this booking (see resolveMark). Absent
   * before the first one, and once the booking has followed an extension.
   */
  orderRevision?: number;
  status: BookingStatus;
  startAt: Date;
  endAt: Date | null;
  /** The end of the departure's window, as long as the option lasted when this was booked. */
  occupiedUntil: Date;
  /** Kept in ON_HOLD and EXPIRED, null in every other status. */
  expiresAt: Date | null;
  /** When it became CONFIRMED. */
  confirmedAt: Date | null;
  /** When it became CANCELLED or REJECTED. */
  cancelledAt: Date | null;
  /** Whether that was at or before the cutoff of its time; absent unless a release that decides it cancelled the booking. */
  cancelledInTime?: boolean;
  /** The option's when the price was last computed; absent or null: all is paid back at any time. */
  cancellationPolicy?: CancellationPolicy | null;
  /** The share of the price that its end pays back; absent before, and where an earlier release ended the booking. */
  refundPercent?: number;
  customer: string | null;
  notes: string | null;
  cancellationReason: string | null;
  /** Absent without one: its unique index looks at bookings that have one. */
  idempotencyKey?: string;
  /** The keys of its changes of the last 24 hours; absent where none had one. */
  usedKeys?: UsedKey[];
  /** The channel's id and the external id (see channelKeyOf); absent without a channel. */
  channelKey?: string;
  /** The first request of a channel key's booking (see FirstRequest). */
  requested?: string;
  requestedProductId?: string;
  pricingSnapshot: PricingSnapshot;
  resourceUsageSnapshot: ResourceUsageSnapshot | null;
  participants: string | null;
  /** Null: `{}`. */
  metadata: string | null;
  /** When the customer was last erased. */
  erasedAt: Date | null;
  unitItems: UnitItem[];
  /** One for each unit of the lines, or none: only a channel key's booking has them. */
  tickets: Ticket[];
  /** Tickets that were redeemed at check-in; absent until then, so a sale stores nothing of it. */
  redemptions?: Redemption[];
  /** Whole units asked for by name. */
  resourceItems: ResourceItem[];
  /** The claims that hold its places: none if no resource is needed. */
  claims: ClaimName[];
  /** The text that `search` looks through (see searchTextOf). */
  searchText: string;
  createdAt: Date;
  /** The public token: strictly increasing. */
  updatedAt: Date;
}

/** A booking or an order as it was inserted: its updatedAt was its createdAt. */
export type NewRecord = Pick<Booking, "tenantId" | "_id" | "createdAt">;

export interface BookingInOrder
  extends Pick<
    Booking,
    "_id" | "reference" | "status" | "optionId" | "startAt" | "confirmedAt" | "expiresAt"
  > {
  readonly retail: number;
  readonly orderRevision?: number;
}

/** The channel of a booking and the booking's id there. */
export interface Origin {
  channelConnectionId: string;
  externalId: string;
}

/** How a channel key names its booking: one of the supplier whose tours it sells. */
export interface OwnOrigin extends Origin {
  supplierId: string;
}

/** By its id, or as a channel key names it. */
export type WantedBooking = string | OwnOrigin;

/** Whether a booking is one that a channel key made for its supplier. Another is to it as one that does not exist. */
export function isOwn(
  { supplierId, tickets }: Pick<Booking, "supplierId" | "tickets">,
  own: OwnOrigin,
): boolean {
  return supplierId === own.supplierId && tickets.length > 0;
}

/** The unique key of a channel's booking: a channel has one booking per external id. */
export function channelKeyOf({ channelConnectionId, externalId }: Origin): string {
  return `${channelConnectionId}|${externalId}`;
}

export interface UnitItem {
  id: string;
  unitId: string;
  quantity: number;
}

export interface ResourceItem {
  resourceId: string;
  quantity: number;
}

/** The fields that a change sets beside the version tokens. */
export type FieldChanges = Partial<
  Omit<Booking, "_id" | "tenantId" | "reference" | "revision" | "commit" | "updatedAt">
>;

/** The fields that a transition sets; all other fields stay. */
export interface TransitionFields extends FieldChanges {
  status: BookingStatus;
  expiresAt: Date | null;
}

export type Decision = { ok: true; set: TransitionFields } | { ok: false; refusal: RefusalCode };

type TransitionName = "update" | "extend" | "confirm" | "approve" | "reject" | "cancel" | "expire";

/** The states that each transition starts from. ON_HOLD counts only before its expiry, except for expire. */
const statesBefore: Readonly<Record<TransitionName, readonly BookingStatus[]>> = {
  update: ["ON_HOLD", "PENDING", "CONFIRMED"],
  extend: ["ON_HOLD"],
  confirm: ["ON_HOLD"],
  approve: ["PENDING"],
  reject: ["ON_HOLD", "PENDING", "CONFIRMED"],
  cancel: ["ON_HOLD", "PENDING", "CONFIRMED"],
  expire: ["ON_HOLD"],
};

/** The states in which a booking holds its places (a hold before it expires). */
export const liveStatuses = ["ON_HOLD", "PENDING", "CONFIRMED"] as const;

type State = Pick<Booking, "status" | "expiresAt" | "orderRevision">;

/** Whether a hold has expired: at expiresAt its places are free. A marked one keeps them till the order is decided. */
export function isLapsed({ status, expiresAt, orderRevision }: State, now: number): boolean {
  if (status !== "ON_HOLD" || orderRevision !== undefined) return false;
  return expiresAt !== null && expiresAt.getTime() <= now;
}

/** Whether the booking holds places. An expired hold does not, even before the sweep. */
export function holdsPlaces(booking: State, now: number): boolean {
  return isLiveStatus(booking.status) && !isLapsed(booking, now);
}

/** Whether the status is live. All others are final: no transition leaves them. */
export function isLiveStatus(status: BookingStatus): boolean {
  return (liveStatuses as readonly string[]).includes(status);
}

/** The status that readers see: a hold is EXPIRED from expiresAt on, swept or not. */
export function shownStatus(booking: State, now: number): BookingStatus {
  return isLapsed(booking, now) ? "EXPIRED" : booking.status;
}

/** Turns a live hold into a booking, or into one that waits for approval. */
export function decideConfirm(booking: State, needsApproval: boolean, now: number): Decision {
  const refusal = refusalOfTransition("confirm", booking, now);
  if (refusal) return { ok: false, refusal };
  return transitionTo(needsApproval ? "PENDING" : "CONFIRMED");
}

export function decideApprove(booking: State, now: number): Decision {
  const refusal = refusalOfTransition("approve", booking, now);
  return refusal ? { ok: false, refusal } : transitionTo("CONFIRMED");
}

/** Rejects a live booking; the cancellation cutoff does not apply. A party that has come is not rejected. */
export function decideReject(
  booking: State & TicketSource,
  reason: string | null,
  now: number,
): Decision {
  const refusal = refusalOfTransition("reject", booking, now);
  if (refusal) return { ok: false, refusal };
  if (isRedeemed(booking)) return { ok: false, refusal: "INVALID_STATE" };
  const set = { status: "REJECTED", expiresAt: null, cancellationReason: reason } as const;
  return { ok: true, set: { ...set, refundPercent: 100 } };
}

interface Cancellation {
  reason: string | null;
  /** The last instant at which a pending or confirmed booking may be cancelled, in milliseconds. */
  cutoff: number;
  /** Ignores the cutoff, and that tickets were redeemed. */
  force: boolean;
  /** In place of what the booking's policy pays back. */
  refundPercent?: number | undefined;
}

type Sold = State & TicketSource & Pick<Booking, "startAt" | "cancellationPolicy">;

/** Whether a ticket of the booking was redeemed, one included that a change of an earlier release has dropped since. */
export function isRedeemed({ redemptions = [] }: TicketSource): boolean {
  return redemptions.length > 0;
}

/** The percentage that a cancellation pays back, and until when. A hold is no sale yet: no policy holds for it. */
function termsOf({ status, startAt, cancellationPolicy }: Sold, now: number) {
  return refundTerms(status === "ON_HOLD" ? null : cancellationPolicy, startAt.getTime(), now);
}

/** Cancels a live booking; a hold has no cutoff. One that was redeemed needs force. */
export function decideCancel(booking: Sold, cancellation: Cancellation, now: number): Decision {
  const refusal = refusalOfTransition("cancel", booking, now);
  if (refusal) return { ok: false, refusal };
  const { reason, cutoff, force } = cancellation;
  if (!force && isRedeemed(booking)) return { ok: false, refusal: "INVALID_STATE" };
  const cancelledInTime = now <= cutoff;
  if (booking.status !== "ON_HOLD" && !force && !cancelledInTime)
    return { ok: false, refusal: "CANCELLATION_CUTOFF_PASSED" };
  const set = { status: "CANCELLED", expiresAt: null, cancellationReason: reason } as const;
  const refundPercent = cancellation.refundPercent ?? termsOf(booking, now).percent;
  // Both are kept, because the option's cutoff and terms may change afterwards.
  return { ok: true, set: { ...set, cancelledInTime, refundPercent } };
}

/** The answer that `decideCancel` without force would give, and the last instant at which it would. */
export function cancellationQuoteOf(
  booking: Sold & Pick<Booking, "pricingSnapshot">,
  cutoff: number,
  now: number,
): OutputOf<typeof bookings.quoteCancellation> {
  const decision = decideCancel(booking, { reason: null, cutoff, force: false }, now);
  const code = decision.ok ? null : decision.refusal;
  const isOver = !holdsPlaces(booking, now);
  const { percent, until } = isOver ? { percent: 0, until: null } : termsOf(booking, now);
  const { status, expiresAt, pricingSnapshot: price } = booking;
  const end = status === "ON_HOLD" ? expiresAt?.getTime() : cutoff;
  const ends = [until, decision.ok ? end : undefined].filter((at) => typeof at === "number");
  return {
    allowed: decision.ok,
    code: code as "INVALID_STATE" | "CANCELLATION_CUTOFF_PASSED" | null,
    refundPercent: percent,
    refund: shareOf(price.retail, percent, 100),
    currency: price.currency,
    currencyPrecision: price.currencyPrecision,
    validUntil: ends.length === 0 ? null : new Date(Math.min(...ends)).toISOString(),
  };
}

/** Holds until so many minutes from now, in whole seconds; never shortens. */
export function decideExtend(booking: State, minutes: number, now: number): Decision {
  const refusal = refusalOfTransition("extend", booking, now);
  if (refusal) return { ok: false, refusal };
  const current = booking.expiresAt?.getTime() ?? 0;
  // mark: extend-booking-only
  const expiresAt = new Date(Math.max(current, holdExpiry(now, minutes)));
  return { ok: true, set: { status: "ON_HOLD", expiresAt } };
}

/** Adds so many minutes to a hold, which lasts a day from now at most; never shortens. */
export function decideProlong(booking: State, minutes: number, now: number): Decision {
  const until = holdExpiry(booking.expiresAt?.getTime() ?? now, minutes);
  const latest = holdExpiry(now, holdMinutesMax);
  const current = booking.expiresAt?.getTime() ?? 0;
  const refusal = refusalOfTransition("extend", booking, now);
  if (refusal) return { ok: false, refusal };
  const expiresAt = new Date(Math.max(current, Math.min(until, latest)));
  return { ok: true, set: { status: "ON_HOLD", expiresAt } };
}

/** Why a client that has read this token cannot change the booking, or undefined. */
export function refusalOfUpdate(
  booking: State & Pick<Booking, "updatedAt">,
  {
    expectedUpdatedAt,
    isChannelSubscribed = true,
  }: { expectedUpdatedAt: string; isChannelSubscribed?: boolean },
  now: number,
): RefusalCode | undefined {
  const refusal = refusalOfTransition("update", booking, now);
  if (refusal) return refusal;
  if (booking.updatedAt.toISOString() !== expectedUpdatedAt) return "VERSION_CONFLICT";
  // A channel that gets no updates would keep showing the old booking.
  return isChannelSubscribed ? undefined : "CHANNEL_NOT_SUBSCRIBED";
}

/** Ends a hold that has expired; it keeps its expiresAt. */
export function decideExpire(booking: State, now: number): Decision {
  if (!isLapsed(booking, now)) return { ok: false, refusal: "INVALID_STATE" };
  return { ok: true, set: { status: "EXPIRED", expiresAt: booking.expiresAt } };
}

function refusalOfTransition(
  transition: TransitionName,
  booking: State,
  now: number,
): RefusalCode | undefined {
  const shown = shownStatus(booking, now);
  if (statesBefore[transition].includes(shown)) return undefined;
  return shown === "EXPIRED" && needsHold.has(transition) ? "HOLD_EXPIRED" : "INVALID_STATE";
}

/** Transitions that refuse an expired hold with HOLD_EXPIRED; the others with INVALID_STATE. */
const needsHold: ReadonlySet<TransitionName> = new Set(["confirm", "extend", "update"]);

function transitionTo(status: BookingStatus): Decision {
  return { ok: true, set: { status, expiresAt: null } };
}

/** The times that a transition into this status sets, if it is made at this instant. */
export function timesOf(
  status: BookingStatus,
  at: Date,
): Partial<Pick<Booking, "confirmedAt" | "cancelledAt">> {
  if (status === "CONFIRMED") return { confirmedAt: at };
  return status === "CANCELLED" || status === "REJECTED" ? { cancelledAt: at } : {};
}

/** When a hold made now ends: whole seconds, because the ledgers group holds by second. */
export function holdExpiry(now: number, minutes: number): number {
  return Math.ceil((now + minutes * 60_000) / 1_000) * 1_000;
}
