/** The day on paper: a page for each departure, guests first, a line for each party, and no money unless it is chosen. */
import { createPortal } from "react-dom";
import type { Booking } from "@slipway/client";
import { customerOf, partyOf, paxOf } from "../../../page/parts/booking-facts.ts";
import { moneyWords } from "../../../page/parts/sale-words.ts";
import { timeWords } from "../../../page/parts/time-words.ts";
import { type Departure, nameOf } from "../../../page/screens/day/day-sheet.ts";
import { headsWords } from "../../../page/screens/day/heads-words.ts";
import { texts } from "../../../page/texts/texts.ts";

interface Given {
  readonly departures: readonly Departure[];
  readonly withPrices: boolean;
}

/** Only on paper, in place of the page; a reader of the screen has the list. */
export function Manifest({ departures, withPrices }: Given) {
  return createPortal(
    <div className="print-only" aria-hidden="true">
      {departures.map((each) => (
        <Sheet key={each.key} departure={each} withPrices={withPrices} />
      ))}
    </div>,
    document.body,
  );
}

interface SheetGiven extends Pick<Given, "withPrices"> {
  readonly departure: Departure;
}

function Sheet({ departure, withPrices }: SheetGiven) {
  const { startAt, timezone, bookings } = departure;
  const { day: words } = texts;
  return (
    <section className="sheet">
      <h2>
        {timeWords(startAt, timezone, true)} ({timezone}): {nameOf(departure)}
      </h2>
      <table>
        <caption>{headsWords(departure)}</caption>
        <thead>
          <tr>
            <th>{words.name}</th>
            <th>{words.heading}</th>
            <th>{words.party}</th>
            <th>{words.phone}</th>
            <th>{words.notes}</th>
            <th>{words.status}</th>
            {withPrices && <th>{words.total}</th>}
            <th>{words.signature}</th>
          </tr>
        </thead>
        <tbody>
          {bookings.map((each) => (
            <Line key={each.id} booking={each} withPrices={withPrices} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Line({ booking, withPrices }: { booking: Booking; withPrices: boolean }) {
  const { reference, notes, status, pricingSnapshot: price } = booking;
  const { name, phone } = customerOf(booking);
  return (
    <tr>
      <td>
        {name} <small>{reference}</small>
      </td>
      <td>{paxOf(booking)}</td>
      <td>{partyOf(booking)}</td>
      <td>{phone}</td>
      <td>{notes}</td>
      <td>{texts.status[status]}</td>
      {withPrices && <td>{price && moneyWords(price.retail, price)}</td>}
      <td className="signature">{"\u00a0"}</td>
    </tr>
  );
}
