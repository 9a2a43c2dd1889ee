/** Screen 1: the departures of a day and who comes. */
import type { AvailabilityEntry, Booking, Product, Supplier } from "@slipway/client";
import { DataList } from "../../parts/data-list.tsx";
import { paxOf } from "../../parts/booking-words.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { ZonedTime, dayWords } from "../../parts/zoned-time.tsx";
import type { Params } from "../../route.ts";
import { go, hrefOf, query } from "../../router.ts";
import type { Screen } from "../../screen.ts";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { dayAfter, dayIn, isDay, rangeOfDay } from "../../zone.ts";

export const dayScreen: Screen = {
  paths: ["/day", "/day/{date}"],
  scope: "bookings:read",
  title: ({ day }) => day.title,
  View: DayScreen,
};

function DayScreen({ params }: { params: Params }) {
  const suppliers = useLoad("suppliers", (slipway) => slipway.suppliers.list());
  const words = texts.value.day;
  if (suppliers.error !== undefined)
    return <ProblemNote error={suppliers.error} again={suppliers.reload} />;
  if (!suppliers.data) return <p class="empty">{texts.value.app.loading}</p>;
  const chosen = query.value.get("supplier");
  const supplier = suppliers.data.find(({ id }) => id === chosen) ?? suppliers.data[0];
  if (!supplier)
    return (
      <>
        <h1>{words.title}</h1>
        <p class="empty">{words.noSupplier}</p>
      </>
    );
  const given = params["date"] ?? "";
  const date = isDay(given) ? given : dayIn(new Date(), supplier.timezone);
  return <Day supplier={supplier} suppliers={suppliers.data} date={date} />;
}

interface DayGiven {
  readonly supplier: Supplier;
  readonly suppliers: readonly Supplier[];
  readonly date: string;
}

interface DaySheet {
  readonly departures: readonly AvailabilityEntry[];
  readonly bookings: readonly Booking[];
  readonly products: readonly Product[];
}

function Day(given: DayGiven) {
  const { supplier, date } = given;
  const range = rangeOfDay(date, supplier.timezone);
  const sheet = useLoad(`${supplier.id} ${date}`, async (slipway, signal): Promise<DaySheet> => {
    const supplierId = supplier.id;
    const [departures, bookings, products] = await Promise.all([
      slipway.availability.list({ supplierId, ...range }, { signal }),
      slipway.bookings.list({ supplierId, ...range, sort: "startAt" }, { signal }),
      slipway.products.list({ supplierId }, { signal }),
    ]);
    return { departures, bookings, products };
  });
  return (
    <>
      <h1>{dayWords(date)}</h1>
      <DayControls {...given} />
      {sheet.error !== undefined && <ProblemNote error={sheet.error} again={sheet.reload} />}
      {sheet.data && <Departures {...sheet.data} supplier={supplier} />}
      {sheet.isLoading && <p class="empty">{texts.value.app.loading}</p>}
    </>
  );
}

function DayControls({ supplier, suppliers, date }: DayGiven) {
  const words = texts.value.day;
  const at = (day: string): string => hrefOf(`/day/${day}`, { supplier: supplier.id });
  return (
    <div class="controls">
      <a href={at(dayAfter(date, -1))}>{words.previous}</a>
      <input
        type="date"
        aria-label={words.date}
        value={date}
        onChange={({ currentTarget }) => isDay(currentTarget.value) && go(at(currentTarget.value))}
      />
      <a href={at(dayAfter(date))}>{words.next}</a>
      <a href={hrefOf("/day", { supplier: supplier.id })}>{words.today}</a>
      <select
        aria-label={words.supplier}
        value={supplier.id}
        onChange={({ currentTarget }) =>
          go(hrefOf(`/day/${date}`, { supplier: currentTarget.value }))
        }
      >
        {suppliers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

function Departures({ departures, bookings, supplier }: DaySheet & { supplier: Supplier }) {
  const words = texts.value.day;
  const byDeparture = Map.groupBy(bookings, ({ optionId, startAt }) => `${optionId} ${startAt}`);
  const bookedAt = ({ optionId, startAt }: AvailabilityEntry): number =>
    (byDeparture.get(`${optionId} ${startAt}`) ?? []).reduce((sum, each) => sum + paxOf(each), 0);
  return (
    <DataList
      caption={words.departures}
      rows={departures}
      keyOf={({ optionId, startAt }) => `${optionId} ${startAt}`}
      empty={words.empty}
      columns={[
        {
          title: words.date,
          cell: ({ startAt, timezone }) => (
            <ZonedTime at={startAt} zone={timezone} knownZone={supplier.timezone} />
          ),
        },
        {
          title: words.departures,
          cell: (entry) =>
            entry.capacity === null
              ? fill(words.bookedNoLimit, { booked: bookedAt(entry) })
              : fill(words.booked, { booked: bookedAt(entry), capacity: entry.capacity }),
        },
      ]}
    />
  );
}
