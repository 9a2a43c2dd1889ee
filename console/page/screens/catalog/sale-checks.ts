/** Can this option be sold? What is there, what is missing, and what one should know. Pure. */
import type { AvailabilityEntry, OptionWithDetails, Product } from "@slipway/client";
import { needsApproval } from "../../catalog.ts";

export type SaleCheck =
  | { readonly of: "units" | "resources" | "seasons" | "departures"; readonly count: number }
  /** Departures at which something that is sold has no price, soonest first. */
  | { readonly of: "prices"; readonly gaps: readonly AvailabilityEntry[] }
  | { readonly of: "approval"; readonly isNeeded: boolean };

export interface Sold {
  readonly option: OptionWithDetails;
  readonly product: Pick<Product, "metadata">;
  /** Departures of the period that is checked, with prices. */
  readonly departures: readonly AvailabilityEntry[];
}

/** In the order in which one would set them up. */
export function saleChecksOf({ option, product, departures }: Sold): SaleCheck[] {
  const { units, resourceRequirements, availabilityPeriods } = option;
  const gaps = departures
    .filter((departure) => isUnpriced(departure, units))
    .toSorted((a, b) => a.startAt.localeCompare(b.startAt));
  return [
    { of: "units", count: units.length },
    { of: "resources", count: resourceRequirements.length },
    { of: "seasons", count: availabilityPeriods.length },
    { of: "departures", count: departures.length },
    { of: "prices", gaps },
    { of: "approval", isNeeded: needsApproval({ option, product }) },
  ];
}

/** Where a price is for all of a party, a unit that nobody may book alone is left out of the prices. */
function isUnpriced(
  { prices }: Pick<AvailabilityEntry, "prices">,
  units: OptionWithDetails["units"],
): boolean {
  if (prices && prices.pricingPer !== "UNIT") return prices.from === null;
  return units.some(({ id }) => !prices?.units.some(({ unitId }) => unitId === id));
}

/** Whether it keeps the option from being sold. An option without a resource is sold without a limit. */
export function isMissing(check: SaleCheck): boolean {
  if (check.of === "prices") return check.gaps.length > 0;
  return check.of !== "approval" && check.of !== "resources" && check.count === 0;
}
