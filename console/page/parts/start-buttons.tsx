/** The departures of the chosen day as large buttons. */
import type { AvailabilityEntry } from "@slipway/client";
import { dayIn } from "../zone.ts";
import { ZonedTime, timeWords } from "./zoned-time.tsx";
import { fill } from "../texts/fill.ts";
import { counted, texts } from "../texts/texts.ts";

interface Given {
  readonly entries: readonly AvailabilityEntry[];
  readonly isLoading: boolean;
  readonly chosen: string | null;
  /** By the keyboard: a pointer needs no focus to go on. */
  readonly choose: (startAt: string, isByKey: boolean) => void;
}

export function StartButtons({ entries, isLoading, chosen, choose }: Given) {
  const { sale: words, app } = texts;
  return (
    <fieldset>
      <legend>{texts.day.departure}</legend>
      {entries.length === 0 && <p class="minor">{isLoading ? app.loading : words.nothing}</p>}
      <div class="controls">
        {entries.map(({ startAt, timezone, vacancies, available, cutoffAt }) => (
          <button
            key={startAt}
            type="button"
            class={startAt === chosen ? "main large" : "large"}
            aria-pressed={startAt === chosen}
            onClick={({ detail }) => choose(startAt, detail === 0)}
          >
            <ZonedTime at={startAt} zone={timezone} />
            <br />
            {freeWords({ available, vacancies })}
            {cutoffAt !== startAt && (
              <>
                <br />
                <small>{lastBookingWords({ startAt, timezone, cutoffAt })}</small>
              </>
            )}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** With its day where that is another one than the departure's. */
function lastBookingWords({
  startAt,
  timezone,
  cutoffAt,
}: Pick<AvailabilityEntry, "startAt" | "timezone" | "cutoffAt">): string {
  const isOtherDay = dayIn(cutoffAt, timezone) !== dayIn(startAt, timezone);
  return fill(texts.sale.lastBooking, { time: timeWords(cutoffAt, timezone, isOtherDay) });
}

function freeWords({
  available,
  vacancies,
}: Pick<AvailabilityEntry, "available" | "vacancies">): string {
  const { sale, day } = texts;
  if (!available) return sale.full;
  return vacancies === null ? sale.free : counted(vacancies, day.free);
}
