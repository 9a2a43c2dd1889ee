/** What several screens say of a booking: its state, where it came from, what it costs. */
import type { Booking, BookingStatus, PricingSnapshot } from "@slipway/client";
import { fill } from "../texts/fill.ts";
import { locale, texts } from "../texts/texts.ts";

/** A sign beside the word, because a colour alone tells nobody. */
const signs: Readonly<Record<BookingStatus, string>> = {
  ON_HOLD: "◔",
  PENDING: "?",
  CONFIRMED: "✓",
  CANCELLED: "✕",
  REJECTED: "✕",
  EXPIRED: "✕",
};

export function StatusMark({ status }: { status: BookingStatus }) {
  return (
    <span class={`status status-${status}`}>
      <span aria-hidden="true">{signs[status]}</span> {texts.status[status]}
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
