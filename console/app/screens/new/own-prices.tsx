/** Prices of the user's own in place of the option's. An empty field keeps the option's price. */
import { Skeleton, TextInput } from "@mantine/core";
import { useState } from "react";
import {
  type OwnPrices as Prices,
  noOwnPrices,
  ownPricesOf,
} from "../../../page/parts/own-prices.ts";
import type { WantedSale } from "../../../page/screens/new/wanted-sale.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { useLoad } from "../../../page/use-load.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";

interface Given {
  readonly sale: WantedSale;
  readonly change: (amounts: Prices["amounts"]) => void;
}

export function OwnPrices({ sale, change }: Given) {
  const { optionId, startAt, customStart, unitItems } = sale;
  const [{ typed }, setPrices] = useState(noOwnPrices);
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
  if (!quote.data) return quote.error ? <ProblemNote error={quote.error} /> : <Skeleton h={36} />;
  const { unitPricing, currency, currencyPrecision } = quote.data.pricingSnapshot;
  return unitPricing.map(({ unitId, name }) => (
    <TextInput
      key={unitId}
      type="number"
      min={0}
      step="any"
      label={fill(texts.sale.priceOf, { name: name ?? unitId, currency })}
      value={typed[unitId] ?? ""}
      onChange={({ currentTarget }) => {
        const next = ownPricesOf({ ...typed, [unitId]: currentTarget.value }, currencyPrecision);
        setPrices(next);
        change(next.amounts);
      }}
    />
  ));
}
