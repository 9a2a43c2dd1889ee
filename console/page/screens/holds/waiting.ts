/** Bookings that wait for a decision: who, for how long, and what they keep from others. Pure. */
import type { AvailabilityEntry, Booking } from "@slipway/client";
import { paxOf } from "../../parts/booking-facts.ts";
import { secondsLeft } from "../../parts/hold-time.ts";

/** For so long a decision can be taken back. */
export const undoSeconds = 6;

export interface Waiting {
  readonly booking: Booking;
  /** Its departure with the vacancies; undefined: not known. */
  readonly entry: AvailabilityEntry | undefined;
}

/** In the order in which they were made. Holds that are over take no places any more. */
export function waitingOf(
  bookings: readonly Booking[],
  { entries, now }: { entries: readonly AvailabilityEntry[]; now: number },
): { approvals: Waiting[]; holds: Waiting[] } {
  const entryOf = new Map(entries.map((entry) => [`${entry.optionId} ${entry.startAt}`, entry]));
  const waiting = bookings
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
    .map((booking) => ({ booking, entry: entryOf.get(`${booking.optionId} ${booking.startAt}`) }));
  return {
    approvals: waiting.filter(({ booking }) => booking.status === "PENDING"),
    holds: waiting.filter(
      ({ booking }) => booking.status === "ON_HOLD" && secondsLeft(booking, now) > 0,
    ),
  };
}

type Keeps =
  | { readonly kind: "some"; readonly places: number; readonly free: number }
  | { readonly kind: "last"; readonly places: number }
  /** Its departure has no limit. */
  | { readonly kind: "unlimited"; readonly places: number }
  /** The vacancies of its departure are not known. */
  | { readonly kind: "unknown"; readonly places: number };

/** The places that others cannot have meanwhile. */
export function keepsOf({ booking, entry }: Waiting): Keeps {
  const places = paxOf(booking);
  if (!entry) return { kind: "unknown", places };
  const { vacancies } = entry;
  if (vacancies === null) return { kind: "unlimited", places };
  return vacancies === 0 ? { kind: "last", places } : { kind: "some", places, free: vacancies };
}

/** The last reasons, newest first, each once. */
export function lastReasons(rejected: readonly Booking[], most = 10): string[] {
  const newestFirst = rejected.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  const reasons = newestFirst.flatMap(({ cancellationReason }) => cancellationReason ?? []);
  return [...new Set(reasons)].slice(0, most);
}
