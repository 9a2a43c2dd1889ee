import { type Quota, createQuota } from "@slipway/store";

export interface Config {
  /** Active periods of an option. */
  readonly periodQuota: Quota;
}

/** This service's settings; a value that cannot be read stops the start. */
export function configOf(settings: Readonly<Record<string, string | undefined>>): Config {
  return { periodQuota: createQuota("QUOTA_PERIODS_PER_OPTION", settings) };
}
