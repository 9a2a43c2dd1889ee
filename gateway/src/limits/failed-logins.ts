import { addressesMax } from "../constants.ts";
import { createBuckets } from "./buckets.ts";

/** Bounds what guessing passwords costs: log-ins that fail, by the name of their address. */
export interface FailedLogins {
  /** Seconds for which a device that is not known must wait; 0: it may try now. */
  waitSeconds(address: string): number;
  note(address: string): void;
}

/** @param perMinute also how many may fail at once; 0: nothing is limited. */
export function createFailedLogins(perMinute: number, clock?: () => number): FailedLogins {
  if (perMinute === 0) return { waitSeconds: () => 0, note: () => {} };
  const policy = { perSecond: perMinute / 60, burst: perMinute };
  const failures = createBuckets(policy, clock, addressesMax);
  return {
    waitSeconds: (address) => failures.look(address).waitSeconds,
    note: (address) => failures.debit(address, 1),
  };
}
