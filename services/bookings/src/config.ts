import { type Settings, decimalNumber, readSettings, setting, wholeNumber } from "@slipway/broker";
import { capacityArchive } from "@slipway/contracts";
import { createQuota, quotaSettings } from "@slipway/store";

/** Calendars show 30 days back, and capacity, channels and receivers keep their traces of a booking as long. */
const keptDays = wholeNumber(0, 36_500)
  .refine((days) => days === 0 || days >= capacityArchive.keepDaysMin)
  .default(0);

export const bookingsSettings = {
  HOLD_SWEEP_SECONDS: setting(decimalNumber(0.05, 4).default(2), {
    about: "seconds between two looks for expired holds, which take no places any more",
    must: "a number of seconds, 0.05 to 4",
  }),
  BOOKINGS_KEEP_DAYS: setting(keptDays, {
    about:
      "days after the end of its departure from which `slipway bookings archive` moves a booking into a file; 0: bookings stay for ever",
    must: "0, or a whole number of days, 60 to 36500",
  }),
  LIST_MEMORY_MB: setting(wholeNumber(0, 65_536).default(192), {
    about:
      "MB of memory for the bookings of tenants who ask for lists, about 60 for 200 000; lists of other tenants are slower",
    must: "a whole number of MB, at most 65536",
  }),
  QUOTA_CALENDAR_FEEDS: quotaSettings.QUOTA_CALENDAR_FEEDS,
  QUOTA_HOLDS_PER_KEY: quotaSettings.QUOTA_HOLDS_PER_KEY,
  QUOTA_ORDERS_PER_KEY: quotaSettings.QUOTA_ORDERS_PER_KEY,
};

/** The service's settings, checked; fails at start with the setting's name. */
export function configOf(given: Settings) {
  const read = readSettings(bookingsSettings, given);
  return {
    sweepMs: read.HOLD_SWEEP_SECONDS * 1_000,
    keepDays: read.BOOKINGS_KEEP_DAYS,
    listMemoryBytes: read.LIST_MEMORY_MB * 2 ** 20,
    feedQuota: createQuota("QUOTA_CALENDAR_FEEDS", given),
    holdQuota: createQuota("QUOTA_HOLDS_PER_KEY", given),
    orderQuota: createQuota("QUOTA_ORDERS_PER_KEY", given),
  };
}

export type Config = ReturnType<typeof configOf>;
