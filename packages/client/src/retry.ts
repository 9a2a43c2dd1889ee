/** Whether and when a failed attempt is repeated. Pure. */
import { SlipwayConnectionError, SlipwayProblem, isOutcomeUnknown } from "./errors.ts";
import type { Operation } from "./operation.ts";

export interface FailedAttempt {
  readonly error: unknown;
  readonly operation: Pick<Operation, "repeat">;
  /** How many attempts were made before it. */
  readonly attempt: number;
  readonly maxRetries: number;
  /** Until the call's time is up. */
  readonly msLeft: number;
  /** 0 to 1. */
  readonly random: number;
}

const backoffMs = 200;
const backoffMsMax = 5_000;
const retryAfterMsMax = 30_000;
/** An attempt with less time would often end without its answer. */
const attemptMsMin = 2_000;

/** How long to wait before the next attempt; undefined: there is none. */
export function pauseBeforeRetry(failed: FailedAttempt): number | undefined {
  const { error, operation, attempt, maxRetries, msLeft, random } = failed;
  if (attempt >= maxRetries || !mayRepeat(error, operation)) return undefined;
  const askedMs = error instanceof SlipwayProblem ? (error.retryAfterMs ?? 0) : 0;
  if (askedMs > retryAfterMsMax) return undefined;
  // Full jitter: clients that failed together do not come back together.
  const pauseMs = askedMs + random * Math.min(backoffMs * 2 ** attempt, backoffMsMax);
  return pauseMs + leastMsFor(error, operation) < msLeft ? pauseMs : undefined;
}

/** That nothing was done is worth more than a late attempt, after which nothing is known. */
function leastMsFor(error: unknown, { repeat }: Pick<Operation, "repeat">): number {
  return repeat === "read" || isOutcomeUnknown(error) ? 0 : attemptMsMin;
}

/** An unknown outcome is repeated only where that changes nothing, or nothing more. */
function mayRepeat(error: unknown, { repeat }: Pick<Operation, "repeat">): boolean {
  const isSafe = repeat !== undefined;
  if (error instanceof SlipwayConnectionError) return error.outcome === "not sent" || isSafe;
  if (!(error instanceof SlipwayProblem)) return false;
  const { status, outcome } = error;
  if (status === 429 || (status === 503 && outcome === "refused")) return true;
  return isSafe && status >= 502 && status <= 504;
}
