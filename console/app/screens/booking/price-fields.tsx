/** Custom prices in place of the option's. An empty field keeps the option's price. */
import "@mantine/core/styles/NumberInput.css";
import { Group, NumberInput } from "@mantine/core";
import type { PricingSnapshot } from "@slipway/client";
import { fill } from "../../../page/texts/fill.ts";
import { bookingTexts } from "./texts.ts";

/** By the ids of units, in whole units of the currency; without those that are empty. */
export type CustomPrices = Readonly<Record<string, number>>;

/** In minor units. */
export function amountsOf(
  prices: CustomPrices,
  { currencyPrecision }: Pick<PricingSnapshot, "currencyPrecision">,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(prices).map(([id, price]) => [id, Math.round(price * 10 ** currencyPrecision)]),
  );
}

interface Given {
  /** Names the units and the currency. */
  readonly of: PricingSnapshot;
  readonly prices: CustomPrices;
  readonly change: (prices: CustomPrices) => void;
}

export function PriceFields({ of, prices, change }: Given) {
  const { unitPricing, currency, currencyPrecision } = of;
  return (
    <Group gap="md">
      {unitPricing.map(({ unitId, name }) => (
        <NumberInput
          key={unitId}
          label={fill(bookingTexts().priceOf, { name: name ?? unitId, currency })}
          min={0}
          decimalScale={currencyPrecision}
          value={prices[unitId] ?? ""}
          onChange={(typed) => {
            const { [unitId]: _, ...others } = prices;
            change(typed === "" ? others : { ...others, [unitId]: Number(typed) });
          }}
        />
      ))}
    </Group>
  );
}
