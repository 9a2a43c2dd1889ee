/** Reads the departures of the days that the calendar shows, and what the resources of a week have taken. */
import type { ResourceUsage, Operations, Supplier } from "@slipway/client";
import { answerTime } from "../../answer-time.ts";
import type { Catalog } from "../../catalog.ts";
import { listDepartures } from "../../list-departures.ts";
import { catalogOf } from "../../read-catalog.ts";
import { may } from "../../session.ts";
import { rangeOfDay } from "../../zone.ts";
import { type CalendarDeparture, departuresByDay, soldEntriesOf } from "./month.ts";

type View = "month" | "week";

export interface Shown {
  readonly supplier: Supplier;
  readonly productId: string | undefined;
  readonly view: View;
  readonly days: readonly string[];
}

export interface CalendarData {
  readonly byDay: ReadonlyMap<string, readonly CalendarDeparture[]>;
  readonly catalog: Catalog;
  /** By resource; none where the view does not show it. */
  readonly usage: ReadonlyMap<string, readonly ResourceUsage[]>;
  /** Changes since then may not be in it. */
  readonly since: string;
}

export function keyOf({ supplier, productId, view, days }: Shown): string {
  return [supplier.id, productId, view, days[0]].join(" ");
}

export async function loadCalendar(slipway: Operations, shown: Shown): Promise<CalendarData> {
  const { supplier, productId, view, days } = shown;
  const { id: supplierId, timezone } = supplier;
  const { from } = rangeOfDay(days[0] ?? "", timezone);
  const { to } = rangeOfDay(days.at(-1) ?? "", timezone);
  const asked = { supplierId, productId, from, to };
  const [{ data: blocks, response }, listed, unscheduled, catalog] = await Promise.all([
    slipway.availabilityBlocks.list({ from, to }).withResponse(),
    listDepartures(slipway, asked),
    may("bookings:read") ? slipway.unscheduledBookings.list(asked) : [],
    catalogOf(supplierId),
  ]);
  const { since } = answerTime(response);
  const entries = [...listed, ...soldEntriesOf(unscheduled, catalog)];
  const used = entries.flatMap(({ resources = [] }) => resources.map((each) => each.resourceId));
  const resourceIds = view === "week" ? [...new Set(used)] : [];
  const usage = resourceIds.map(
    async (id) => [id, await slipway.resources.listUsage(id, { from, to })] as const,
  );
  return {
    byDay: departuresByDay({ entries, blocks, catalog, timezone, now: Date.now() }),
    catalog,
    usage: new Map(await Promise.all(usage)),
    since,
  };
}
