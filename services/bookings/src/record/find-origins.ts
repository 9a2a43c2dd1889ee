/** Whether channels' external ids have bookings: looked up together for all requests that wait. */
import { batchByTenant, localRead, ofTenant, type mongo } from "@slipway/store";
import type { BookingDocument } from "./booking-document.ts";
import { type Origin, channelKeyOf } from "./booking.ts";

interface Asked {
  readonly tenantId: string;
  readonly channelKey: string;
}

const originsMax = 200;
const atOnce = 2;

/**
 * Each sale asks, and nearly no external id of a new booking has one already. One query for many ids costs the
 * database a fraction of one for each. The unique index decides the race with another request.
 */
export function findOrigins(
  bookings: mongo.Collection<BookingDocument>,
): (tenantId: string, origin: Origin) => Promise<boolean> {
  const look = batchByTenant({
    itemsMax: originsMax,
    atOnce,
    read: (tenantId, asked: readonly Asked[]) => taken(bookings, tenantId, asked),
    resultOf: (found, { channelKey }) => found.has(channelKey),
  });
  return (tenantId, origin) => look({ tenantId, channelKey: channelKeyOf(origin) });
}

/** Answers which of the keys have a booking. */
async function taken(
  bookings: mongo.Collection<BookingDocument>,
  tenantId: string,
  asked: readonly Asked[],
): Promise<ReadonlySet<string>> {
  const keys = asked.map(({ channelKey }) => channelKey);
  // An archived booking keeps its id from a second sale: the look-up that follows refuses.
  const filter = ofTenant(tenantId, { channelKey: { $in: keys } });
  const found = await bookings
    .find<{ channelKey?: string }>(filter as mongo.Filter<BookingDocument>, {
      projection: { channelKey: 1 },
      ...localRead,
    })
    .toArray();
  return new Set(found.flatMap(({ channelKey }) => channelKey ?? []));
}
