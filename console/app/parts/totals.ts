/** Sums of prices: amounts of two currencies are never added. Pure. */
import type { Booking, PricingSnapshot } from "@slipway/client";

type Total = Pick<PricingSnapshot, "retail" | "currency" | "currencyPrecision">;

export function totalsOf(bookings: readonly Pick<Booking, "pricingSnapshot">[]): readonly Total[] {
  const totals = new Map<string, Total>();
  for (const { pricingSnapshot: price } of bookings) {
    if (price === null) continue;
    const { currency, currencyPrecision, retail } = price;
    const before = totals.get(currency)?.retail ?? 0;
    totals.set(currency, { currency, currencyPrecision, retail: before + retail });
  }
  return [...totals.values()];
}
