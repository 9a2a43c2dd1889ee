/** The source of a booking and its price, in the words of the viewer's language. */
import type { Booking, PricingSnapshot } from "@slipway/client";
import { fill } from "../texts/fill.ts";
import { locale, texts } from "../texts/texts.ts";

/** Bookings by this console and by other programs of the operator have it. */
export const ownSource = "api/v1";

export function sourceOf({ source }: Pick<Booking, "source">): string {
  const words = texts.source;
  return source === ownSource ? words.own : fill(words.channel, { code: source });
}

/** The taxes and fees of a price; the name says of one that it is a part of the others. */
export function chargesIn(price: PricingSnapshot | null) {
  return (price?.lines ?? [])
    .filter(({ kind }) => kind !== "UNIT")
    .map(({ name, amount, included }) => ({
      name: included ? fill(texts.sale.included, { name }) : name,
      amount,
    }));
}

/** An amount in minor units, in the words of the viewer's language. */
export function moneyWords(
  minor: number,
  { currency, currencyPrecision }: Pick<PricingSnapshot, "currency" | "currencyPrecision">,
): string {
  return new Intl.NumberFormat(locale.value, {
    style: "currency",
    currency,
    minimumFractionDigits: currencyPrecision,
    maximumFractionDigits: currencyPrecision,
  }).format(minor / 10 ** currencyPrecision);
}
