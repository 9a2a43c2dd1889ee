/** Bookings that wait, with what they keep from others, and what can be done with one or with several. */
import { useState } from "preact/hooks";
import { nameOfBooking, partyOf } from "../../parts/booking-facts.ts";
import { sourceOf } from "../../parts/booking-words.tsx";
import { type Column, DataList } from "../../parts/data-list.tsx";
import { clockText, secondsLeft } from "../../parts/hold-time.ts";
import { NamedButton } from "../../parts/named-button.tsx";
import { DepartureWords } from "../../parts/departure-words.tsx";
import type { Catalog } from "../../catalog.ts";
import { hrefOf } from "../../router.ts";
import { fill } from "../../texts/fill.ts";
import { counted, texts } from "../../texts/texts.ts";
import { type Waiting, keepsOf } from "./waiting.ts";

export interface WaitingAction {
  readonly name: string;
  readonly act: (rows: readonly Waiting[]) => void;
}

interface Given {
  readonly caption: string;
  readonly empty: string;
  readonly rows: readonly Waiting[];
  readonly catalogs: ReadonlyMap<string, Catalog>;
  readonly now: number;
  readonly actions: readonly WaitingAction[];
}

export function WaitingTable({ caption, empty, rows, catalogs, now, actions }: Given) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const words = texts.holds;
  const several = rows.filter(({ booking }) => chosen.has(booking.id));
  const toggle = (id: string): void =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const columns: Column<Waiting>[] = [
    {
      title: texts.sale.customer,
      cell: ({ booking }) => (
        <a href={hrefOf(`/bookings/${booking.id}`)}>{nameOfBooking(booking)}</a>
      ),
    },
    {
      title: texts.day.departure,
      cell: ({ booking, entry }) => (
        <DepartureWords
          booking={booking}
          catalog={catalogs.get(booking.supplierId)}
          zone={entry?.timezone}
        />
      ),
    },
    { title: texts.day.party, cell: ({ booking }) => partyOf(booking) },
    { title: words.keeps, cell: keepsWords },
    { title: words.since, cell: (row) => <Since row={row} now={now} /> },
    { title: texts.day.source, cell: ({ booking }) => sourceOf(booking) },
  ];
  if (actions.length > 0)
    columns.push({
      title: words.decide,
      cell: (row) => (
        <RowActions
          row={row}
          actions={actions}
          isChosen={chosen.has(row.booking.id)}
          toggle={() => toggle(row.booking.id)}
        />
      ),
    });
  return (
    <section>
      <DataList
        caption={caption}
        empty={empty}
        rows={rows}
        columns={columns}
        keyOf={({ booking }) => booking.id}
        isCurrent={({ booking }) => chosen.has(booking.id)}
      />
      {several.length > 1 && (
        <p class="controls">
          {actions.map(({ name, act }) => (
            <button key={name} type="button" onClick={() => act(several)}>
              {fill(words.several, { action: name, count: several.length })}
            </button>
          ))}
        </p>
      )}
    </section>
  );
}

function keepsWords(row: Waiting): string {
  const words = texts.holds;
  const keeps = keepsOf(row);
  const { places } = keeps;
  switch (keeps.kind) {
    case "unlimited":
      return words.keepsNone;
    case "unknown":
      return counted(places, words.keepsPlaces);
    case "last":
      return counted(places, words.keepsLast);
    case "some":
      return counted(places, words.keepsSome, { free: keeps.free });
  }
}

/** How long it waits, or how long it may. */
function Since({ row: { booking }, now }: { row: Waiting; now: number }) {
  const words = texts.holds;
  if (booking.status === "ON_HOLD")
    return <>{fill(words.left, { time: clockText(secondsLeft(booking, now)) })}</>;
  const minutes = Math.max(0, Math.floor((now - Date.parse(booking.createdAt)) / 60_000));
  if (minutes < 60) return <>{counted(minutes, words.minutes)}</>;
  const hours = Math.floor(minutes / 60);
  return (
    <>{hours < 48 ? counted(hours, words.hours) : counted(Math.floor(hours / 24), words.days)}</>
  );
}

interface RowGiven {
  readonly row: Waiting;
  readonly actions: readonly WaitingAction[];
  readonly isChosen: boolean;
  readonly toggle: () => void;
}

function RowActions({ row, actions, isChosen, toggle }: RowGiven) {
  const words = texts.holds;
  const name = nameOfBooking(row.booking);
  return (
    <span class="row-actions">
      <input
        type="checkbox"
        checked={isChosen}
        aria-label={fill(words.choose, { name })}
        onChange={toggle}
      />
      {actions.map((action) => (
        <NamedButton
          key={action.name}
          label={action.name}
          name={name}
          onClick={() => action.act([row])}
        />
      ))}
    </span>
  );
}
