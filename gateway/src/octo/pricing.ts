/** Prices in the words of OCTO: whole minor units, and no commission beside. Pure. */
import { z } from "zod";
import { component, int, string } from "@slipway/contracts";

export const pricing = component("Pricing", "A price, in minor units of its currency.", {
  original: int("Price before discounts, in minor units; always `retail`."),
  retail: int("Price for the traveller, in minor units: 1250 is EUR 12.50."),
  net: z.null().describe("Always null: no commission is known."),
  currency: string("ISO 4217 code of the currency."),
  currencyPrecision: int("Decimals of the currency: 2 for EUR, 0 for JPY."),
  includedTaxes: z
    .array(
      component("IncludedTax", "A tax that a price contains.", {
        name: string("What the tax is called."),
        original: int("Amount of the tax; always `retail`."),
        retail: int("Amount of the tax in `retail`, in minor units."),
        net: z.null().describe("Always null."),
      }),
    )
    .describe("Taxes that the price of a party or a booking contains; empty for other prices."),
});

export const unitPricing = component("UnitPricing", "What one of a unit costs.", {
  unitId: string("Id of the unit."),
  ...pricing.shape,
});

type Pricing = z.output<typeof pricing>;
type UnitPricing = z.output<typeof unitPricing>;

export interface Currency {
  readonly currency: string;
  readonly currencyPrecision: number;
}

/** @param taxes in the price. Fees are in it, too, but the standard has no place to name them. */
export function octoPricing(
  retail: number,
  { currency, currencyPrecision }: Currency,
  taxes: readonly { readonly name: string; readonly amount: number }[] = [],
): Pricing {
  const includedTaxes = taxes.map(({ name, amount }) => ({
    name,
    original: amount,
    retail: amount,
    net: null,
  }));
  return { original: retail, retail, net: null, currency, currencyPrecision, includedTaxes };
}

export function octoUnitPricing(
  { unitId, retail }: { unitId: string; retail: number },
  currency: Currency,
): UnitPricing {
  return { unitId, ...octoPricing(retail, currency) };
}
