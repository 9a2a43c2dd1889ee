/** A booking, its states and the moves between them. Pure: time is an argument. */
import type { OutputOf, RefusalCode, bookings, resourcesCapacity } from "@slipway/contracts";

export type BookingRecord = OutputOf<typeof bookings.getBooking>;
export type BookingStatus = BookingRecord["status"];
export type PricingSnapshot = NonNullable<BookingRecord["pricingSnapshot"]>;
export type ResourceUsageSnapshot = NonNullable<BookingRecord["resourceUsageSnapshot"]>;
export type ClaimName = OutputOf<typeof resourcesCapacity.claimCapacity>["claims"][number];

/** A booking as it is kept. Free JSON is kept as the text it came as. */
export interface Booking {
  _id: string;
  tenantId: string;
  uuid: string;
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
  status: BookingStatus;
  startAt: Date;
  endAt: Date | null;
  /** The end of the departure's window, as long as the option lasted when this was booked. */
  occupiedUntil: Date;
  /** Kept in ON_HOLD and EXPIRED, null in every other status. */
  expiresAt: Date | null;
  customer: string | null;
  notes: string | null;
  cancellationReason: string | null;
  /** Absent without one: its unique index looks at bookings that have one. */
  idempotencyKey?: string;
  /** Its name at its channel (see channelKeyOf); absent on bookings of no channel. */
  channelKey?: string;
  pricingSnapshot: PricingSnapshot;
  resourceUsageSnapshot: ResourceUsageSnapshot | null;
  participants: string | null;
  unitItems: UnitItem[];
  /** Whole units asked for by name. */
  resourceItems: ResourceItem[];
  /** The claims that hold its places: none if no resource is needed. */
  claims: ClaimName[];
  /** What `search` looks through (see searchTextOf). */
  searchText: string;
  createdAt: Date;
  /** The public token: strictly increasing. */
  updatedAt: Date;
}

/** Where a channel's booking comes from. */
export interface Origin {
  channelConnectionId: string;
  externalId: string;
}

/** What a channel's booking is found by: a channel has one booking under each external id. */
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

/** What a change sets of a booking beside its tokens. */
export type Changed = Partial<
  Omit<Booking, "_id" | "tenantId" | "revision" | "commit" | "updatedAt">
>;

/** What a move sets; everything else of the booking stays. */
export interface Moved {
  status: BookingStatus;
  expiresAt: Date | null;
  cancellationReason?: string | null;
}

export type Decision = { ok: true; set: Moved } | { ok: false; refusal: RefusalCode };

type Move = "update" | "extend" | "confirm" | "approve" | "reject" | "cancel" | "expire";

