import type { Settings } from "@slipway/broker";
import { createQuota, quotaSettings } from "@slipway/store";

export const availabilitySettings = {
  QUOTA_PERIODS_PER_OPTION: quotaSettings.QUOTA_PERIODS_PER_OPTION,
  QUOTA_BLOCKS_PER_PRODUCT: quotaSettings.QUOTA_BLOCKS_PER_PRODUCT,
};

/** This service's settings; a value that cannot be read stops the start. */
export function configOf(given: Settings) {
  return {
    periodQuota: createQuota("QUOTA_PERIODS_PER_OPTION", given),
    blockQuota: createQuota("QUOTA_BLOCKS_PER_PRODUCT", given),
  };
}

export type Config = ReturnType<typeof configOf>;
