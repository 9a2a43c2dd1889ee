/** The departures of a day in order: how full each is, and what is special about it. */
import { DataList } from "../../parts/data-list.tsx";
import { ZonedTime } from "../../parts/zoned-time.tsx";
import { hrefOf, path, query } from "../../router.ts";
import { fill } from "../../texts/fill.ts";
import { counted, texts } from "../../texts/texts.ts";
import { type Departure, bookedOn, nameOf } from "./day-sheet.ts";

interface Given {
  readonly departures: readonly Departure[];
  readonly knownZone: string;
  readonly opened: string | undefined;
  readonly isPrinted: (key: string) => boolean;
  readonly togglePrinted: (key: string) => void;
}

export function DepartureList(given: Given) {
  const { departures, knownZone, opened, isPrinted, togglePrinted } = given;
  const words = texts.day;
  return (
    <DataList
      caption={words.departures}
      rows={departures}
      keyOf={({ key }) => key}
      isCurrent={({ key }) => key === opened}
      columns={[
        {
          title: words.departure,
          cell: (departure) => (
            <a href={hrefOfDeparture(departure)} aria-current={departure.key === opened}>
              <ZonedTime at={departure.startAt} zone={departure.timezone} knownZone={knownZone} />{" "}
              {nameOf(departure)}
            </a>
          ),
        },
        { title: words.places, cell: (departure) => <Places departure={departure} /> },
        {
          title: words.toPrint,
          cell: ({ key, bookings, ...departure }) =>
            bookings.length > 0 && (
              <input
                type="checkbox"
                checked={isPrinted(key)}
                aria-label={fill(words.printThis, { name: nameOf(departure) })}
                onChange={() => togglePrinted(key)}
              />
            ),
        },
      ]}
    />
  );
}

/** With what else the address says. */
function hrefOfDeparture({ key }: Departure): string {
  return hrefOf(path.value, { ...Object.fromEntries(query.value), departure: key });
}

/** "14/24" with a bar, and words for what a bar cannot say. */
function Places({ departure }: { departure: Departure }) {
  const words = texts.day;
  const { pax, entry, blocks } = departure;
  const booked = bookedOn(departure);
  const capacity = entry?.capacity ?? null;
  return (
    <div class="places">
      <span class="number">
        {capacity === null ? booked : `${booked}/${capacity}`}
        <span class="unseen">
          {" "}
          {capacity === null
            ? fill(words.bookedNoLimit, { booked })
            : fill(words.booked, { booked, capacity })}
        </span>
      </span>
      {capacity !== null && capacity > 0 && <Bar pax={pax} capacity={capacity} />}
      {blocks.length > 0 && <Mark sign="🔒" text={words.blocked} />}
      {!entry && <Mark sign="!" text={words.alone} />}
      {pax.pending > 0 && <Mark sign="⚑" text={counted(pax.pending, words.pending)} />}
      {pax.held > 0 && <Mark sign="◔" text={counted(pax.held, words.held)} />}
    </div>
  );
}

function Mark({ sign, text }: { sign: string; text: string }) {
  return (
    <span class="mark">
      <span aria-hidden="true">{sign}</span> {text}
    </span>
  );
}

/** A picture of the numbers beside it: holds and what waits are hatched. */
function Bar({ pax, capacity }: { pax: Departure["pax"]; capacity: number }) {
  const all = Math.max(capacity, pax.confirmed + pax.held + pax.pending);
  const share = (count: number) => ({ width: `${(100 * count) / all}%` });
  return (
    <span class="bar" aria-hidden="true">
      <span class="sold" style={share(pax.confirmed)} />
      <span class="waiting" style={share(pax.held + pax.pending)} />
    </span>
  );
}
