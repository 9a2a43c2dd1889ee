import { refuse } from "@slipway/broker";
import { optionBytesMax } from "../constants.ts";
import type { OptionFields } from "./option.ts";

/**
 * Refuses what would no longer fit an option's document: units of 128 KiB of free JSON each add up.
 */
export function checkSize(option: Pick<OptionFields, "units" | "pricingPeriods">): void {
  const bytes = Buffer.byteLength(JSON.stringify([option.units, option.pricingPeriods]));
  if (bytes > optionBytesMax)
    throw refuse("VALIDATION_FAILED", {
      detail: "the units and prices of the option are too large",
    });
}
