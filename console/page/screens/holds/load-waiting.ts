/** Reads what waits for a decision: with the names that are known already, two requests. */
import { type AvailabilityEntry, type Booking, type Slipway, isProblem } from "@slipway/client";
import type { Catalog } from "../../catalog.ts";
import { catalogOf } from "../../read-catalog.ts";
import { type Waiting, waitingOf } from "./waiting.ts";

export interface WaitingLists {
  readonly approvals: readonly Waiting[];
  readonly holds: readonly Waiting[];
  /** By supplier. */
  readonly catalogs: ReadonlyMap<string, Catalog>;
  /** How far the server's clock is ahead of this one, in milliseconds. */
  readonly aheadMs: number;
  /** Changes since then may not be in it. */
  readonly since: string;
}

/** One request takes so many options, and so many days of them. */
const optionsMax = 50;
const daysMs = 31 * 86_400_000;
/** Longer than an answer takes, and more than the second to which the server names the time. */
const marginMs = 15_000;

export async function loadWaiting(slipway: Slipway, signal: AbortSignal): Promise<WaitingLists> {
  const asked = slipway.bookings.list({ status: "PENDING,ON_HOLD" }, { signal });
  const { data: bookings, response } = await asked.withResponse();
  const now = Date.parse(response.headers.get("date") ?? "") || Date.now();
  const suppliers = [...new Set(bookings.map(({ supplierId }) => supplierId))];
  const [entries, catalogs] = await Promise.all([
    readEntries(slipway, bookings, signal),
    Promise.all(suppliers.map(async (id) => [id, await catalogOf(id)] as const)),
  ]);
  return {
    ...waitingOf(bookings, { entries, now }),
    catalogs: new Map(catalogs),
    aheadMs: now - Date.now(),
    since: new Date(now - marginMs).toISOString(),
  };
}

/** What is left on the departures of the next month; later ones are shown without it. */
async function readEntries(
  slipway: Slipway,
  bookings: readonly Booking[],
  signal: AbortSignal,
): Promise<readonly AvailabilityEntry[]> {
  const starts = bookings.map(({ startAt }) => startAt).toSorted();
  const now = new Date().toISOString();
  const from = starts.find((startAt) => startAt >= now);
  if (from === undefined) return [];
  const until = new Date(Date.parse(from) + daysMs - 1).toISOString();
  const near = bookings.filter(({ startAt }) => from <= startAt && startAt <= until);
  const options = [...new Set(near.map(({ optionId }) => optionId))].slice(0, optionsMax);
  const last =
    near
      .map(({ startAt }) => startAt)
      .toSorted()
      .at(-1) ?? from;
  try {
    return await slipway.availability.list(
      { optionId: options.join(","), from, to: last },
      { signal },
    );
  } catch (error) {
    // Such as of an option that has been deleted. The bookings are shown all the same, and can be decided on.
    if (isProblem(error) && !isProblem(error, "UNAUTHENTICATED")) return [];
    throw error;
  }
}
