/** The day on paper: a page per departure, heads first, a line for each party, and no money unless it is chosen. */
import { stateColumns } from "../../parts/booking-columns.tsx";
import { customerOf, partyOf, paxOf } from "../../parts/booking-facts.ts";
import { DataList } from "../../parts/data-list.tsx";
import { timeWords } from "../../parts/zoned-time.tsx";
import { texts } from "../../texts/texts.ts";
import { type Departure, nameOf } from "./day-sheet.ts";
import { headsWords } from "./heads-words.ts";

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
      <header>
        <h2>
          {timeWords(startAt, timezone, true)} ({timezone}): {nameOf(departure)}
        </h2>
      </header>
      <DataList
        caption={headsWords(departure)}
        rows={bookings}
        keyOf={({ id }) => id}
        columns={[
          {
            title: words.name,
            cell: (booking) => (
              <>
                {customerOf(booking).name} <small>{booking.reference}</small>
              </>
            ),
          },
          { title: words.heading, cell: paxOf },
          { title: words.party, cell: partyOf },
          { title: words.phone, cell: (booking) => customerOf(booking).phone },
          { title: words.notes, cell: ({ notes }) => notes },
          ...stateColumns(withPrices),
          { title: words.signature, cell: () => <div class="signature" /> },
        ]}
      />
    </section>
  );
}
