/** The opened departure: who comes, what is free, and what one does with it. */
import { useEffect, useRef } from "preact/hooks";
import type { Booking } from "@slipway/client";
import type { Catalog } from "../../catalog.ts";
import { stateColumns } from "../../parts/booking-columns.tsx";
import { sourceOf } from "../../parts/booking-words.tsx";
import { customerOf, emailsOf, partyOf } from "../../parts/booking-facts.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { DataList } from "../../parts/data-list.tsx";
import { ZonedTime } from "../../parts/zoned-time.tsx";
import { hrefOf } from "../../router.ts";
import { may } from "../../session.ts";
import { fill } from "../../texts/fill.ts";
import { counted, texts } from "../../texts/texts.ts";
import { BlockDeparture } from "./block-departure.tsx";
import { type Departure, nameOf } from "./day-sheet.ts";
import { headsWords } from "./heads-words.ts";

interface Given {
  readonly departure: Departure;
  readonly catalog: Catalog;
  readonly reload: () => void;
}

export function DepartureDetail({ departure, catalog, reload }: Given) {
  const { startAt, timezone, optionId, entry, bookings, sold } = departure;
  const words = texts.day;
  const heading = useRef<HTMLHeadingElement>(null);
  // Moves to the departure that was opened: on a telephone it stands below a long list.
  useEffect(() => heading.current?.focus(), []);
  const emails = emailsOf(bookings);
  return (
    <section aria-label={nameOf(departure)}>
      <h2 ref={heading} tabIndex={-1}>
        <ZonedTime at={startAt} zone={timezone} /> {nameOf(departure)}
      </h2>
      <p>{headsWords(departure)}</p>
      {entry && <Free entry={entry} catalog={catalog} />}
      <div class="controls">
        {may("bookings:write") && (
          <a
            class="button main"
            href={hrefOf("/new", {
              supplier: sold?.product.supplierId,
              option: optionId,
              start: startAt,
            })}
          >
            {words.addParty}
          </a>
        )}
        {emails.length > 0 && (
          <CopyButton
            text={emails.join(", ")}
            label={words.copyEmails}
            copied={counted(emails.length, words.emailsCopied)}
          />
        )}
        <BlockDeparture departure={departure} reload={reload} />
      </div>
      <Parties bookings={bookings} />
    </section>
  );
}

function Free({
  entry,
  catalog,
}: { entry: NonNullable<Departure["entry"]> } & Pick<Given, "catalog">) {
  const words = texts.day;
  const { vacancies, resources = [] } = entry;
  return (
    <p class="minor">
      {vacancies !== null && counted(vacancies, words.free)}
      {resources.map(({ resourceId, vacancies: places }) => (
        <span key={resourceId}>
          {" · "}
          {fill(words.freeOf, {
            name: catalog.resources.get(resourceId)?.name ?? resourceId,
            places,
          })}
        </span>
      ))}
    </p>
  );
}

function Parties({ bookings }: { bookings: readonly Booking[] }) {
  const { day: words } = texts;
  return (
    <DataList
      caption={words.parties}
      rows={bookings}
      keyOf={({ id }) => id}
      empty={words.noParty}
      columns={[
        {
          title: words.name,
          cell: (booking) => (
            <a href={hrefOf(`/bookings/${booking.id}`)}>
              {customerOf(booking).name || booking.reference}
            </a>
          ),
        },
        { title: words.party, cell: partyOf },
        { title: words.phone, cell: (booking) => <Phone number={customerOf(booking).phone} /> },
        { title: words.notes, cell: ({ notes }) => notes },
        { title: words.source, cell: sourceOf },
        ...stateColumns(true),
      ]}
    />
  );
}

function Phone({ number }: { number: string }) {
  return number === "" ? null : <a href={`tel:${number.replaceAll(/[^+\d]/g, "")}`}>{number}</a>;
}
