import { type Settings, decimalNumber, readSettings, setting } from "@slipway/broker";
import { createQuota, quotaSettings } from "@slipway/store";

const daySeconds = 86_400;
const seconds = (unlessSet: number, about: string) =>
  setting(decimalNumber(0.001, daySeconds).default(unlessSet), {
    about,
    must: `a number of seconds, at most ${daySeconds}`,
  });

export const capacitySettings = {
  CLAIM_CONFIRM_SECONDS: seconds(
    60,
    "seconds after which recovery asks about places that no booking is known to have",
  ),
  CLAIM_SWEEP_SECONDS: seconds(
    5,
    "seconds between two looks of recovery for such places, and for steps that a crash left uncopied",
  ),
  QUOTA_RESOURCES: quotaSettings.QUOTA_RESOURCES,
};

/** The settings of this service; throws at the start if one is invalid. */
export function configOf(given: Settings) {
  const read = readSettings(capacitySettings, given);
  return {
    confirmMs: read.CLAIM_CONFIRM_SECONDS * 1000,
    sweepMs: read.CLAIM_SWEEP_SECONDS * 1000,
    resourceQuota: createQuota("QUOTA_RESOURCES", given),
  };
}

export type Config = ReturnType<typeof configOf>;
