/** How long an account waits after failed log-ins. */
import { failuresFree, failuresRememberedMs, firstWaitMs, longestWaitMs } from "../constants.ts";

/** Failures in a row; null: none that still counts. */
export interface Failures {
  readonly count: number;
  readonly lastAt: Date;
}

/** The wait that so many failures cause: a second after the fifth, then twice as long each time. */
export function waitMs(count: number): number {
  if (count < failuresFree) return 0;
  return Math.min(firstWaitMs * 2 ** (count - failuresFree), longestWaitMs);
}

/** Whether even the right password is refused now. */
export function mustWait(failures: Failures | null, now: number): boolean {
  return failures !== null && now < failures.lastAt.getTime() + waitMs(failures.count);
}

/** How many failures one more makes. */
export function countAfter(failures: Failures | null, now: number): number {
  if (failures === null || now >= failures.lastAt.getTime() + failuresRememberedMs) return 1;
  return failures.count + 1;
}
