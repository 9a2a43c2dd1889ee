import { type Settings, decimalNumber, readSettings, setting } from "@slipway/broker";
import { deliveryConfigOf, deliverySettings } from "@slipway/delivery";
import { createQuota, quotaSettings } from "@slipway/store";

const own = {
  SYNC_GATHER_SECONDS: setting(decimalNumber(0.05, 9_999).default(5), {
    about: "seconds for which sync gathers changes of vacancies before it sends them to channels",
    must: "a number of seconds, at least 0.05",
  }),
};

export const syncSettings = {
  ...own,
  ...deliverySettings,
  QUOTA_CHANNELS: quotaSettings.QUOTA_CHANNELS,
};

/** This service's settings; needs SECRETS_KEYS. A value that cannot be read stops the start. */
export function configOf(given: Settings) {
  return {
    gatherMs: readSettings(own, given).SYNC_GATHER_SECONDS * 1_000,
    channelQuota: createQuota("QUOTA_CHANNELS", given),
    delivery: deliveryConfigOf(given),
  };
}

export type Config = ReturnType<typeof configOf>;
