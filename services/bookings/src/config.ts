import { type Quota, createQuota } from "@slipway/store";
import { z } from "zod";

const settings = z.object({
  /** The interval of the hold sweep. A hold is swept within 5 s of its expiry. */
  HOLD_SWEEP_SECONDS: z.coerce.number().min(0.05).max(4).default(2),
  /** Memory for the booking indexes of lists; a tenant's 200 000 bookings take 60 MB. */
  LIST_MEMORY_MB: z.coerce.number().min(0).max(65_536).default(192),
});

export interface Config {
  readonly sweepMs: number;
  readonly listMemoryBytes: number;
  readonly feedQuota: Quota;
}

/** The service's settings, checked; fails at start with the setting's name. */
export function configOf(given: Readonly<Record<string, string | undefined>>): Config {
  const parsed = settings.parse(given);
  return {
    sweepMs: parsed.HOLD_SWEEP_SECONDS * 1_000,
    listMemoryBytes: parsed.LIST_MEMORY_MB * 2 ** 20,
    feedQuota: createQuota("QUOTA_CALENDAR_FEEDS", given),
  };
}
