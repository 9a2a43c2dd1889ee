/** Reads what can be closed, what is closed, and who is affected by a closure. */
import type { AvailabilityBlock, Booking, Operations, Supplier } from "@slipway/client";
import type { Catalog } from "../../../page/catalog.ts";
import { listDepartures } from "../../../page/list-departures.ts";
import { liveStatuses } from "../../../page/parts/booking-facts.ts";
import { catalogOf } from "../../../page/read-catalog.ts";
import { may } from "../../../page/session.ts";
import type { Block } from "./closure.ts";

export interface Closable {
  readonly catalog: Catalog;
  /** Products by the resource that an option of them uses. */
  readonly productsOf: ReadonlyMap<string, readonly string[]>;
  readonly blocks: readonly AvailabilityBlock[];
}

/** No block of today's is that far away. */
const yearsMs = 10 * 366 * 86_400_000;

export async function loadClosable(slipway: Operations, supplierId: string): Promise<Closable> {
  const [from = "", to = ""] = [0, yearsMs].map((ms) => new Date(Date.now() + ms).toISOString());
  const [catalog, blocks] = await Promise.all([
    catalogOf(supplierId),
    slipway.availabilityBlocks.list({ from, to }),
  ]);
  const resources = await Promise.all(
    [...catalog.resources.keys()].map((id) => slipway.resources.get(id)),
  );
  const productsOf = new Map(
    resources.map(({ id, requirements }) => [
      id,
      [
        ...new Set(
          requirements.flatMap(({ optionId }) => catalog.options.get(optionId)?.product.id ?? []),
        ),
      ],
    ]),
  );
  return { catalog, productsOf, blocks };
}

export interface Affected {
  readonly departureCount: number;
  /** In the order in which they start. */
  readonly bookings: readonly Booking[];
}

export async function loadAffected(
  slipway: Operations,
  { id: supplierId }: Supplier,
  blocks: readonly Block[],
): Promise<Affected> {
  let departureCount = 0;
  const bookings: Booking[] = [];
  for (const { productId, startAt: from, endAt } of blocks) {
    // Both ends of a range are asked for, but what starts when the closure ends is on sale.
    const range = { from, to: new Date(Date.parse(endAt) - 1).toISOString() };
    const live = { productId, ...range, status: liveStatuses, sort: "startAt" } as const;
    const [departures, booked] = await Promise.all([
      listDepartures(slipway, { supplierId, productId, ...range }),
      may("bookings:read") ? slipway.bookings.list(live) : [],
    ]);
    departureCount += departures.length;
    bookings.push(...booked);
  }
  return {
    departureCount,
    bookings: bookings.toSorted((a, b) => a.startAt.localeCompare(b.startAt)),
  };
}
