/** Prices of the user's own in place of the option's. Pure. */

export interface OwnPrices {
  /** As they are typed, by the ids of units. */
  readonly typed: Readonly<Record<string, string>>;
  /** In minor units. */
  readonly amounts: Readonly<Record<string, number>>;
}

export const noOwnPrices: OwnPrices = { typed: {}, amounts: {} };

/** An empty field keeps the option's price. */
export function ownPricesOf(typed: OwnPrices["typed"], currencyPrecision: number): OwnPrices {
  const amounts = Object.entries(typed)
    .filter(([, each]) => each !== "")
    .map(([id, each]) => [id, Math.round(Number(each) * 10 ** currencyPrecision)]);
  return { typed, amounts: Object.fromEntries(amounts) as OwnPrices["amounts"] };
}

/** The amounts of the units that come. */
export function ofParty(
  amounts: OwnPrices["amounts"],
  party: Readonly<Record<string, number>>,
): OwnPrices["amounts"] {
  return Object.fromEntries(Object.entries(amounts).filter(([unitId]) => party[unitId]));
}
