/** Reads a day: with the names that are known already, three requests. */
import type { Booking, Operations, Supplier } from "@slipway/client";
import { answerTime } from "../../answer-time.ts";
import type { Catalog } from "../../catalog.ts";
import { liveStatuses } from "../../parts/booking-facts.ts";
import { listDepartures } from "../../list-departures.ts";
import { catalogOf } from "../../read-catalog.ts";
import { rangeOfDay } from "../../zone.ts";
import { type Departure, departuresOf } from "./day-sheet.ts";

export interface DaySheet {
  readonly departures: readonly Departure[];
  readonly catalog: Catalog;
  readonly range: { readonly from: string; readonly to: string };
  /** Changes since then may not be in it. */
  readonly since: string;
}

export async function loadDay(
  slipway: Operations,
  { supplier, date }: { supplier: Supplier; date: string },
): Promise<DaySheet> {
  const { id: supplierId, timezone } = supplier;
  const range = rangeOfDay(date, timezone);
  const asked = { supplierId, ...range, status: liveStatuses, sort: "startAt" } as const;
  const [entries, { data: bookings, response }, blocks, catalog] = await Promise.all([
    listDepartures(slipway, { supplierId, ...range }),
    slipway.bookings.list(asked).withResponse(),
    slipway.availabilityBlocks.list(range),
    catalogOf(supplierId),
  ]);
  return {
    departures: departuresOf({ entries, bookings, blocks, catalog, timezone }),
    catalog,
    range,
    since: answerTime(response).since,
  };
}

/** Whether a changed booking makes the sheet another one. */
export function isNews({ departures, range }: DaySheet, changed: Booking): boolean {
  const shown = departures.flatMap(({ bookings }) => bookings).find(({ id }) => id === changed.id);
  if (shown) return shown.updatedAt !== changed.updatedAt;
  const isLive = liveStatuses.split(",").includes(changed.status);
  return isLive && range.from <= changed.startAt && changed.startAt <= range.to;
}
