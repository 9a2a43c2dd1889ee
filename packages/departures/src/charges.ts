/** Taxes and fees of a price, in whole minor units. */
import { shareOf } from "./refund.ts";

export interface Charge {
  readonly name: string;
  readonly kind: "TAX" | "FEE";
  /** PERCENT: of the units, in hundredths of a percent. UNIT: for each item. BOOKING: once. */
  readonly basis: "PERCENT" | "UNIT" | "BOOKING";
  readonly amount: number;
  /** It is a part of the units' prices; else it is added to them. */
  readonly included: boolean;
}

/** The lines of the charges, each rounded half up. An included line is at most the subtotal. */
export function chargeLinesOf(charges: readonly Charge[], subtotal: number, quantity: number) {
  return charges.map((charge) => ({
    kind: charge.kind,
    name: charge.name,
    unitId: null,
    quantity: charge.basis === "UNIT" ? quantity : 1,
    amount: amountOf(charge, subtotal, quantity),
    included: charge.included,
  }));
}

function amountOf({ basis, amount, included }: Charge, subtotal: number, quantity: number): number {
  if (basis === "PERCENT") return shareOf(subtotal, amount, included ? 10_000 + amount : 10_000);
  const whole = basis === "UNIT" ? amount * quantity : amount;
  return included ? Math.min(whole, subtotal) : whole;
}

/** The price with the lines that are added to it; undefined if it is no safe integer. */
export function totalWith(
  subtotal: number,
  lines: readonly { readonly amount: number; readonly included: boolean }[],
): number | undefined {
  const total = lines.reduce(
    (sum, { amount, included }) => (included ? sum : sum + amount),
    subtotal,
  );
  return Number.isSafeInteger(total) ? total : undefined;
}
