import { type DeliveryConfig, deliveryConfigOf } from "@slipway/delivery";
import { type Quota, createQuota } from "@slipway/store";
import { z } from "zod";

const seconds = z
  .string()
  .regex(/^\d{1,4}(\.\d{1,3})?$/, "must be a number of seconds")
  .transform(Number)
  .refine((value) => value >= 0.05, "must be at least 0.05");

const environment = z.object({
  /** How long changes of vacancies are gathered before channels are told of them. */
  SYNC_GATHER_SECONDS: seconds.default(5),
});

export interface Config {
  readonly gatherMs: number;
  readonly channelQuota: Quota;
  readonly delivery: DeliveryConfig;
}

/** This service's settings; needs SECRETS_KEYS. A value that cannot be read stops the start. */
export function configOf(settings: Readonly<Record<string, string | undefined>>): Config {
  const { SYNC_GATHER_SECONDS } = environment.parse(settings);
  return {
    gatherMs: SYNC_GATHER_SECONDS * 1_000,
    channelQuota: createQuota("QUOTA_CHANNELS", settings),
    delivery: deliveryConfigOf(settings),
  };
}
