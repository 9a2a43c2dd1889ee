/** The times and bounds of deliveries. The assertions at the end hold the relations between them at start. */
import assert from "node:assert";
import { deadlineMs } from "@slipway/broker";
import { attemptMsMax } from "@slipway/delivery";

/** After this time another replica makes the attempt of one that has crashed. */
export const leaseMs = 20_000;
/** A subscription that was read longer ago than this is read again before an attempt. */
export const readMsMax = 250;
/** Pause between two looks for due deliveries. */
export const lookEveryMs = 1_000;

// Attempts that a request waits for.

/** The queue leaves a delivery that a request attempts alone for this long. */
export const claimMs = 30_000;
/** The request keeps this much of its time for its answer's way back. */
export const answerMs = 1_500;

// Attempts that run at the same time, shared by tenant.

/** To endpoints that answer. */
export const answeringSlotsMax = 200;
/** To endpoints that fail: a slot there is taken for a whole time-out. */
export const failingSlotsMax = 100;

/**
 * So many steps of deliveries use the database at the same time. A change that 50 subscriptions receive
 * begins 50 attempts, and 50 attempts to a silent endpoint end together. Without this bound each such
 * moment is a burst of some 300 statements, and requests wait behind it.
 */
export const stepsAtOnce = 4;
/** A step of a slow database takes this long. */
const stepMs = 50;
/** An attempt waits for its step at most this long: all other attempts end at once, and are before it. */
const turnMsMax = ((answeringSlotsMax + failingSlotsMax) / stepsAtOnce) * stepMs;

// Retention.

const hourMs = 3_600_000;
/** A delivery that has waited longer than this for its endpoint is not sent any more. */
export const resumeMs = 72 * hourMs;
/** A delivery is removed this long after it was made. */
export const keptMs = 30 * 24 * hourMs;

assert(attemptMsMax + turnMsMax < leaseMs, "an attempt is written before another replica makes it");
assert(answerMs < deadlineMs.mutation, "a request has time for an attempt before its answer");
assert(
  deadlineMs.mutation - answerMs + attemptMsMax + turnMsMax < claimMs,
  "an attempt that began as late as its request allows is written before the queue makes another",
);
assert(failingSlotsMax < answeringSlotsMax, "most attempts go to endpoints that answer");
assert(resumeMs < keptMs, "a delivery that may still be resumed is kept");
