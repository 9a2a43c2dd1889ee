/** The times of a database's connection, and how they depend on each other and on those of a request. */
import assert from "node:assert";
import { deadlineMs, deadlineMsMax } from "@slipway/broker";

/** After this silence of a primary the members of a replica set elect another: MongoDB's own preset. */
const electionMs = 10_000;

/** The database gives up a read of a request after this time: nobody waits for its answer any longer. */
export const readMsMax = deadlineMs.read - 500;

/** So many documents that cannot be read does a page of a list pass; behind more of them it fails. */
export const unreadableMax = 1_000;

export const databaseMs = {
  /**
   * How long a connection may take to be made, the look-up of its host's name included, and how long the
   * driver's monitor waits for an answer. When the monitor gives up, every operation on that server is
   * interrupted, and the outcome of a write is unknown.
   *
   * Five seconds are too short where many processes start at once on a small machine. A resolver repeats a lost
   * look-up after 5 s, and the third packet of a connection is sent after 7 s.
   *
   * It is not longer than the longest request (10 s): its client does not wait any longer. It is not longer
   * than an election either: a silent primary has a successor by then.
   */
  connect: 10_000,
  /**
   * After this long without an answer a connection is given up, and its operation's outcome is unknown,
   * also where the operation only waited for a majority that lags. It bounds how long one dead
   * connection, which no heartbeat sees, stops a ledger's actor or the shared inserts of a replica.
   *
   * It is longer than the longest request (10 s): no client still waits, so giving up costs no answer.
   * It is not much longer, because waiting on would not make the outcome more certain: a lagging
   * majority may come or be rolled back, however long one waits. So every caller must stand a lost
   * reply at any time-out, and does:
   * - a ledger's actor looks for its token until an acknowledged write settles it, else OUTCOME_UNKNOWN;
   * - the insert and the change of a booking ask by a write that changes nothing, else OUTCOME_UNKNOWN,
   *   and release nothing;
   * - copies, relays, sweeps and recovery repeat; their steps are conditional and repeatable;
   * - every other mutation is answered OUTCOME_UNKNOWN.
   * A time limit of each request at the server (maxTimeMS) would give the same uncertainty earlier.
   */
  socket: 12_000,
  /** The driver's monitor looks at each server this often: the end of an outage is noticed within it. */
  heartbeat: 500,
  /** Without a primary for this long an operation fails: an outage is answered with 503. */
  selection: 2_000,
  /** A burst waits for free connections, but not for longer than the longest request. */
  poolWait: 10_000,
} as const;

assert(
  databaseMs.connect <= deadlineMsMax,
  "no client waits longer for a connection than for its answer",
);
assert(
  databaseMs.connect <= electionMs,
  "a silent primary is given up when its successor is elected",
);
assert(databaseMs.socket > deadlineMsMax, "giving a connection up costs no answer");
assert(
  databaseMs.heartbeat < databaseMs.selection,
  "a new primary is seen before an operation fails",
);
assert(
  databaseMs.poolWait <= deadlineMsMax,
  "no operation waits for a connection without a client",
);
