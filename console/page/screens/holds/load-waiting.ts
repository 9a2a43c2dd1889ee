/** Reads what waits for a decision: with the names that are known already, three requests. */
import { type AvailabilityEntry, type Booking, type Operations, isProblem } from "@slipway/client";
import { answerTime } from "../../answer-time.ts";
import type { Catalog } from "../../catalog.ts";
import { daysMs, optionsMax } from "../../list-departures.ts";
import { catalogOf } from "../../read-catalog.ts";

interface WaitingBookings {
  readonly bookings: readonly Booking[];
  /** Bookings that start when nothing departs any more. */
  readonly unscheduled: readonly Booking[];
  /** Vacancies of their departures, as far as they are known. */
  readonly entries: readonly AvailabilityEntry[];
  /** By supplier. */
  readonly catalogs: ReadonlyMap<string, Catalog>;
  /** How far the server's clock is ahead of this one, in milliseconds. */
  readonly aheadMs: number;
  /** Changes since then may not be in it. */
  readonly since: string;
}

export async function loadWaiting(slipway: Operations): Promise<WaitingBookings> {
  const [{ data: bookings, response }, unscheduled] = await Promise.all([
    slipway.bookings.list({ status: "PENDING,ON_HOLD" }).withResponse(),
    slipway.unscheduledBookings.list(),
  ]);
  const { aheadMs, since } = answerTime(response);
  const all = [...bookings, ...unscheduled];
  const suppliers = [...new Set(all.map(({ supplierId }) => supplierId))];
  const [entries, catalogs] = await Promise.all([
    readEntries(slipway, bookings),
    Promise.all(suppliers.map(async (id) => [id, await catalogOf(id)] as const)),
  ]);
  return {
    bookings,
    unscheduled,
    entries,
    catalogs: new Map(catalogs),
    aheadMs,
    since,
  };
}

/** Reads the vacancies of the next month's departures; later ones are shown without. */
async function readEntries(
  slipway: Operations,
  bookings: readonly Booking[],
): Promise<readonly AvailabilityEntry[]> {
  const now = new Date().toISOString();
  const coming = bookings
    .filter(({ startAt }) => startAt >= now)
    .toSorted((a, b) => a.startAt.localeCompare(b.startAt));
  const [first] = coming;
  if (!first) return [];
  const from = first.startAt;
  const until = new Date(Date.parse(from) + daysMs - 1).toISOString();
  const near = coming.filter(({ startAt }) => startAt <= until);
  const options = [...new Set(near.map(({ optionId }) => optionId))].slice(0, optionsMax);
  const asked = { optionId: options.join(","), from, to: near.at(-1)?.startAt ?? from };
  try {
    return await slipway.availability.list(asked);
  } catch (error) {
    // Such as of an option that has been deleted. The bookings are shown all the same, and can be decided on.
    if (isProblem(error) && !isProblem(error, "UNAUTHENTICATED")) return [];
    throw error;
  }
}
