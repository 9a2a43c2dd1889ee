/** A booking of the channel, with its product, as answers show it. */
import assert from "node:assert";
import { refuse } from "@slipway/broker";
import { partsOf } from "@slipway/contracts";
import { type ChannelBooking, shownBooking } from "./booking.ts";
import type { OctoRequest } from "./octo-route.ts";
import type { Currency } from "./pricing.ts";
import type { Product } from "./product.ts";
import { readCached, readProducts } from "./read-products.ts";

export type ShownBooking = ReturnType<typeof shownBooking>;

/** Shows these bookings in the standard's words, with their products as they are now. */
export async function prepareShown(
  request: OctoRequest,
  bookings: readonly ChannelBooking[],
): Promise<(booking: ChannelBooking) => ShownBooking> {
  const products = await productsOf(request, bookings, request.capabilities.has("pricing"));
  const now = Date.now();
  return (booking) => {
    const found = products.get(booking.productId);
    assert(found, "products are archived and never deleted");
    return shownTo(request, booking, { ...found, now });
  };
}

/** The booking with the parts that the request has switched on. */
function shownTo(
  { capabilities }: OctoRequest,
  booking: ChannelBooking,
  { currency, ...rest }: ProductNow & { readonly now: number },
): ShownBooking {
  const redemption = capabilities.has("redemption");
  const priced = capabilities.has("pricing") ? currency : null;
  return shownBooking(booking, { ...rest, currency: priced, redemption });
}

export async function answerBooking(
  request: OctoRequest,
  booking: ChannelBooking,
): Promise<{ body: ShownBooking }> {
  const prices = request.capabilities.has("pricing");
  const { product, currency } = await readCached(request, booking.productId, prices);
  // The option of a booking of this moment may be newer than the product in the cache.
  const isWhole = product?.options.some(({ id }) => id === booking.optionId);
  if (product && isWhole)
    return { body: shownTo(request, booking, { product, currency, now: Date.now() }) };
  const show = await prepareShown(request, [booking]);
  return { body: show(booking) };
}

/** The booking that has just been changed. A failure here has not undone the change, and no answer may say so. */
export async function answerChanged(
  request: OctoRequest,
  booking: ChannelBooking,
): Promise<{ body: ShownBooking }> {
  try {
    return await answerBooking(request, booking);
  } catch {
    throw refuse("OUTCOME_UNKNOWN");
  }
}

const productsMax = 200;

interface ProductNow {
  readonly product: Product;
  readonly currency: Currency;
}

/** The products of the bookings as they are now, by id. */
export async function productsOf(
  request: OctoRequest,
  bookings: readonly ChannelBooking[],
  prices: boolean,
): Promise<Map<string, ProductNow>> {
  const ids = [...new Set(bookings.map(({ productId }) => productId))];
  const found = new Map<string, ProductNow>();
  for (const productIds of partsOf(ids, productsMax)) {
    const { products, currency } = await readProducts(request, { productIds, prices });
    for (const product of products) found.set(product.id, { product, currency });
  }
  return found;
}
