/** The constants of this service. The assertions at the end hold the relations between them at start. */
import assert from "node:assert";
import { attachWithinMs, capacityArchive } from "@slipway/contracts";

// An actor and its batches.

/** Commands that wait for one ledger; one more is refused as OVERLOADED. */
export const mailboxMax = 1_000;
/** Commands that one write commits. */
export const batchMax = 250;
/** Steps in a claim log; a full log is copied before the next write. */
export const logStepsMax = 1_000;
/** Views for one batch; after so many outdated ones its commands are refused. */
export const viewsMax = 25;
/** Reads of one view; each is repeated if the ledger was written in between. */
export const rereadsMax = 20;
/** Actors are kept for their views; beyond this number idle ones are dropped. */
export const actorsMax = 2_000;
/**
 * Every change to a resource or requirement bumps the version of all open ledgers of the supplier
 * before it replies. If the changing process crashes before the bump, views stay outdated this long.
 */
export const viewMsMax = 10_000;
/** Pause before the next view after a lost reply. */
export const outagePauseMs = 100;
/** Pause before commands that wait for a resize are decided again. */
export const resizePauseMs = 20;
/** A command waits this long for a resize, then it is refused. */
export const resizeWaitMsMax = 1_000;
/** Pause before a failed copy is repeated. */
export const copyRetryMs = 200;

// Attached claims.

/** A new claim's record waits this long for its booking. It stays short to keep the claim log small. */
export const attachMsMax = attachWithinMs;
/** Reads of the records, each after a pause of `attachMsMax`: another replica may still wait for them. */
export const attachReadsMax = 3;

// Locks and conditional writes.

/** The process that set an older lock has crashed: any process that the lock hinders may remove it. */
export const lockMsMax = 5_000;
export const lockAttemptsMax = 8;
export const writeAttemptsMax = 4;
/** Ledgers that a resize checks at the same time. */
export const resizedAtOnce = 8;
/** Reads until what was read turns out to be durable. */
export const durableReadsMax = 8;
/** A lost ledger has made at most so many revisions since the last step that has a record. None of them is made again. */
export const lostRevisionsMax = 10_000;
/** No ledger makes so many revisions in a millisecond. */
export const revisionsPerMs = 1_000;
/** No clock is further off than this; a ledger counts as open for so long after its day. */
export const clockSkewMsMax = 3_600_000;

// Operations that share a round trip.

export const commitsMax = 100;
export const commitsAtOnce = 1;
export const copiesMax = 200;
export const openingsMax = 100;
/** Ledgers whose claims one query looks for. Most have none; those of a lost ledger are read whole. */
export const ledgersLookedMax = 16;
export const resourceQueriesMax = 100;
export const snapshotQueriesMax = 32;
export const snapshotsAtOnce = 2;
/** Memory of the resources that are kept for vacancies, and again for claims, and what one takes of it, about. */
export const keptResourcesBytesMax = 16 * 1024 * 1024;
export const keptResourceBytes = 640;
/** Suppliers whose start of the day is kept. */
export const suppliersKnownMax = 50_000;
/** Memory of the ledgers that are kept for vacancies, and what one usage takes of it, about. */
export const snapshotBytesMax = 64 * 1024 * 1024;
export const usageBytes = 320;
/** Up to so many unwanted days cost less inside a range of ledgers than another range does. */
export const gapDaysMax = 3;

// Alternatives.

/** Beyond four rebookings we count every claim. This overestimates use and is therefore safe. */
export const branchingBookingsMax = 4;
export const alternativesMax = 256;

// Recovery and doctor.

export const recoveredClaimsMax = 500;
export const compactedLedgersMax = 200;
/** They share round trips; more would make bookings wait for a database connection. */
export const compactedAtOnce = 25;
/** A log that no write has touched for this long was left by a crash, or its ledger is idle. */
export const restMs = 10_000;
/** Ended claims are kept for doctor and for late repeats of commands. */
export const keepEndedMs = 30 * 86_400_000;
/** Pause before the second reading if the deadline leaves no time for recovery: running commands end. */
export const doctorPauseMs = 500;
/** Time that a reading of everything takes at most. */
export const doctorReadMs = 5_000;
/** Readings of one ledger; one is enough unless another replica writes the ledger, too. */
export const doctorReadsMax = 25;

assert(batchMax <= mailboxMax, "a batch comes from one mailbox");
assert(batchMax <= logStepsMax, "an empty claim log has room for a batch");
assert(
  attachMsMax * attachReadsMax < restMs,
  "recovery leaves claims alone that are being attached",
);
assert(attachReadsMax > 2, "the second pause ends after another replica's wait and its write");
assert(resizePauseMs < resizeWaitMsMax, "a command that waits for a resize is decided again");
assert(resizeWaitMsMax < lockMsMax, "a command does not outwait a lock that may be stale");
assert(lockMsMax < viewMsMax, "a crashed resize is undone before its views end");
assert(viewMsMax < clockSkewMsMax, "a view ends before its ledger counts as over");
assert(2 ** branchingBookingsMax <= alternativesMax, "two claims of each booking are always tried");
assert(compactedAtOnce <= compactedLedgersMax, "a sweep compacts its ledgers in groups");
assert(restMs < keepEndedMs, "a claim's record outlives its step in the log");
assert(
  keepEndedMs + clockSkewMsMax < capacityArchive.keepDaysMin * 86_400_000,
  "ended claims of a day are gone by the sweep before the day may be closed",
);
