import type { Settings } from "@slipway/broker";
import { type DeliveryConfig, deliveryConfigOf, deliverySettings } from "@slipway/delivery";
import { type Quota, createQuota, quotaSettings } from "@slipway/store";

/** By the names of the environment. */
export const webhooksSettings = {
  ...deliverySettings,
  QUOTA_SUBSCRIPTIONS: quotaSettings.QUOTA_SUBSCRIPTIONS,
};

export interface Config extends DeliveryConfig {
  readonly subscriptionQuota: Quota;
}

/** This service's settings; needs SECRETS_KEYS. A value that cannot be read stops the start. */
export function configOf(given: Settings): Config {
  return {
    ...deliveryConfigOf(given),
    subscriptionQuota: createQuota("QUOTA_SUBSCRIPTIONS", given),
  };
}
