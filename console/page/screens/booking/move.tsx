/** Moves the booking to another departure of its option. */
import { useState } from "preact/hooks";
import type { Booking } from "@slipway/client";
import { zoneOf } from "../../catalog.ts";
import { DayStrip } from "../../parts/day-strip.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { StartButtons } from "../../parts/start-buttons.tsx";
import { useLoad } from "../../use-load.ts";
import { timeWords } from "../../parts/zoned-time.tsx";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { mayLeave, useUnsaved } from "../../unsaved.ts";
import { useAction } from "../../use-action.ts";
import { dayIn, rangeOfDay } from "../../zone.ts";
import { OthersChanges } from "./booking-changes.tsx";
import type { Part } from "./load-booking.ts";
import { NewPrice, type PriceOf } from "./new-price.tsx";
import { useQuotes } from "./use-quotes.ts";
import { useVersion } from "./use-version.ts";

export function Move(part: Part) {
  const [isOpen, setIsOpen] = useState(false);
  const words = texts.value.booking;
  return (
    <section aria-label={words.move}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => (!isOpen || mayLeave()) && setIsOpen(!isOpen)}
      >
        {words.move}
      </button>
      {isOpen && <MoveForm {...part} close={() => setIsOpen(false)} />}
    </section>
  );
}

function MoveForm({ booking, catalog, done, close }: Part & { close: () => void }) {
  const { booking: words } = texts.value;
  const { id, optionId, startAt: oldStart } = booking;
  const zone = zoneOf(catalog, optionId);
  const version = useVersion(booking);
  const { act, error, isBusy } = useAction();
  const unsaved = useUnsaved();
  const [date, setDate] = useState(() => dayIn(oldStart, zone));
  const [startAt, setStartAt] = useState<string | null>(null);
  // The customer has agreed to the old price.
  const [priceOf, setPriceOf] = useState<PriceOf>("kept");
  const quotes = useQuotes(version, startAt === null ? undefined : { startAt });
  const day = useLoad(`${optionId} ${date}`, (slipway) =>
    slipway.availability.list({ optionId, ...rangeOfDay(date, zone) }),
  );
  const entries = day.data ?? [];
  const move = (to: string): void =>
    void act(
      (slipway) =>
        version.attempt(slipway, (read) => slipway.bookings.update(id, moveOf(read, to, priceOf))),
      (changed) => {
        unsaved.clear();
        close();
        done(fill(words.moved, { time: timeWords(to, zone, true) }), changed);
      },
    );
  return (
    <>
      {day.error !== undefined && <ProblemNote error={day.error} again={day.reload} />}
      <DayStrip
        optionId={optionId}
        timezone={zone}
        date={date}
        choose={(chosen) => {
          setDate(chosen);
          setStartAt(null);
        }}
      />
      <StartButtons
        entries={entries.filter((entry) => entry.startAt !== oldStart)}
        isLoading={day.isLoading}
        chosen={startAt}
        choose={(start) => {
          unsaved.touch();
          setStartAt(start);
        }}
      />
      {startAt !== null && (
        <>
          <NewPrice
            booking={version.read}
            quotes={quotes}
            choice={{ priceOf, choose: setPriceOf }}
          />
          <OthersChanges booking={booking} others={version.others} zone={zone} />
          {error !== undefined && <ProblemNote error={error} />}
          <div class="controls">
            <button
              type="button"
              class="main"
              disabled={isBusy || !quotes.data?.[priceOf]}
              onClick={() => move(startAt)}
            >
              {fill(words.moveTo, { time: timeWords(startAt, zone, true) })}
            </button>
          </div>
        </>
      )}
    </>
  );
}

function moveOf({ updatedAt, startAt: from }: Booking, startAt: string, priceOf: PriceOf) {
  const reference = priceOf === "kept" ? { pricingReferenceStartAt: from } : {};
  return { expectedUpdatedAt: updatedAt, startAt, ...reference };
}
