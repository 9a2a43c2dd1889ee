import type { Settings } from "@slipway/broker";
import { deliveryConfigOf, deliverySettings } from "@slipway/delivery";
import { createQuota, quotaSettings } from "@slipway/store";

export const webhooksSettings = {
  ...deliverySettings,
  QUOTA_SUBSCRIPTIONS: quotaSettings.QUOTA_SUBSCRIPTIONS,
};

/** This service's settings; needs SECRETS_KEYS. A value that cannot be read stops the start. */
export function configOf(given: Settings) {
  return {
    ...deliveryConfigOf(given),
    subscriptionQuota: createQuota("QUOTA_SUBSCRIPTIONS", given),
  };
}

export type Config = ReturnType<typeof configOf>;
