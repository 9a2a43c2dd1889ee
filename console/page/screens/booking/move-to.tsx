/** At which price a booking moves to the start that is chosen, and the button that moves it. */
import { useState } from "preact/hooks";
import { OwnPriceFields, type OwnPrices, noOwnPrices } from "../../parts/own-price-fields.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import type { Start } from "../../parts/start.ts";
import { Tick } from "../../parts/tick.tsx";
import { timeWords } from "../../parts/zoned-time.tsx";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { useAction } from "../../use-action.ts";
import { OthersChanges } from "./booking-changes.tsx";
import type { Part } from "./load-booking.ts";
import { NewPrice, type PriceOf } from "./new-price.tsx";
import { useQuotes } from "./use-quotes.ts";
import { useVersion } from "./use-version.ts";

interface Given extends Part {
  readonly zone: string;
  /** Undefined: none is chosen yet. What was chosen of the price stays. */
  readonly start: Start | undefined;
  /** The same for a reader. */
  readonly instant: string | number;
  readonly close: () => void;
  /** Nothing would be lost any more. */
  readonly clear: () => void;
}

export function MoveTo({ booking, done, zone, start, instant, close, clear }: Given) {
  const { booking: words } = texts;
  const version = useVersion(booking);
  const { act, error, isBusy } = useAction();
  // The customer has agreed to the old price.
  const [priceOf, setPriceOf] = useState<PriceOf>("kept");
  const [prices, setPrices] = useState<OwnPrices>();
  const retailPrices = prices?.amounts;
  const quotes = useQuotes(version, start && { ...start, retailPrices });
  const quoted = quotes.data?.[prices ? "fresh" : priceOf];
  const move = (): void =>
    void act(
      (slipway) =>
        version.attempt(slipway, ({ id, updatedAt: expectedUpdatedAt, startAt: from }) =>
          slipway.bookings.update(id, {
            expectedUpdatedAt,
            ...start,
            retailPrices,
            pricingReferenceStartAt: prices || priceOf === "fresh" ? undefined : from,
          }),
        ),
      (changed) => {
        clear();
        close();
        done(fill(words.moved, { time: timeWords(changed.startAt, zone, true) }), changed);
      },
    );
  if (!start) return null;
  const { pricingSnapshot } = booking;
  return (
    <>
      <NewPrice
        booking={version.read}
        quotes={quotes}
        choice={prices ? undefined : { priceOf, choose: setPriceOf }}
      />
      <Tick
        checked={prices !== undefined}
        choose={(isTicked) => setPrices(isTicked ? noOwnPrices : undefined)}
      >
        {texts.sale.ownPrice}
      </Tick>
      {prices && pricingSnapshot && (
        <OwnPriceFields of={pricingSnapshot} prices={prices} change={setPrices} />
      )}
      <OthersChanges booking={booking} others={version.others} zone={zone} />
      <ProblemNote error={error} />
      <div class="controls">
        <button type="button" class="main" disabled={isBusy || !quoted} onClick={move}>
          {fill(words.moveTo, { time: timeWords(instant, zone, true) })}
        </button>
      </div>
    </>
  );
}
