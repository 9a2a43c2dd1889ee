/** Screen 3, first half: bookings by reference, name or e-mail, and by the day of travel. */
import { useEffect } from "preact/hooks";
import { isNamed } from "../../booking-names.ts";
import { customerOf, nameOfBooking, partyOf } from "../../parts/booking-facts.ts";
import { sourceOf } from "../../parts/booking-words.tsx";
import { stateColumns } from "../../parts/booking-columns.tsx";
import { DataList } from "../../parts/data-list.tsx";
import { DepartureWords } from "../../parts/departure-words.tsx";
import { Field } from "../../parts/field.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { go, hrefOf, query } from "../../router.ts";
import type { Screen } from "../../screen.ts";
import { searchText } from "../../search-text.ts";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { isDay } from "../../zone.ts";
import { type Found, loadFound } from "./load-found.ts";

export const findScreen: Screen = {
  paths: ["/bookings"],
  scopes: ["bookings:read"],
  title: ({ find }) => find.title,
  View: FindScreen,
};

function FindScreen() {
  const words = texts.find;
  const text = searchText.value;
  const given = query.value.get("date") ?? "";
  const date = isDay(given) ? given : "";
  const found = useLoad(JSON.stringify({ text, date }), (slipway) =>
    loadFound(slipway, { text, date }),
  );
  useOpened(found.data, text);
  const open = (day: string): void => go(hrefOf("/bookings", { date: day }), { replace: true });
  return (
    <>
      <p>{text === "" ? words.hint : fill(words.searchedFor, { text })}</p>
      <div class="controls">
        <Field
          label={words.date}
          type="date"
          value={date}
          onInput={(day) => (isDay(day) || day === "") && open(day)}
        />
        {text !== "" && (
          <button type="button" onClick={() => (searchText.value = "")}>
            {words.all}
          </button>
        )}
      </div>
      <IfLoaded loaded={found}>{(shown) => <List found={shown} />}</IfLoaded>
    </>
  );
}

/** A reference names one booking: it is opened, and "back" leads to where the search began. */
function useOpened(found: Found | undefined, text: string): void {
  const named = found?.bookings.find((booking) => isNamed(booking, text));
  useEffect(() => {
    if (!named) return;
    searchText.value = "";
    go(hrefOf(`/bookings/${named.id}`), { replace: true });
  }, [named]);
}

function List({ found: { bookings, more, catalogs } }: { found: Found }) {
  const { find: words, day } = texts;
  return (
    <>
      <DataList
        caption={words.title}
        empty={words.nothing}
        rows={bookings}
        keyOf={({ id }) => id}
        columns={[
          {
            title: day.name,
            cell: (booking) => (
              <a href={hrefOf(`/bookings/${booking.id}`)}>{nameOfBooking(booking)}</a>
            ),
          },
          {
            title: day.departure,
            cell: (booking) => (
              <DepartureWords booking={booking} catalog={catalogs.get(booking.supplierId)} />
            ),
          },
          { title: day.party, cell: partyOf },
          { title: day.email, cell: (booking) => customerOf(booking).email },
          { title: day.source, cell: sourceOf },
          ...stateColumns(),
        ]}
      />
      {more > 0 && <p>{fill(words.more, { count: more })}</p>}
    </>
  );
}
