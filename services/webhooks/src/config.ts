import { type DeliveryConfig, deliveryConfigOf } from "@slipway/delivery";
import { type Quota, createQuota } from "@slipway/store";

export interface Config extends DeliveryConfig {
  readonly subscriptionQuota: Quota;
}

/** This service's settings; needs SECRETS_KEYS. A value that cannot be read stops the start. */
export function configOf(settings: Readonly<Record<string, string | undefined>>): Config {
  return {
    ...deliveryConfigOf(settings),
    subscriptionQuota: createQuota("QUOTA_SUBSCRIPTIONS", settings),
  };
}
