import { type Settings, decimalNumber, readSettings, setting, wholeNumber } from "@slipway/broker";
import { type Quota, createQuota, quotaSettings } from "@slipway/store";

/** By the names of the environment. */
export const bookingsSettings = {
  HOLD_SWEEP_SECONDS: setting(decimalNumber(0.05, 4).default(2), {
    about: "seconds between two looks for expired holds, which take no places any more",
    must: "a number of seconds, 0.05 to 4",
  }),
  LIST_MEMORY_MB: setting(wholeNumber(0, 65_536).default(192), {
    about:
      "MB of memory for the bookings of tenants who ask for lists, about 60 for 200 000; lists of other tenants are slower",
    must: "a whole number of MB, at most 65536",
  }),
  QUOTA_CALENDAR_FEEDS: quotaSettings.QUOTA_CALENDAR_FEEDS,
};

export interface Config {
  readonly sweepMs: number;
  readonly listMemoryBytes: number;
  readonly feedQuota: Quota;
}

/** The service's settings, checked; fails at start with the setting's name. */
export function configOf(given: Settings): Config {
  const read = readSettings(bookingsSettings, given);
  return {
    sweepMs: read.HOLD_SWEEP_SECONDS * 1_000,
    listMemoryBytes: read.LIST_MEMORY_MB * 2 ** 20,
    feedQuota: createQuota("QUOTA_CALENDAR_FEEDS", given),
  };
}
