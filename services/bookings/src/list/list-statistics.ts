import { type Request, refuse } from "@slipway/broker";
import { type InputOf, type OutputOf, bookings } from "@slipway/contracts";
import { foundBytes, scannedBytes } from "../constants.ts";
import { filterOf } from "../record/list-filter.ts";
import type { Start } from "./booking-index.ts";
import type { ListDeps } from "./deps.ts";
import { findStarts } from "./find-listed.ts";
import { type Day, type SumKey, daysIn, daysOf, sumStarts } from "./sum-starts.ts";

const { statDaysMax, statRowsMax } = bookings;
const holdingPlaces = "ON_HOLD,PENDING,CONFIRMED";
const keyOf = { day: "date", product: "productId", source: "source" } as const;

/**
 * Bookings, guests and retail of the caller's tenant, by the local day of the start, product and source as asked, and
 * always by currency. Refuses RANGE_TOO_LARGE.
 */
export async function listStats(
  deps: ListDeps,
  request: Request,
  { by, ...input }: InputOf<typeof bookings.listStats>,
): Promise<OutputOf<typeof bookings.listStats>> {
  const { days, starts, scanned } = await findStartsOfDays(deps, request, input, statDaysMax);
  const asked = by.split(",") as (keyof typeof keyOf)[];
  const keys: SumKey[] = [...asked.map((each) => keyOf[each]), "currency"];
  const items = sumStarts(starts, days, keys);
  if (items.length > statRowsMax)
    throw refuse("RANGE_TOO_LARGE", {
      detail: `The answer has ${items.length} rows of at most ${statRowsMax}: ask for fewer days, or for fewer of day, product and source`,
    });
  const bytesRead = scanned * scannedBytes + starts.length * foundBytes;
  return { items, bytesRead, next: null };
}

type Asked = Omit<InputOf<typeof bookings.listStats>, "by">;

/** The starts of bookings on these local days; without `status` of those that hold places. Refuses RANGE_TOO_LARGE. */
export async function findStartsOfDays(
  deps: ListDeps,
  request: Request,
  { supplierId, productId, status = holdingPlaces, ...range }: Asked,
  maxDays: number,
): Promise<{ days: Day[]; starts: Start[]; scanned: number }> {
  if (daysIn(range) > maxDays)
    throw refuse("RANGE_TOO_LARGE", {
      detail: `The range is longer than ${maxDays} days`,
      maxDays,
    });
  const days = daysOf(range);
  const filter = {
    ...filterOf({ supplierId, productId, status }),
    from: new Date(days[0]?.startAt ?? 0),
    to: new Date((days.at(-1)?.endAt ?? 0) - 1),
  };
  return { days, ...(await findStarts(deps, request, { filter, now: deps.clock() })) };
}
