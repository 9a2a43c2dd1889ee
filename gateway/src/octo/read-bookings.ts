/** Bookings of the channel, with their products, as they are told. */
import assert from "node:assert";
import { call, refuse } from "@slipway/broker";
import { type InputOf, channelBookings } from "@slipway/contracts";
import { availabilityIdOf } from "./availability-id.ts";
import { type ChannelBooking, toldBooking } from "./booking.ts";
import { refuseOcto } from "./errors.ts";
import type { OctoRequest } from "./octo-route.ts";
import type { Product } from "./product.ts";
import { productReads, readCached, readProducts } from "./read-products.ts";

/** The bookings in the standard's words, with their products as they are now. */
export async function tellBookings(
  request: OctoRequest,
  bookings: readonly ChannelBooking[],
): Promise<ReturnType<typeof toldBooking>[]> {
  const prices = request.capabilities.has("pricing");
  const products = await productsOf(request, bookings, prices);
  const now = Date.now();
  return bookings.map((booking) => {
    const product = products.get(booking.productId);
    assert(product, "products are archived and never deleted");
    return toldBooking(booking, { product, now, prices });
  });
}

export async function tellBooking(
  request: OctoRequest,
  booking: ChannelBooking,
): Promise<{ body: ReturnType<typeof toldBooking> }> {
  const prices = request.capabilities.has("pricing");
  const { product } = await readCached(request, booking.productId, prices);
  // The option of a booking of this moment may be newer than the product in the cache.
  const isWhole = product?.options.some(({ id }) => id === booking.optionId);
  if (product && isWhole)
    return { body: toldBooking(booking, { product, now: Date.now(), prices }) };
  const [body] = await tellBookings(request, [booking]);
  assert(body);
  return { body };
}

/** The booking that has just been changed. What fails here has not undone the change: no one may be told that nothing was done. */
export async function tellChanged(
  request: OctoRequest,
  booking: ChannelBooking,
): Promise<{ body: ReturnType<typeof toldBooking> }> {
  try {
    return await tellBooking(request, booking);
  } catch {
    throw refuse("OUTCOME_UNKNOWN");
  }
}

const productsMax = 200;

async function productsOf(
  request: OctoRequest,
  bookings: readonly ChannelBooking[],
  prices: boolean,
): Promise<Map<string, Product>> {
  const ids = [...new Set(bookings.map(({ productId }) => productId))];
  const found = new Map<string, Product>();
  for (let from = 0; from < ids.length; from += productsMax) {
    const productIds = ids.slice(from, from + productsMax);
    const { products } = await readProducts(request, { productIds, prices });
    for (const product of products) found.set(product.id, product);
  }
  return found;
}

/** An answer has no more: it has no pages. */
const bookingsMax = 1_000;

/** Days of departures, local to each product; both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

type Filter = Omit<InputOf<typeof channelBookings.listChannelBookings>, "from" | "to" | "page">;

/** The bookings that match, newest first. Refuses more than an answer may have. */
export async function findBookings(
  request: OctoRequest,
  filter: Filter,
  days: Days | undefined,
): Promise<ChannelBooking[]> {
  const found: ChannelBooking[] = [];
  for (let page: string | undefined; ; ) {
    const asked = { ...filter, ...(days && rangeOf(days)), page };
    const { items, next } = await call(request, channelBookings.listChannelBookings, asked);
    found.push(...(days ? await onDays(request, items, days) : items));
    if (found.length > bookingsMax)
      throw refuseOcto(
        "BAD_REQUEST",
        `More than ${bookingsMax} bookings match: narrow the filters, such as the dates`,
      );
    if (next === null) return found;
    page = next;
  }
}

const hourMs = 3_600_000;

/** All instants of the days in any zone: 14 hours ahead of UTC to 12 behind. */
function rangeOf({ from, to }: Days): { from: string; to: string } {
  return {
    from: new Date(Date.parse(from) - 14 * hourMs).toISOString(),
    to: new Date(Date.parse(to) + 36 * hourMs).toISOString(),
  };
}

async function onDays(
  request: OctoRequest,
  bookings: readonly ChannelBooking[],
  { from, to }: Days,
): Promise<ChannelBooking[]> {
  const products = await productsOf(request, bookings, false);
  return bookings.filter(({ productId, startAt }) => {
    const zone = products.get(productId)?.timezone;
    assert(zone, "products are archived and never deleted");
    const day = availabilityIdOf(startAt, zone).slice(0, "YYYY-MM-DD".length);
    return day >= from && day <= to;
  });
}

export const findingReads = [channelBookings.listChannelBookings, ...productReads];
