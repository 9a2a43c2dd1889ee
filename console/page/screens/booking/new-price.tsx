/** The price of a booking after a change, beside its price now; a rebooking may keep the old price. */
import type { Booking, PricingSnapshot } from "@slipway/client";
import { hasPrice } from "../../parts/booking-facts.ts";
import { moneyWords } from "../../parts/booking-words.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import type { Loaded } from "../../use-load.ts";
import type { Quotes } from "./use-quotes.ts";

/** The start whose prices apply to a rebooking: the new one, or the old one. */
export type PriceOf = keyof Quotes;

interface Given {
  readonly booking: Booking;
  readonly quotes: Loaded<Quotes>;
  /** Only of a move. */
  readonly choice?: { readonly priceOf: PriceOf; readonly choose: (priceOf: PriceOf) => void };
}

export function NewPrice({ booking, quotes, choice }: Given) {
  const words = texts.booking;
  const { fresh, kept } = quotes.data ?? {};
  const radio = (name: string, of: PriceOf, quote: PricingSnapshot) => (
    <label class="line">
      <input
        type="radio"
        name="price"
        checked={choice?.priceOf === of}
        onChange={() => choice?.choose(of)}
      />{" "}
      {name}: {priceWords(booking, quote)}
    </label>
  );
  return (
    <section aria-label={words.newPrice} aria-live="polite">
      <ProblemNote error={quotes.error} again={quotes.reload} />
      {choice && (fresh ?? kept) && (
        <fieldset>
          <legend>{texts.sale.price}</legend>
          {kept &&
            radio(hasPrice(booking, kept) ? words.keepPrice : words.oldStartPrice, "kept", kept)}
          {fresh && radio(words.newPrice, "fresh", fresh)}
        </fieldset>
      )}
      {!choice && fresh && (
        <p>
          {words.newPrice}: {priceWords(booking, fresh)}
        </p>
      )}
    </section>
  );
}

/** "€60.00 (€15.00 more)"; amounts of two currencies have no difference. */
function priceWords({ pricingSnapshot: old }: Booking, quote: PricingSnapshot): string {
  const price = moneyWords(quote.retail, quote);
  if (old?.currency !== quote.currency) return price;
  const words = texts.booking;
  const difference = quote.retail - old.retail;
  if (difference === 0) return fill(words.samePrice, { price });
  const by = moneyWords(Math.abs(difference), quote);
  return fill(difference > 0 ? words.dearer : words.cheaper, { price, by });
}
