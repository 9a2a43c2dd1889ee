/** Reads one booking, with the names of what it is of. */
import type { Booking, Operations } from "@slipway/client";
import { answerTime } from "../../answer-time.ts";
import type { Catalog } from "../../catalog.ts";
import { catalogOf } from "../../read-catalog.ts";
import { may } from "../../session.ts";

export interface OpenedBooking {
  readonly booking: Booking;
  /** Undefined for users who may not read it. */
  readonly catalog: Catalog | undefined;
  /** How far the server's clock is ahead of this one, in milliseconds. */
  readonly aheadMs: number;
  /** Changes since then may not be in it. */
  readonly since: string;
}

export async function loadBooking(slipway: Operations, id: string): Promise<OpenedBooking> {
  const { data: booking, response } = await slipway.bookings.get(id).withResponse();
  // Before the catalog is awaited: it is the time of this answer.
  const time = answerTime(response);
  const catalog = may("catalog:read") ? await catalogWith(slipway, booking) : undefined;
  return { booking, catalog, ...time };
}

/** A catalog leaves out what is archived; a booking of that departs by the clock of its product all the same. */
async function catalogWith(slipway: Operations, booking: Booking): Promise<Catalog> {
  const catalog = await catalogOf(booking.supplierId);
  if (catalog.options.has(booking.optionId)) return catalog;
  const product = await slipway.products.get(booking.productId);
  const archived = product.options.map((option) => [option.id, { option, product }] as const);
  return { ...catalog, options: new Map([...catalog.options, ...archived]) };
}

/** A part of the page that changes the booking says so here when it is done. */
export interface Part extends Pick<OpenedBooking, "booking" | "catalog" | "aheadMs"> {
  /** Shows the booking as it has become, and the sentence. */
  readonly done: (sentence: string, changed: Booking) => void;
}
