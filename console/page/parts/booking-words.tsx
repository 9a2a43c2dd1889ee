/** What several screens say of a booking: its state, its customer, where it came from, what it costs. */
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
      <span aria-hidden="true">{signs[status]}</span> {texts.value.status[status]}
    </span>
  );
}

export interface Customer {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

/** The customer is free JSON: whatever is no text is left out. */
export function customerOf({ customer }: Pick<Booking, "customer">): Customer {
  const textOf = (...names: string[]): string =>
    names.map((name) => customer?.[name]).find((value) => typeof value === "string") ?? "";
  const both = [textOf("firstName"), textOf("lastName")].filter((part) => part !== "").join(" ");
  return {
    name: textOf("name", "fullName") || both,
    email: textOf("email", "emailAddress"),
    phone: textOf("phone", "phoneNumber", "telephone"),
  };
}

/** "2 Adult, 1 Child": units by the names that they had when they were priced. */
export function partyOf({ unitItems, pricingSnapshot }: Booking): string {
  const names = new Map(pricingSnapshot?.unitPricing.map(({ unitId, name }) => [unitId, name]));
  return unitItems
    .map(({ unitId, quantity }) => `${quantity} ${names.get(unitId) ?? unitId}`)
    .join(", ");
}

/** Travellers of the party. */
export function paxOf({ unitItems, pricingSnapshot }: Booking): number {
  const pax = new Map(
    pricingSnapshot?.unitPricing.map(({ unitId, paxCount }) => [unitId, paxCount]),
  );
  return unitItems.reduce(
    (sum, { unitId, quantity }) => sum + quantity * (pax.get(unitId) ?? 1),
    0,
  );
}

export function sourceOf({ source }: Pick<Booking, "source">): string {
  const words = texts.value.source;
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
