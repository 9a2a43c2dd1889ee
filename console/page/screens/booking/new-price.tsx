/** What a change of the booking would cost, beside what it costs now; of a move the old price may be kept. */
import { type Booking, type QuoteBookingRequest, isProblem } from "@slipway/client";
import { moneyWords } from "../../parts/booking-words.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import type { Version } from "./use-version.ts";

interface Given {
  readonly version: Version;
  readonly change: Pick<QuoteBookingRequest, "startAt" | "unitItems">;
  /** Whose prices apply; undefined: those of the new start. */
  readonly priceOf: string | undefined;
  readonly choose: (priceOf: string | undefined) => void;
}

export function NewPrice({ version, change, priceOf, choose }: Given) {
  const words = texts.value.booking;
  const { id, startAt: oldStart, updatedAt } = version.read;
  const isMove = change.startAt !== undefined;
  const quotes = useLoad(JSON.stringify({ change, updatedAt }), (slipway, signal) => {
    const quote = (more: QuoteBookingRequest) =>
      version.attempt(slipway, async (read) => {
        const asked = { bookingId: id, expectedUpdatedAt: read.updatedAt, ...change, ...more };
        const { pricingSnapshot } = await slipway.bookings.quote(asked, { signal });
        return pricingSnapshot;
      });
    const kept = isMove ? unlessRefused(quote({ pricingReferenceStartAt: oldStart })) : undefined;
    return Promise.all([isMove ? unlessRefused(quote({})) : quote({}), kept]);
  });
  const [fresh, kept] = quotes.isLoading ? [] : (quotes.data ?? []);
  const radio = (name: string, reference: string | undefined, quote: NonNullable<typeof fresh>) => (
    <label class="line">
      <input type="radio" checked={priceOf === reference} onChange={() => choose(reference)} />{" "}
      {name}: {priceWords(version.read, quote.retail)}
    </label>
  );
  return (
    <section aria-label={words.newPrice} aria-live="polite">
      {quotes.error !== undefined && !quotes.isLoading && <ProblemNote error={quotes.error} />}
      {isMove && (fresh ?? kept) && (
        <fieldset>
          <legend>{words.price}</legend>
          {kept &&
            radio(
              keepsPrice(version.read, kept) ? words.keepPrice : words.oldStartPrice,
              oldStart,
              kept,
            )}
          {fresh && radio(words.newPrice, undefined, fresh)}
        </fieldset>
      )}
      {!isMove && fresh && (
        <p>
          {words.newPrice}: {priceWords(version.read, fresh.retail)}
        </p>
      )}
    </section>
  );
}

/** A departure may have no price of its own, and keep the old one. */
async function unlessRefused<Price>(asked: Promise<Price>): Promise<Price | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isProblem(error, "PRICE_NOT_CONFIGURED")) return undefined;
    throw error;
  }
}

/** A booking that was moved before may have had the price of another start. */
function keepsPrice({ pricingSnapshot }: Booking, { retail }: { retail: number }): boolean {
  return pricingSnapshot?.retail === retail;
}

/** "€60.00 (€15.00 more)". */
function priceWords({ pricingSnapshot: price }: Booking, retail: number): string {
  if (!price) return String(retail);
  const words = texts.value.booking;
  const difference = retail - price.retail;
  const by = moneyWords(Math.abs(difference), price);
  if (difference === 0) return fill(words.samePrice, { price: moneyWords(retail, price) });
  return fill(difference > 0 ? words.dearer : words.cheaper, {
    price: moneyWords(retail, price),
    by,
  });
}
