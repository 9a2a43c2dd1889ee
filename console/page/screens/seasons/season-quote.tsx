/** Effects of changed periods in the next 12 months, with the bookings that would lose their departure. */
import type { QuotedPeriod } from "@slipway/client";
import { bookingColumns } from "../../parts/booking-columns.tsx";
import { liveStatuses } from "../../parts/booking-facts.ts";
import { DataList } from "../../parts/data-list.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { ZonedTime } from "../../parts/zoned-time.tsx";
import { may } from "../../session.ts";
import { counted, texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";

interface Given {
  readonly optionId: string;
  readonly zone: string;
  readonly change: { readonly add: readonly QuotedPeriod[]; readonly remove: readonly string[] };
}

export function SeasonQuote({ optionId, zone, change }: Given) {
  const words = texts.seasons;
  const loaded = useLoad(`${optionId} ${JSON.stringify(change)}`, async (slipway) => {
    const quote = await slipway.options.quoteAvailabilityPeriods(optionId, change);
    const { from, to, vanish } = quote;
    const asked = { optionId, from, to, status: liveStatuses, sort: "startAt" } as const;
    const isAsked = vanish.length > 0 && may("bookings:read");
    const bookings = isAsked ? await slipway.bookings.list(asked) : [];
    const gone = new Set(vanish);
    return { quote, alone: bookings.filter(({ startAt }) => gone.has(startAt)) };
  });
  return (
    <IfLoaded loaded={loaded}>
      {({ quote, alone }) => (
        <section aria-label={words.effect}>
          <h2>{words.effect}</h2>
          <p>{counted(quote.stayCount, words.stayCount)}</p>
          <Starts starts={quote.appear} zone={zone} title={words.appearCount} />
          <Starts starts={quote.vanish} zone={zone} title={words.vanishCount} />
          {alone.length > 0 && (
            <div class="wrong">
              <DataList
                caption={words.alone}
                rows={alone}
                keyOf={({ id }) => id}
                columns={bookingColumns(zone)}
              />
            </div>
          )}
        </section>
      )}
    </IfLoaded>
  );
}

interface StartsGiven {
  readonly starts: readonly string[];
  readonly zone: string;
  readonly title: { readonly one: string; readonly other: string };
}

function Starts({ starts, zone, title }: StartsGiven) {
  if (starts.length === 0) return <p>{counted(0, title)}</p>;
  return (
    <details>
      <summary>{counted(starts.length, title)}</summary>
      <ul>
        {starts.map((at) => (
          <li key={at}>
            <ZonedTime at={at} zone={zone} withDay />
          </li>
        ))}
      </ul>
    </details>
  );
}
