import assert from "node:assert";
import { pageBytesMax } from "@slipway/contracts";
import { fragmentBytesMax, leaveMsMax, probeEveryMs } from "@slipway/nats";

/** Absolute times by which a request must be answered, from its arrival. */
export const deadlineMs = { read: 5_000, mutation: 10_000 } as const;
/** No client waits longer for its answer. */
export const deadlineMsMax = Math.max(deadlineMs.read, deadlineMs.mutation);

/** For calls that do not say it. */
export const requestMsMax = 10_000;

/** A node that stops waits no longer for calls under way. */
export const drainMsMax = 15_000;

/** A node that is silent for the time-out is taken for gone. */
export const heartbeatSeconds = { interval: 2, timeout: 6 } as const;

/** A proof of a caller is good for this long; it is renewed with each look-up, every second. */
export const proofMinutes = 10;

assert(requestMsMax >= deadlineMsMax, "a call lasts as long as its request may");
assert(drainMsMax > requestMsMax, "what has begun when a node begins to stop ends before it does");
assert(
  heartbeatSeconds.timeout > 2 * heartbeatSeconds.interval,
  "one lost heartbeat makes no node gone",
);
assert(
  heartbeatSeconds.timeout * 1_000 < requestMsMax,
  "a node that is gone is noticed within a request",
);
assert(
  leaveMsMax < heartbeatSeconds.timeout * 1_000,
  "a node that leaves says goodbye before others take it for gone",
);
assert(
  leaveMsMax < requestMsMax,
  "a request that a leaving node turns away still has time elsewhere",
);
assert(
  probeEveryMs < heartbeatSeconds.interval * 1_000,
  "a node that is gone is found by a probe before a heartbeat is missed",
);
assert(pageBytesMax < fragmentBytesMax, "a page of a list needs no fragments");
assert(
  proofMinutes * 60_000 > requestMsMax + drainMsMax,
  "a proof outlives the request that brings it",
);
