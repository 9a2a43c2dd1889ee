import { type Quota, createQuota } from "@slipway/store";

export interface Config {
  /** How much a tenant may have. */
  readonly quotas: {
    readonly products: Quota;
    readonly options: Quota;
    readonly photos: Quota;
    readonly photoMib: Quota;
  };
}

/** This service's settings; a value that cannot be read stops the start. */
export function configOf(settings: Readonly<Record<string, string | undefined>>): Config {
  return {
    quotas: {
      products: createQuota("QUOTA_PRODUCTS", settings),
      options: createQuota("QUOTA_OPTIONS", settings),
      photos: createQuota("QUOTA_PHOTOS", settings),
      photoMib: createQuota("QUOTA_PHOTO_MIB", settings),
    },
  };
}
