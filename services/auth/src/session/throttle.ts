/** How long an account waits after failed log-ins. */

/** Failures in a row; null: none that still counts. */
export interface Failures {
  readonly count: number;
  readonly lastAt: Date;
}

const freeFailures = 5;
const firstWaitMs = 1_000;
const longestWaitMs = 15 * 60_000;
/** A failure counts no longer than this after the last one. */
export const rememberedMs = 24 * 3_600_000;

/** The wait that so many failures cause: a second after the fifth, then twice as long each time. */
export function waitMs(count: number): number {
  if (count < freeFailures) return 0;
  return Math.min(firstWaitMs * 2 ** (count - freeFailures), longestWaitMs);
}

/** Whether even the right password is refused now. */
export function mustWait(failures: Failures | null, now: number): boolean {
  return failures !== null && now < failures.lastAt.getTime() + waitMs(failures.count);
}

/** How many failures one more makes. */
export function countAfter(failures: Failures | null, now: number): number {
  if (failures === null || now >= failures.lastAt.getTime() + rememberedMs) return 1;
  return failures.count + 1;
}
