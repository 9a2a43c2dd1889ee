/** The day on paper: a page per departure, heads first, a line for each party, and no money unless it is chosen. */
import { StatusMark, moneyWords } from "../../parts/booking-words.tsx";
import { customerOf, partyOf, paxOf } from "../../parts/booking-facts.ts";
import { timeWords } from "../../parts/zoned-time.tsx";
import { counted, texts } from "../../texts/texts.ts";
import { type Departure, bookedOn, headsOf, nameOf } from "./day-sheet.ts";

interface Given {
  readonly departures: readonly Departure[];
  readonly withPrices: boolean;
}

/** Only on paper; a reader of the screen has the list. */
export function Manifest({ departures, withPrices }: Given) {
  return (
    <div class="print-only" aria-hidden="true">
      {departures.map((departure) => (
        <Sheet key={departure.key} departure={departure} withPrices={withPrices} />
      ))}
    </div>
  );
}

function Sheet({ departure, withPrices }: { departure: Departure; withPrices: boolean }) {
  const { startAt, timezone, bookings } = departure;
  const words = texts.day;
  return (
    <section class="sheet">
      <h2>
        {timeWords(startAt, timezone, true)} ({timezone}): {nameOf(departure)}
      </h2>
      <p>
        <strong>{counted(bookedOn(departure), words.heads)}</strong>
        {headsOf(bookings).map(([name, count]) => ` · ${count} ${name}`)}
      </p>
      <table class="data-list">
        <thead>
          <tr>
            <th>{words.name}</th>
            <th>{words.heading}</th>
            <th>{words.party}</th>
            <th>{words.phone}</th>
            <th>{words.notes}</th>
            <th>{words.status}</th>
            {withPrices && <th class="number">{words.total}</th>}
            <th>{words.signature}</th>
          </tr>
        </thead>
        <tbody>
          {bookings.map((booking) => (
            <tr key={booking.id}>
              <td>
                {customerOf(booking).name} <small>{booking.reference}</small>
              </td>
              <td>{paxOf(booking)}</td>
              <td>{partyOf(booking)}</td>
              <td>{customerOf(booking).phone}</td>
              <td>{booking.notes}</td>
              <td>
                <StatusMark status={booking.status} />
              </td>
              {withPrices && <td class="number">{totalOf(booking)}</td>}
              <td class="signature" aria-label={words.signature} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function totalOf({ pricingSnapshot }: Departure["bookings"][number]): string {
  return pricingSnapshot ? moneyWords(pricingSnapshot.retail, pricingSnapshot) : "";
}
