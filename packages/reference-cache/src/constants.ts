/** The times of leases and heartbeats. The assertions at the end hold their relations at start. */
import assert from "node:assert";
import { deadlineMs } from "@slipway/broker";

// Values.

/** A cached value is used for at most this long after its read, or its last check, began. */
export const valueLeaseMs = 1_000;
/** Values in use that are older than this are checked together with one whose lease has ended. */
export const earlyMs = valueLeaseMs / 2;
/** A change without an invalidation, such as one made in a database shell, is seen within this time. */
export const wholeMsMax = 60_000;
/** Between several nodes, work on a cached value commits nothing that begins later than this. */
export const useMsMax = 4_000;

// Readings of values.

/** Characters of JSON that a cache reads a second for a tenant, after a burst of so many milliseconds. */
export const paceCharactersPerSecond = 1024 * 1024;
export const paceBurstMs = 4_000;
/** How often a reading that waits looks whether its turn has come. */
export const pacePollMs = 25;

// Nodes.

/** A node with a cache publishes a heartbeat this often. */
export const heartbeatEveryMs = 500;
/** A node that was not heard for this long is dead, frozen or cut off: it has missed three heartbeats. */
export const silentMs = 3 * heartbeatEveryMs;
/** A node may use its caches for this long after it began to publish a heartbeat. */
export const nodeLeaseMs = 3_000;
/** A heartbeat that NATS has not confirmed within this time has failed. */
export const flushMsMax = 2_000;

// Invalidation.

/** The time that timers and the reading of clocks may add to a lease and a use. */
const marginMs = 500;
/** After this time from a write, a silent node has no more work on a value read before the write. */
export const expiryMs = valueLeaseMs + useMsMax + marginMs;
/** A node whose last heartbeat is older has no work on a cached value. */
export const heartbeatExpiryMs = nodeLeaseMs + expiryMs;
/** After the expiry, how long one call to a cache may take before its node's heartbeats are looked at. */
export const callMs = 500;
/** Pause before a cache that has not acknowledged is called again. */
export const callPauseMs = 20;

assert(earlyMs < valueLeaseMs, "a value can be checked early while its lease lasts");
assert(valueLeaseMs < wholeMsMax, "a value is checked before it is read whole again");
assert(heartbeatEveryMs + flushMsMax < nodeLeaseMs, "a late heartbeat still renews a node's lease");
assert(silentMs < expiryMs, "a node that died before a write counts as silent at the expiry");
assert(callPauseMs < callMs, "an invalidation waits for acknowledgements, not for pauses");
assert(
  expiryMs + callMs + callPauseMs < deadlineMs.mutation,
  "a change outwaits a silent node within its own request",
);
