/** The bookings that a filter finds, answered piece by piece: no whole answer is held in memory. */
import assert from "node:assert";
import { call } from "@slipway/broker";
import { type InputOf, channelBookings } from "@slipway/contracts";
import { loadedPieceBytes } from "../constants.ts";
import type { LoadPage, Page } from "../route/pages.ts";
import type { Days } from "./asked-days.ts";
import { availabilityIdOf } from "./availability-id.ts";
import type { ChannelBooking } from "./booking.ts";
import { refuseOcto } from "./errors.ts";
import type { OctoRequest } from "./octo-route.ts";
import { productReads } from "./read-products.ts";
import { type ShownBooking, productsOf, prepareShown } from "./read-bookings.ts";

/** An answer has no more: it has no pages. */
const bookingsMax = 1_000;

/**
 * The bookings that match, newest first, as answers show them. Refuses more than an answer may have: before the first piece
 * it counts them and keeps none.
 */
export function findBookings(
  newRequest: () => OctoRequest,
  filter: Omit<InputOf<typeof channelBookings.listChannelBookings>, "from" | "to" | "page">,
  days: Days | undefined,
): LoadPage<ShownBooking> {
  const loadPage: LoadPage<ChannelBooking> = async (at) => {
    const request = newRequest();
    const asked = { ...filter, ...(days && rangeOf(days)), ...at };
    const { items, next } = await call(request, channelBookings.listChannelBookings, asked);
    return { items: days ? await onDays(request, items, days) : items, next };
  };
  const load: LoadPage<ChannelBooking> = async (at) => {
    const found = await loadPage(at);
    if (at.page === undefined) await requireFew(loadPage, found);
    return found;
  };
  return inBoundedPieces(load, (bookings) => prepareShown(newRequest(), bookings));
}

export async function requireFew(load: LoadPage<unknown>, first: Page<unknown>): Promise<void> {
  let count = first.items.length;
  for (let page = first.next; page !== null && count <= bookingsMax; ) {
    const { items, next } = await load({ page });
    count += items.length;
    page = next;
  }
  if (count > bookingsMax)
    throw refuseOcto(
      "BAD_REQUEST",
      `More than ${bookingsMax} bookings match: narrow the filters, such as the dates`,
    );
}

/** Answers a page of the bus in pieces: with its whole product a booking is many times as large in the answer. */
export function inBoundedPieces<From, To>(
  load: LoadPage<From>,
  showFor: (items: readonly From[]) => Promise<(item: From) => To>,
  bytesMax = loadedPieceBytes,
): LoadPage<To> {
  let page: Page<From> = { items: [], next: null };
  let show: ((item: From) => To) | undefined;
  let done = 0;
  return async (at) => {
    if (!show || done === page.items.length) {
      page = await load(at);
      show = await showFor(page.items);
      done = 0;
    }
    const items: To[] = [];
    let bytes = 0;
    for (const item of page.items.slice(done)) {
      const shown = show(item);
      items.push(shown);
      bytes += Buffer.byteLength(JSON.stringify(shown));
      if (bytes >= bytesMax) break;
    }
    done += items.length;
    // The rest of this page comes next, whatever its names.
    return { items, next: done < page.items.length ? "rest" : page.next };
  };
}

const hourMs = 3_600_000;
const firstInstant = Date.parse("0000-01-01");
const lastInstant = Date.parse("9999-12-31T23:59:59.999Z");

/** All instants of the days in any zone, 14 hours ahead of UTC to 12 behind, that a date-time can say. */
function rangeOf({ from, to }: Days): { from: string; to: string } {
  return {
    from: new Date(Math.max(firstInstant, Date.parse(from) - 14 * hourMs)).toISOString(),
    to: new Date(Math.min(lastInstant, Date.parse(to) + 36 * hourMs)).toISOString(),
  };
}

async function onDays(
  request: OctoRequest,
  bookings: readonly ChannelBooking[],
  { from, to }: Days,
): Promise<ChannelBooking[]> {
  const products = await productsOf(request, bookings, false);
  return bookings.filter(({ productId, startAt }) => {
    const zone = products.get(productId)?.product.timezone;
    assert(zone, "products are archived and never deleted");
    const day = availabilityIdOf(startAt, zone).slice(0, "YYYY-MM-DD".length);
    return day >= from && day <= to;
  });
}

export const findingReads = [channelBookings.listChannelBookings, ...productReads];
