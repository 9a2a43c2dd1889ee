import { refuse } from "@slipway/broker";
import { countedNamesMax } from "../constants.ts";
import { createAllowance } from "./allowance.ts";

/** Bounds what each name may have: so many a minute, and as many at once. */
export interface PerMinute {
  /** Seconds until the name has one left; 0: it has one now. */
  waitSeconds(name: string): number;
  /** Takes one of the name, whether it has one left or not. */
  note(name: string): void;
}

/** @param perMinute 0: nothing is limited. */
export function createPerMinute(perMinute: number, clock?: () => number): PerMinute {
  if (perMinute === 0) return { waitSeconds: () => 0, note: () => {} };
  const policy = { perSecond: perMinute / 60, burst: perMinute };
  const allowance = createAllowance(policy, clock, countedNamesMax);
  return {
    waitSeconds: (name) => allowance.look(name).waitSeconds,
    note: (name) => void allowance.spend(name, 1),
  };
}

/** Refuses with RATE_LIMITED what would have to wait. */
export function expectNoWait(retryAfterSeconds: number): void {
  if (retryAfterSeconds > 0) throw refuse("RATE_LIMITED", { retryAfterSeconds });
}
