/** Words of several screens on a booking: its state, where it came from, its price. */
import type { Booking, BookingStatus, PricingSnapshot } from "@slipway/client";
import { fill } from "../texts/fill.ts";
import { locale, texts } from "../texts/texts.ts";

/** A sign beside the word, because a colour alone says nothing to some; and the colour. */
const looks: Readonly<Partial<Record<BookingStatus, readonly [sign: string, look: string]>>> = {
  ON_HOLD: ["◔", "mark"],
  PENDING: ["?", "mark"],
  CONFIRMED: ["✓", "good"],
};

export function StatusMark({ status }: { status: BookingStatus }) {
  // The others have ended.
  const [sign, look] = looks[status] ?? ["✕", "wrong"];
  return (
    <span class={look}>
      <span aria-hidden="true">{sign}</span> {texts.status[status]}
    </span>
  );
}

export function sourceOf({ source }: Pick<Booking, "source">): string {
  const words = texts.source;
  return source === "api/v1" ? words.own : fill(words.channel, { code: source });
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
