import type { Settings } from "@slipway/broker";
import { createQuota, quotaSettings } from "@slipway/store";

export const catalogSettings = {
  QUOTA_SUPPLIERS: quotaSettings.QUOTA_SUPPLIERS,
  QUOTA_PRODUCTS: quotaSettings.QUOTA_PRODUCTS,
  QUOTA_OPTIONS: quotaSettings.QUOTA_OPTIONS,
  QUOTA_UNITS_PER_OPTION: quotaSettings.QUOTA_UNITS_PER_OPTION,
  QUOTA_PHOTOS: quotaSettings.QUOTA_PHOTOS,
  QUOTA_PHOTO_MIB: quotaSettings.QUOTA_PHOTO_MIB,
};

/** This service's settings; a value that cannot be read stops the start. */
export function configOf(given: Settings) {
  return {
    quotas: {
      suppliers: createQuota("QUOTA_SUPPLIERS", given),
      products: createQuota("QUOTA_PRODUCTS", given),
      options: createQuota("QUOTA_OPTIONS", given),
      units: createQuota("QUOTA_UNITS_PER_OPTION", given),
      photos: createQuota("QUOTA_PHOTOS", given),
      photoMib: createQuota("QUOTA_PHOTO_MIB", given),
    },
  };
}

export type Config = ReturnType<typeof configOf>;
