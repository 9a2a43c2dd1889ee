/** I1 against the resources' numbers: what bookings take at every instant. Pure. */
import { type Booking, isLive } from "./booking.ts";

/** A taking of places from an instant until before another. */
export interface Taking {
  readonly from: number;
  readonly until: number;
  readonly places: number;
  readonly bookingId: string;
}

/** The places of a resource that the bookings that live now take, by their own usage snapshots and windows. */
export function takingsOf(
  resourceId: string,
  bookings: readonly Booking[],
  { now, durationMinutesOf }: { now: number; durationMinutesOf: (optionId: string) => number },
): Taking[] {
  return bookings
    .filter((booking) => isLive(booking, now))
    .flatMap(({ id: bookingId, optionId, startAt, resourceUsageSnapshot }) => {
      const from = Date.parse(startAt);
      const until = from + durationMinutesOf(optionId) * 60_000;
      return (resourceUsageSnapshot?.items ?? [])
        .filter((item) => item.resourceId === resourceId)
        .map(({ capacityPlaces: places }) => ({ from, until, places, bookingId }));
    });
}

export interface Peak {
  readonly places: number;
  readonly at: number;
  /** The bookings that take them. */
  readonly bookingIds: readonly string[];
}

/** The most that is taken at one instant of a span, and where. */
export function peakOf(
  takings: readonly Taking[],
  span: { from: number; until: number } = { from: -Infinity, until: Infinity },
): Peak {
  const within = takings.filter(({ from, until }) => from < span.until && until > span.from);
  // The sum grows only where something begins.
  const peaks = within.map(({ from }) => {
    const at = Math.max(from, span.from);
    const there = within.filter((taking) => taking.from <= at && taking.until > at);
    const places = there.reduce((sum, taking) => sum + taking.places, 0);
    return { places, at, bookingIds: there.map(({ bookingId }) => bookingId) };
  });
  return peaks.reduce((most, peak) => (peak.places > most.places ? peak : most), {
    places: 0,
    at: 0,
    bookingIds: [],
  });
}
