/** Can this option be sold? What is there, what is missing, and what one should know. Pure. */
import type { AvailabilityEntry, OptionWithDetails, Product } from "@slipway/client";
import { needsApproval } from "../../catalog.ts";

export type SaleCheck =
  | { readonly of: "units" | "resources" | "seasons" | "departures"; readonly count: number }
  /** Departures at which some unit has no price, soonest first. */
  | { readonly of: "prices"; readonly gaps: readonly AvailabilityEntry[] }
  | { readonly of: "approval"; readonly isNeeded: boolean };

export interface Sold {
  readonly option: OptionWithDetails;
  readonly product: Pick<Product, "metadata">;
  /** Of the time that is looked at, with prices. */
  readonly departures: readonly AvailabilityEntry[];
}

/** In the order in which one would set them up. */
export function saleChecksOf({ option, product, departures }: Sold): SaleCheck[] {
  const { units, resourceRequirements, availabilityPeriods } = option;
  const gaps = departures
    .filter(({ prices }) =>
      units.some(({ id }) => !prices?.units.some(({ unitId }) => unitId === id)),
    )
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

/** Whether it keeps the option from being sold. An option without a resource is sold without a limit. */
export function isMissing(check: SaleCheck): boolean {
  if (check.of === "prices") return check.gaps.length > 0;
  return check.of !== "approval" && check.of !== "resources" && check.count === 0;
}
