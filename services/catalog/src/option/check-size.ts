import { refuse } from "@slipway/broker";
import type { OptionFields } from "./option.ts";

/** Well below the 16 MiB of a document, beside what waits in its outbox. */
const bytesMax = 6 * 1024 * 1024;

/**
 * Refuses what would no longer fit an option's document: units of 128 KiB of free JSON each add up.
 */
export function checkSize(option: Pick<OptionFields, "units" | "pricingPeriods">): void {
  const bytes = Buffer.byteLength(JSON.stringify([option.units, option.pricingPeriods]));
  if (bytes > bytesMax)
    throw refuse("VALIDATION_FAILED", {
      detail: "the units and prices of the option are too large",
    });
}
