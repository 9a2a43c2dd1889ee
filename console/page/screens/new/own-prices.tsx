/** Prices of the user's own for the sale. */
import { useState } from "preact/hooks";
import { IfLoaded } from "../../parts/loaded.tsx";
import {
  OwnPriceFields,
  type OwnPrices as Prices,
  noOwnPrices,
} from "../../parts/own-price-fields.tsx";
import { useLoad } from "../../use-load.ts";
import type { Order } from "./order.ts";

interface Given {
  readonly order: Order;
  readonly change: (amounts: Prices["amounts"]) => void;
}

export function OwnPrices({ order, change }: Given) {
  const { optionId, startAt, customStart, unitItems } = order;
  const [prices, setPrices] = useState(noOwnPrices);
  // Names the currency, also where the option has no price.
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
  // Typed prices stay until there is a departure and a party again.
  if (key === undefined) return null;
  return (
    <IfLoaded loaded={quote}>
      {({ pricingSnapshot }) => (
        <OwnPriceFields
          of={pricingSnapshot}
          prices={prices}
          change={(next) => {
            setPrices(next);
            change(next.amounts);
          }}
        />
      )}
    </IfLoaded>
  );
}
