/** When a failed delivery is tried again. @param scheduleSeconds the delay before each attempt, the first included. */
interface Retry {
  readonly scheduleSeconds: readonly number[];
  /** Attempts made so far, the failed one included. */
  readonly attempts: number;
  /** The wait that the receiver asked for; null where it asked for none. */
  readonly retryAfterSeconds: number | null;
  /** 0 to 1: makes the delay 80 % to 120 % of the scheduled one, so that receivers are not called at once. */
  readonly random: number;
}

/** Milliseconds until the next attempt; null when the schedule is over. */
export function retryDelayMs(retry: Retry): number | null {
  const seconds = retry.scheduleSeconds[retry.attempts];
  if (seconds === undefined) return null;
  const delayMs = seconds * 1_000 * (0.8 + 0.4 * retry.random);
  const askedMs = (retry.retryAfterSeconds ?? 0) * 1_000;
  return Math.round(Math.max(delayMs, Math.min(askedMs, seconds * 2_000)));
}

/** The seconds that a Retry-After header asks for: a number, or a date. */
export function retryAfterSeconds(header: unknown, now: number): number | null {
  if (typeof header !== "string") return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  // A parser takes much for a date that is none.
  const at = header.endsWith("GMT") ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1_000));
}
