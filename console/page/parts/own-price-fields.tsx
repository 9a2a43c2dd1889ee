/** Prices of the user's own in place of the option's. An empty field keeps the option's price. */
import type { PricingSnapshot } from "@slipway/client";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { Field } from "./field.tsx";

export interface OwnPrices {
  /** As they are typed, by the ids of units. */
  readonly typed: Readonly<Record<string, string>>;
  /** In minor units. */
  readonly amounts: Readonly<Record<string, number>>;
}

export const noOwnPrices: OwnPrices = { typed: {}, amounts: {} };

interface Given {
  /** Names the units and the currency. */
  readonly of: PricingSnapshot;
  readonly prices: OwnPrices;
  readonly change: (prices: OwnPrices) => void;
}

export function OwnPriceFields({ of, prices, change }: Given) {
  const { unitPricing, currency, currencyPrecision } = of;
  return (
    <>
      {unitPricing.map(({ unitId, name }) => (
        <Field
          key={unitId}
          label={fill(texts.sale.priceOf, { name: name ?? unitId, currency })}
          type="number"
          min={0}
          value={prices.typed[unitId] ?? ""}
          onInput={(text) => {
            const typed = { ...prices.typed, [unitId]: text };
            const amounts = Object.fromEntries(
              Object.entries(typed)
                .filter(([, each]) => each !== "")
                .map(([id, each]) => [id, Math.round(Number(each) * 10 ** currencyPrecision)]),
            );
            change({ typed, amounts });
          }}
        />
      ))}
    </>
  );
}
