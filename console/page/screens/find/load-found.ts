/** Reads the bookings that a search finds, with the names of what they are of: two or three requests. */
import type { Booking, Operations } from "@slipway/client";
import type { Catalog } from "../../catalog.ts";
import { viewerZone } from "../../parts/zoned-time.tsx";
import { catalogOf } from "../../read-catalog.ts";
import { may } from "../../session.ts";
import { dayIn, rangeOfDay } from "../../zone.ts";

export interface Found {
  readonly bookings: readonly Booking[];
  /** How many there are beyond those. */
  readonly more: number;
  /** By supplier. */
  readonly catalogs: ReadonlyMap<string, Catalog>;
}

interface Search {
  readonly text: string;
  /** The day of travel by the supplier's clock; empty: any. */
  readonly date: string;
}

const shownMax = 100;

export async function loadFound(slipway: Operations, { text, date }: Search): Promise<Found> {
  const zones = date === "" ? new Map<string, string>() : await readZones(slipway);
  const asked = {
    search: text === "" ? undefined : text,
    limit: shownMax,
    ...(date === "" ? {} : { ...rangeOf(date, [...zones.values()]), sort: "startAt" as const }),
  };
  const { items, total } = await slipway.bookings.list(asked);
  const isOfDay = ({ supplierId, startAt }: Booking): boolean =>
    date === "" || dayIn(startAt, zones.get(supplierId) ?? viewerZone) === date;
  const bookings = items.filter(isOfDay);
  const suppliers = may("catalog:read") ? new Set(bookings.map((each) => each.supplierId)) : [];
  const catalogs = [...suppliers].map(async (id) => [id, await catalogOf(id)] as const);
  return { bookings, more: total - items.length, catalogs: new Map(await Promise.all(catalogs)) };
}

/** By supplier. */
async function readZones(slipway: Operations): Promise<Map<string, string>> {
  if (!may("suppliers:read")) return new Map();
  const suppliers = await slipway.suppliers.list({});
  return new Map(suppliers.map(({ id, timezone }) => [id, timezone]));
}

/** From the first instant of the day in any of the zones to the last. */
function rangeOf(date: string, zones: readonly string[]): { from: string; to: string } {
  const ranges = [...new Set(zones.length === 0 ? [viewerZone] : zones)].map((zone) =>
    rangeOfDay(date, zone),
  );
  const from = ranges.map((range) => range.from).toSorted()[0] ?? "";
  const to =
    ranges
      .map((range) => range.to)
      .toSorted()
      .at(-1) ?? "";
  return { from, to };
}
