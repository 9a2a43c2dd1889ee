/** Prices of the user's own in place of the option's. What stays empty keeps the option's price. */
import { useState } from "preact/hooks";
import { Field } from "../../parts/field.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import type { Order } from "./order.ts";

/** In minor units, by the ids of units. */
export type OwnPrices = NonNullable<Order["retailPrices"]>;

interface Given {
  readonly order: Order;
  readonly change: (prices: OwnPrices) => void;
}

export function OwnPrices({ order, change }: Given) {
  const { optionId, startAt, customStart, unitItems } = order;
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  // Tells the currency, also where the option has no price.
  const asked = {
    optionId,
    startAt,
    customStart,
    unitItems,
    retailPrices: Object.fromEntries(unitItems.map(({ unitId }) => [unitId, 0])),
    expandCapacity: true,
  };
  const key = unitItems.length === 0 ? undefined : JSON.stringify(asked);
  const quote = useLoad(key, ({ bookings }) => bookings.quote(asked));
  // What is typed stays until there is a departure and a party again.
  if (key === undefined) return null;
  return (
    <IfLoaded loaded={quote}>
      {({ pricingSnapshot: { unitPricing, currency, currencyPrecision } }) =>
        unitPricing.map(({ unitId, name }) => (
          <Field
            key={unitId}
            label={fill(texts.value.sale.priceOf, { name: name ?? unitId, currency })}
            type="number"
            min={0}
            value={typed[unitId] ?? ""}
            onInput={(text) => {
              const all = { ...typed, [unitId]: text };
              setTyped(all);
              change(
                Object.fromEntries(
                  Object.entries(all)
                    .filter(([, each]) => each !== "")
                    .map(([id, each]) => [id, Math.round(Number(each) * 10 ** currencyPrecision)]),
                ),
              );
            }}
          />
        ))
      }
    </IfLoaded>
  );
}
