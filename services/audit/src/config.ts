import { type Settings, readSettings, setting, wholeNumber } from "@slipway/broker";

export const auditSettings = {
  AUDIT_KEEP_DAYS: setting(wholeNumber(0, 99_999).default(730), {
    about: "days for which audit keeps entries; 0: for ever",
    must: "a whole number of days, 0 for ever",
  }),
};

/** This service's settings; a value that cannot be read stops the start. */
export function configOf(given: Settings) {
  return { keepDays: readSettings(auditSettings, given).AUDIT_KEEP_DAYS };
}

export type Config = ReturnType<typeof configOf>;
