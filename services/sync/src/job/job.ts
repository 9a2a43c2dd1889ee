/** A message that a channel is to be sent, and how that goes. Pure. */
import { type Kept, type OutputOf, answerOf, sync } from "@slipway/contracts";

export type JobRecord = OutputOf<typeof sync.getJob>;

export interface Job extends Kept<JobRecord> {
  /** RUNNING is no state of its own: it is PENDING under a lease. */
  readonly status: "PENDING" | "SUCCEEDED" | "FAILED";
  /** Attempts that take no place in the schedule: faults of ours, and those before it was begun anew. */
  readonly attemptsBefore: number;
  readonly leasedUntil: Date | null;
  /** The message of a booking's update, or the data of a subscription's notification. */
  readonly body: string | null;
  /** The departures of an update of vacancies, whose figures are read when it is sent. */
  readonly departures: readonly Date[] | null;
  /** The event that a booking's update delivers, once per channel. */
  readonly eventId?: string;
}

export function isRunning(
  { status, leasedUntil }: Pick<Job, "status" | "leasedUntil">,
  now: number,
): boolean {
  return status === "PENDING" && leasedUntil !== null && leasedUntil.getTime() > now;
}

/** The job as it is kept, as the audit log records it. */
export function keptRecord(job: Job): JobRecord {
  return answerOf(sync.syncJob, job);
}

export function shownRecord(job: Job, now: number): JobRecord {
  const record = keptRecord(job);
  return isRunning(job, now) ? { ...record, status: "RUNNING" } : record;
}

export interface Attempt {
  readonly isSuccess: boolean;
  /** One short word or line; null on success. */
  readonly error: string | null;
  /** Milliseconds from now, or null when nothing more is tried. */
  readonly retryInMs: number | null;
  /** A fault of ours: nothing was sent, so the attempt takes no place in the schedule. */
  readonly isFault?: boolean;
}

export type JobState = Pick<
  Job,
  "status" | "attempts" | "attemptsBefore" | "nextAttemptAt" | "lastError" | "leasedUntil"
>;

export function jobAfter(
  { attempts, attemptsBefore }: Pick<Job, "attempts" | "attemptsBefore">,
  { isSuccess, error, retryInMs, isFault = false }: Attempt,
  now: number,
): JobState {
  const ended = {
    attempts: attempts + 1,
    attemptsBefore: attemptsBefore + (isFault ? 1 : 0),
    lastError: error,
    leasedUntil: null,
  };
  if (isSuccess) return { ...ended, status: "SUCCEEDED", nextAttemptAt: null };
  if (retryInMs === null) return { ...ended, status: "FAILED", nextAttemptAt: null };
  return { ...ended, status: "PENDING", nextAttemptAt: new Date(now + retryInMs) };
}
