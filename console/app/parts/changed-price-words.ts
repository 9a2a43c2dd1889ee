import type { Booking, PricingSnapshot } from "@slipway/client";
import { moneyWords } from "../../page/parts/sale-words.ts";
import { fill } from "../../page/texts/fill.ts";
import { texts } from "../../page/texts/texts.ts";

/** "€60.00 (€15.00 more)"; amounts of two currencies have no difference. */
export function changedPriceWords(
  { pricingSnapshot: old }: Pick<Booking, "pricingSnapshot">,
  quote: PricingSnapshot,
): string {
  const price = moneyWords(quote.retail, quote);
  if (old?.currency !== quote.currency) return price;
  const words = texts.booking;
  const difference = quote.retail - old.retail;
  if (difference === 0) return fill(words.samePrice, { price });
  const by = moneyWords(Math.abs(difference), quote);
  return fill(difference > 0 ? words.dearer : words.cheaper, { price, by });
}
