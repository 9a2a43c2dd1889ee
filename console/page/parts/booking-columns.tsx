/** Columns that several lists of bookings share. */
import type { Booking } from "@slipway/client";
import { texts } from "../texts/texts.ts";
import { customerOf, partyOf } from "./booking-facts.ts";
import { StatusMark, moneyWords } from "./booking-words.tsx";
import type { Column } from "./data-list.tsx";
import { ZonedTime } from "./zoned-time.tsx";

/** Who, when, how many, and how to reach them. @param zone by whose clock the departures are shown */
export function bookingColumns(zone: string): Column<Booking>[] {
  const { sale, day } = texts;
  return [
    { title: sale.customer, cell: (each) => customerOf(each).name || each.reference },
    {
      title: day.departure,
      cell: ({ startAt }) => <ZonedTime at={startAt} zone={zone} withDay />,
    },
    { title: day.party, cell: partyOf },
    { title: day.email, cell: (each) => customerOf(each).email },
  ];
}

/** Its state and, where that is wanted, what it costs. */
export function stateColumns(withPrices = false): Column<Booking>[] {
  const { status: title, total } = texts.day;
  const price: Column<Booking> = {
    title: total,
    isNumber: true,
    cell: ({ pricingSnapshot }) =>
      pricingSnapshot && moneyWords(pricingSnapshot.retail, pricingSnapshot),
  };
  return [
    { title, cell: ({ status }) => <StatusMark status={status} /> },
    ...(withPrices ? [price] : []),
  ];
}
