/** The times and sizes of one attempt to deliver. The assertions at the end hold the relations between them at start. */
import assert from "node:assert";
import { deadlineMs } from "@slipway/broker";

/** An attempt that has got no answer by then has failed. */
export const attemptMsMax = 15_000;
/** The request that makes a subscription waits for its probe. */
export const probeMsMax = 2_000;
/** Until a connection to the receiver is made. */
export const connectMs = 5_000;
/** One question to a name server lasts at most this long. */
export const resolveMs = 2_000;
/** Questions that a name server is asked before the look-up fails. */
export const resolveTriesMax = 2;

/** Bytes read of a receiver's answer at most, and of its headers. */
export const answerBytesMax = 16 * 1024;
/** An answer's body is read for this long; only its status counts. */
export const answerReadMs = 1_000;
/** An idle connection to a receiver is kept for this long. */
export const keepAliveMs = 10_000;

/** An origin that is not proven gets no second challenge within this time, and a tenant's origins together get this many. */
export const challengesPerMs = 60_000;
export const challengesMax = 10;
/** Origins of a tenant that are remembered. One that is forgotten is challenged again. */
export const originsMax = 1_000;
/** Bytes read of the answer to a challenge. */
export const challengeBytesMax = 1_024;

/** Replaced secrets that sign beside the newest, so that one can be made every hour: the header takes 1.2 KiB. */
export const replacedMax = 24;
/** Records whose secrets are sealed anew by one statement. */
export const resealedAtOnce = 100;

assert(connectMs < attemptMsMax, "an attempt that connects late still has time for its answer");
assert(resolveMs < connectMs, "a lost question to a name server is repeated in time");
assert(answerReadMs < attemptMsMax, "an attempt ends soon after its answer begins");
assert(
  probeMsMax + answerReadMs < deadlineMs.mutation,
  "a request that makes a subscription is answered after its probe",
);
