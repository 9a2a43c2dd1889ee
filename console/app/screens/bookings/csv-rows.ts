/** Bookings as a table for spreadsheets: one row for each. Pure. */
import type { Booking } from "@slipway/client";
import { type Catalog, soldWords, zoneOf } from "../../../page/catalog.ts";
import { customerOf, partyOf, paxOf } from "../../../page/parts/booking-facts.ts";
import type { Texts } from "../../../page/texts/en.ts";
import { dayIn, timeIn } from "../../../page/zone.ts";

export function csvRowsOf(
  bookings: readonly Booking[],
  catalog: Catalog | undefined,
  { day: words, status: states, booking: names }: Texts,
): readonly (readonly string[])[] {
  const titles = [
    words.reference,
    words.name,
    words.email,
    words.phone,
    words.title,
    words.time,
    words.zone,
    words.departure,
    words.heading,
    words.party,
    words.source,
    names.resellerReference,
    words.status,
    words.total,
    words.currency,
    words.notes,
  ];
  const rows = bookings.map((booking) => {
    const { startAt, optionId, pricingSnapshot: price } = booking;
    const { name, email, phone } = customerOf(booking);
    const zone = zoneOf(catalog, optionId);
    const sold = catalog?.options.get(optionId);
    return [
      booking.reference,
      name,
      email,
      phone,
      dayIn(startAt, zone),
      timeIn(startAt, zone),
      zone,
      sold ? soldWords(sold) : optionId,
      String(paxOf(booking)),
      partyOf(booking),
      booking.source,
      booking.resellerReference ?? "",
      states[booking.status],
      price ? (price.retail / 10 ** price.currencyPrecision).toFixed(price.currencyPrecision) : "",
      price?.currency ?? "",
      booking.notes ?? "",
    ];
  });
  return [titles, ...rows];
}
