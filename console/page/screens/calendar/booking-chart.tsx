/** How many bookings start on each day, by where they came from, as bars. The table below says the same. */
import { Chart, Legend, seriesOf } from "../../parts/chart.tsx";
import { DataList } from "../../parts/data-list.tsx";
import { sourceOf } from "../../parts/booking-words.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { dayWords } from "../../parts/zoned-time.tsx";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import type { BookingCount } from "@slipway/client";
import type { Shown } from "./load-calendar.ts";

interface Given {
  readonly shown: Shown;
  /** The watermark of the calendar's data; undefined: it has loaded none yet. */
  readonly since: string | undefined;
}

const height = 80;

export function BookingChart({ shown: { supplier, productId, days }, since }: Given) {
  const { bySource } = texts.calendar;
  const asked = {
    supplierId: supplier.id,
    productId,
    timezone: supplier.timezone,
    from: days[0] ?? "",
    to: days.at(-1) ?? "",
  };
  const {
    data: counts = [],
    error,
    reload,
  } = useLoad(
    since && JSON.stringify(asked),
    ({ bookingCounts }) => bookingCounts.list(asked),
    since,
  );
  if (counts.length === 0 && error === undefined) return null;
  return (
    <section aria-label={bySource}>
      <h2>{bySource}</h2>
      <ProblemNote error={error} again={reload} />
      {counts.length > 0 && <Counts days={days} counts={counts} />}
    </section>
  );
}

interface CountsGiven {
  readonly days: readonly string[];
  readonly counts: readonly BookingCount[];
}

function Counts({ days, counts }: CountsGiven) {
  const { calendar: words, day, find } = texts;
  const sources = [...new Set(counts.map(({ source }) => source))].toSorted();
  return (
    <>
      <Bars days={days} counts={counts} sources={sources} />
      <div class="axis minor" aria-hidden="true">
        {days.map(
          (date, index) =>
            index % 5 === 0 && (
              <span key={date} style={{ flexGrow: Math.min(5, days.length - index) / 5 }}>
                {Number(date.slice(-2))}
              </span>
            ),
        )}
      </div>
      <Legend names={sources.map((source) => sourceOf({ source }))} />
      <details>
        <summary>{words.asTable}</summary>
        <DataList
          caption={words.bySource}
          rows={counts}
          keyOf={({ date, source }) => date + source}
          columns={[
            { title: day.title, cell: ({ date }) => dayWords(date) },
            { title: day.source, cell: sourceOf },
            { title: find.title, isNumber: true, cell: ({ bookings }) => bookings },
          ]}
        />
      </details>
    </>
  );
}

interface BarsGiven extends CountsGiven {
  readonly sources: readonly string[];
}

function Bars({ days, counts, sources }: BarsGiven) {
  const ofDay = days.map((day) => counts.filter(({ date }) => date === day));
  const sums = ofDay.map((each) => each.reduce((sum, { bookings }) => sum + bookings, 0));
  const unit = height / Math.max(...sums);
  return (
    <Chart width={days.length} height={height}>
      {ofDay.map((each, x) => {
        let y = height;
        return each.map(({ source, bookings }) => {
          y -= bookings * unit;
          return (
            <rect
              key={`${x} ${source}`}
              class={seriesOf(sources.indexOf(source))}
              x={x + 0.1}
              y={y}
              width={0.8}
              height={bookings * unit}
            />
          );
        });
      })}
    </Chart>
  );
}