/** The states from which each move starts; a hold counts only before it expires (but for expire). */
const origins: Readonly<Record<Move, readonly BookingStatus[]>> = {
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

type State = Pick<Booking, "status" | "expiresAt">;

/** Whether a hold's time is over. At expiresAt it is: the places are free from that instant on. */
export function isLapsed(booking: State, now: number): boolean {
  return (
    booking.status === "ON_HOLD" && booking.expiresAt !== null && booking.expiresAt.getTime() <= now
  );
}

/** Whether it has places, or is to have them: those of a hold are free once its time is over. */
export function holdsPlaces(booking: State, now: number): boolean {
  return isLiveStatus(booking.status) && !isLapsed(booking, now);
}

/** Not so a status that is final: no move leads out of it. */
export function isLiveStatus(status: BookingStatus): boolean {
  return (liveStatuses as readonly string[]).includes(status);
}

/** The status that readers see: a hold is EXPIRED from expiresAt on, swept or not. */
export function shownStatus(booking: State, now: number): BookingStatus {
  return isLapsed(booking, now) ? "EXPIRED" : booking.status;
}

/** Turns a live hold into a booking, or into one that waits for approval. */
export function decideConfirm(booking: State, needsApproval: boolean, now: number): Decision {
  const refusal = refusalOfMove("confirm", booking, now);
  if (refusal) return { ok: false, refusal };
  return moved(needsApproval ? "PENDING" : "CONFIRMED");
}

export function decideApprove(booking: State, now: number): Decision {
  const refusal = refusalOfMove("approve", booking, now);
  return refusal ? { ok: false, refusal } : moved("CONFIRMED");
}

/** Rejects whatever is live; the cancellation cutoff does not apply. */
export function decideReject(booking: State, reason: string | null, now: number): Decision {
  const refusal = refusalOfMove("reject", booking, now);
  return refusal ? { ok: false, refusal } : moved("REJECTED", reason);
}

interface Cancellation {
  reason: string | null;
  /** The last instant at which a pending or confirmed booking may be cancelled, in milliseconds. */
  cutoff: number;
  /** Passes the cutoff. */
  force: boolean;
}

/** Cancels whatever is live; a hold has no cutoff. */
export function decideCancel(booking: State, cancellation: Cancellation, now: number): Decision {
  const refusal = refusalOfMove("cancel", booking, now);
  if (refusal) return { ok: false, refusal };
  const { reason, cutoff, force } = cancellation;
  if (booking.status !== "ON_HOLD" && !force && now > cutoff)
    return { ok: false, refusal: "CANCELLATION_CUTOFF_PASSED" };
  return moved("CANCELLED", reason);
}

/** Holds until so many minutes from now, in whole seconds; never shortens. */
export function decideExtend(booking: State, minutes: number, now: number): Decision {
  const refusal = refusalOfMove("extend", booking, now);
  if (refusal) return { ok: false, refusal };
  const current = booking.expiresAt?.getTime() ?? 0;
  // mark: extend-booking-only
  const expiresAt = new Date(Math.max(current, holdExpiry(now, minutes)));
  return { ok: true, set: { status: "ON_HOLD", expiresAt } };
}

/** Why a booking cannot be changed by whoever has read it at this token, or undefined. */
export function refusalOfUpdate(
  booking: State & Pick<Booking, "updatedAt">,
  {
    expectedUpdatedAt,
    isChannelTold = true,
  }: { expectedUpdatedAt: string; isChannelTold?: boolean },
  now: number,
): RefusalCode | undefined {
  const refusal = refusalOfMove("update", booking, now);
  if (refusal) return refusal;
  if (booking.updatedAt.toISOString() !== expectedUpdatedAt) return "VERSION_CONFLICT";
  // Nobody may change a channel's booking behind its back.
  return isChannelTold ? undefined : "CHANNEL_NOT_SUBSCRIBED";
}

/** Ends a hold whose time is over; it keeps its expiresAt. */
export function decideExpire(booking: State, now: number): Decision {
  if (!isLapsed(booking, now)) return { ok: false, refusal: "INVALID_STATE" };
  return { ok: true, set: { status: "EXPIRED", expiresAt: booking.expiresAt } };
}

function refusalOfMove(move: Move, booking: State, now: number): RefusalCode | undefined {
  const shown = shownStatus(booking, now);
  if (origins[move].includes(shown)) return undefined;
  return shown === "EXPIRED" && needsHold.has(move) ? "HOLD_EXPIRED" : "INVALID_STATE";
}

/** Moves that an expired hold refuses as such; for the others it is one final status of three. */
const needsHold: ReadonlySet<Move> = new Set(["confirm", "extend", "update"]);

function moved(status: BookingStatus, cancellationReason?: string | null): Decision {
  const set: Moved = { status, expiresAt: null };
  return {
    ok: true,
    set: cancellationReason === undefined ? set : { ...set, cancellationReason },
  };
}

/** When a hold made now ends: whole seconds, because the ledgers group holds by second. */
export function holdExpiry(now: number, minutes: number): number {
  return Math.ceil((now + minutes * 60_000) / 1_000) * 1_000;
}
