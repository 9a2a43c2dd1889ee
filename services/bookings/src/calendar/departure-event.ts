import type { Booking } from "../record/booking.ts";
import { redeemedOf } from "../record/redemption.ts";
import { type CalendarEvent, utc } from "./calendar-text.ts";

export type FeedBooking = Pick<
  Booking,
  | "_id"
  | "optionId"
  | "startAt"
  | "occupiedUntil"
  | "status"
  | "expiresAt"
  | "updatedAt"
  | "customer"
  | "notes"
  | "pricingSnapshot"
  | "resourceUsageSnapshot"
  | "unitItems"
  | "tickets"
  | "redemptions"
>;

export interface DepartureFacts {
  /** Null: the option is deleted. */
  readonly title: string | null;
  readonly option: string | null;
  /** Travellers that fit it when it is empty; null: no limit, or unknown. */
  readonly capacity: number | null;
  /** When the option, its product or the capacity last changed, in milliseconds; of a deleted option its product. */
  readonly changedAt: number;
}

/** The line of a booking, without the booking itself. */
export interface BookingLine {
  readonly id: string;
  readonly isConfirmed: boolean;
  readonly participants: number;
  /** When the departure ends for it, in milliseconds. */
  readonly until: number;
  readonly text: string;
}

const nameMax = 200;
const notesMax = 500;
const unconfirmed = { ON_HOLD: " (on hold)", PENDING: " (pending)" } as const;

/** A booking in one line: units, state and, where the feed has names, whose it is. */
export function lineOfBooking(booking: FeedBooking, withNames: boolean): BookingLine {
  const { _id, status, occupiedUntil } = booking;
  const units = unitsOf(booking);
  const counts = units.map(({ quantity, name }) => `${quantity} ${name}`.trim()).join(", ");
  const state =
    status === "ON_HOLD" || status === "PENDING" ? unconfirmed[status] : redeemedText(booking);
  const names = withNames ? [nameOf(booking.customer), oneLine(booking.notes, notesMax)] : [];
  const about = names.filter((text) => text !== "").join(", ");
  return {
    id: _id,
    isConfirmed: status === "CONFIRMED",
    participants: units.reduce((sum, { quantity, paxCount }) => sum + quantity * paxCount, 0),
    until: occupiedUntil.getTime(),
    text: about === "" ? counts + state : `${counts}${state}: ${about}`,
  };
}

/** Who has come: of a booking with three tickets " (2 of 3 here)". */
function redeemedText(booking: FeedBooking): string {
  const redeemed = booking.redemptions && redeemedOf(booking);
  return redeemed ? ` (${redeemed.count} of ${redeemed.of} here)` : "";
}

function unitsOf({ pricingSnapshot, unitItems }: FeedBooking) {
  return unitItems.map(({ unitId, quantity }) => {
    const { name = "", paxCount = 1 } =
      pricingSnapshot.unitPricing.find((unit) => unit.unitId === unitId) ?? {};
    return { quantity, name, paxCount };
  });
}

function nameOf(customer: string | null): string {
  if (customer === null) return "";
  const { fullName, name, firstName, lastName } = JSON.parse(customer) as Record<string, unknown>;
  const whole = [fullName, name].find((text) => typeof text === "string" && text.trim() !== "");
  const parts = whole === undefined ? [firstName, lastName] : [whole];
  return oneLine(parts.filter((text) => typeof text === "string").join(" "), nameMax);
}

function oneLine(text: string | null, lengthMax: number): string {
  const line = (text ?? "").replaceAll(/\s+/g, " ").trim();
  if (line.length <= lengthMax) return line;
  // Half of a character at the end is none.
  return `${line.slice(0, lengthMax).replace(/[\ud800-\udbff]$/, "")}…`;
}

interface OfDeparture {
  readonly optionId: string;
  readonly startAt: number;
  /** When a booking that it shows, or has shown, last changed. */
  readonly changedAt: number;
}

/** An option without a duration occupies its departure for a minute. */
const noDurationMs = 60_000;

export function eventOfDeparture(
  { optionId, startAt, changedAt }: OfDeparture,
  bookings: readonly BookingLine[],
  { title, option, capacity, changedAt: describedAt }: DepartureFacts,
): CalendarEvent {
  const booked = bookings.reduce((sum, { participants }) => sum + participants, 0);
  const until = Math.max(...bookings.map((booking) => booking.until));
  const lines = bookings.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ text }) => text);
  return {
    uid: `dep_${optionId}_${utc(startAt)}@slipway`,
    startAt,
    endAt: until - startAt <= noDurationMs ? null : until,
    // Neither time ever goes back, so the later one does not either.
    changedAt: Math.max(changedAt, describedAt),
    status: bookings.some(({ isConfirmed }) => isConfirmed) ? "CONFIRMED" : "TENTATIVE",
    summary: `${title ?? "Departure"} ${capacity === null ? booked : `${booked}/${capacity}`}`,
    description: [...(option === null ? [] : [option]), ...lines].join("\n"),
  };
}
