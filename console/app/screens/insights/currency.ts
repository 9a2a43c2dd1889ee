/** Amounts of a sum in the words of the viewer's language. */
import { moneyWords } from "../../../page/parts/sale-words.ts";
import { me } from "../../../page/session.ts";
import { locale } from "../../../page/texts/texts.ts";

/** A sum names its currency alone: the tenant knows the decimals of its own, and Intl those of the others. */
export function precisionOf(currency: string): number {
  const tenant = me.value?.tenant;
  if (tenant?.defaultCurrency === currency) return tenant.currencyPrecision ?? 0;
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits ?? 0;
}

export function amountWords(minor: number, currency: string): string {
  return moneyWords(minor, { currency, currencyPrecision: precisionOf(currency) });
}

/** "€1.2K" for an axis, where an amount has little room. */
export function shortAmount(minor: number, currency: string): string {
  return new Intl.NumberFormat(locale.value, {
    style: "currency",
    currency,
    notation: "compact",
    maximumFractionDigits: 1,
    minimumFractionDigits: 0,
  }).format(minor / 10 ** precisionOf(currency));
}

export function retailWords(retail: ReadonlyMap<string, number>): string {
  return [...retail].map(([currency, minor]) => amountWords(minor, currency)).join(" + ") || "–";
}
