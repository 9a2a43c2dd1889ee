/** Steps from a name to a sale, and which of them a product still lacks. Pure. */
import type { OptionWithDetails } from "@slipway/client";

export const setupSteps = ["tickets", "resources", "seasons", "prices"] as const;

export type SetupStep = (typeof setupSteps)[number];

const isDone: Readonly<Record<SetupStep, (option: OptionWithDetails) => boolean>> = {
  tickets: ({ units }) => units.length > 0,
  // Without one, no season can be made.
  resources: ({ resourceRequirements }) => resourceRequirements.length > 0,
  seasons: ({ availabilityPeriods }) => availabilityPeriods.length > 0,
  prices: hasPrices,
};

/** In their order; empty where each option can be sold. */
export function missingStepsOf(options: readonly OptionWithDetails[]): SetupStep[] {
  if (options.length === 0) return [...setupSteps];
  return setupSteps.filter((step) => !options.every(isDone[step]));
}

/** Each ticket has a price in some season. A price of a whole boat or booking needs no ticket of its own. */
function hasPrices({ units, pricingPer, pricingPeriods }: OptionWithDetails): boolean {
  if ((pricingPer ?? "UNIT") !== "UNIT") return pricingPeriods.length > 0;
  return (
    pricingPeriods.length > 0 &&
    units.every(({ id }) =>
      pricingPeriods.some(
        ({ retailPrices, retailPriceTiers }) => id in retailPrices || retailPriceTiers !== null,
      ),
    )
  );
}
