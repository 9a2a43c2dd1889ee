/** The rows of the day as a table for spreadsheets: one for each booking. Pure. */
import { customerOf, partyOf, paxOf } from "../../parts/booking-facts.ts";
import type { Texts } from "../../texts/en.ts";
import { dayIn, timeIn } from "../../zone.ts";
import { type Departure, nameOf } from "./day-sheet.ts";

export function csvRowsOf(
  departures: readonly Departure[],
  { day: words, status: states }: Texts,
  withPrices: boolean,
): readonly (readonly string[])[] {
  const titles = [
    words.title,
    words.time,
    words.zone,
    words.departure,
    words.reference,
    words.name,
    words.heading,
    words.party,
    words.email,
    words.phone,
    words.notes,
    words.status,
    ...(withPrices ? [words.total, words.currency] : []),
  ];
  const rows = departures.flatMap((departure) =>
    departure.bookings.map((booking) => {
      const { name, email, phone } = customerOf(booking);
      const { pricingSnapshot: price } = booking;
      return [
        dayIn(departure.startAt, departure.timezone),
        timeIn(departure.startAt, departure.timezone),
        departure.timezone,
        nameOf(departure),
        booking.reference,
        name,
        String(paxOf(booking)),
        partyOf(booking),
        email,
        phone,
        booking.notes ?? "",
        states[booking.status],
        ...(withPrices
          ? [price ? amountOf(price.retail, price.currencyPrecision) : "", price?.currency ?? ""]
          : []),
      ];
    }),
  );
  return [titles, ...rows];
}

/** With a point, as every spreadsheet reads it from such a file. */
function amountOf(minor: number, precision: number): string {
  return (minor / 10 ** precision).toFixed(precision);
}
