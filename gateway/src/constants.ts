/** The times, sizes and bounds of the gateway. The assertions at the end hold the relations between them at start. */
import assert from "node:assert";
import { deadlineMs, deadlineMsMax, heartbeatSeconds } from "@slipway/broker";
import { photos } from "@slipway/contracts";
import { defaultLimits } from "./limit-table.ts";

const kibibyte = 1024;
/** The unit of sizes. */
export const mebibyte = 1024 * kibibyte;

// Connections.

/** The server cuts off a client that takes nothing of its answer for this long. */
export const slowestReaderMs = 60_000;
/** The server looks at least this often for clients that send too slowly. */
export const slowSendersEveryMs = 5_000;
/** Common load balancers close a connection that was idle for this long. */
const balancerIdleMs = 60_000;

// Requests.

/** An upload of ten megabytes through a busy cluster may take this long. */
export const uploadMs = 30_000;
/** A booking of unknown outcome is repeated if its request has this much time left. A later call would end the same way. */
export const repeatMsMin = 1_000;

// The start and the stop.

/** The gateway waits this long to hear of all services. */
export const hearMsMax = 5_000;
/** After NATS was away the gateway hears of processes one by one: they become one line of the log. */
export const settleMs = 1_000;
/** A gateway that stops lets requests run for this long, as an upload on a slow line, then it closes their connections. */
export const drainMsMax = 65_000;
/**
 * After a drain the gateway keeps connections that no client used meanwhile for this long. Most are used within it,
 * and their clients learn from the answer that the connection ends.
 */
export const leavingIdleMs = 15_000;
/** Pause between two looks for connections that have become idle. */
export const closeEveryMs = 50;

// Bodies.

/** 15 MB. */
export const bodyBytesMax = 15_728_640;
/** Where no credential is needed. */
export const openBodyBytesMax = 8 * kibibyte;
/**
 * The gateway reads bodies up to this size at once, whatever larger ones are on their way. So a booking never
 * waits for uploads of others, nor is it refused because of them.
 */
export const smallBodyBytes = 64 * kibibyte;
/** Larger bodies that one process holds at the same time, from their 64 KiB on to the end of their requests. */
export const largeBodies = {
  atOnce: 8,
  /** Bodies of one tenant. */
  eachMax: 2,
  waitingMax: 200,
  /** A body that has waited longer is refused. */
  waitMsMax: 15_000,
} as const;
/** The gateway reads larger bodies at this speed, all of them together. */
export const bodyBytesPerSecondMax = 64 * mebibyte;
/** A large body that comes more slowly loses its place to one that waits for it. */
export const bodyBytesPerSecondMin = 128 * kibibyte;
/** A body may be slower than that at its beginning. */
export const bodyGraceMs = 1_000;
/** Pause between two looks at how fast a large body comes. */
export const bodyPaceEveryMs = 250;

// The rest of a refused body: the gateway takes it for a while, so that the client reads its answer.

/** The gateway closes the connection of a client that sends more than this of a refused body. */
export const discardedBytesMax = 32 * mebibyte;
/** The gateway closes the connection of a client that sends a refused body for longer than this. */
export const discardMsMax = 5_000;
/**
 * For all together. Four times as much took a seventh of a processor, mostly for the memory of the
 * discarded bytes, and slowed other requests down.
 */
export const discardedBytesPerSecond = 16 * mebibyte;

// Answers to reads.

/** The first piece of an answer waits this long for room, while others of the tenant are read. */
export const readWaitMsMax = 5_000;
/** A search that one call does not end is refused after this long: balancers cut off an answer that says nothing for longer. */
export const searchMsMax = 40_000;
/** A piece of a list pays for at most this much before it is loaded. */
export const loadedPieceBytes = 384 * kibibyte;
/** A piece of a list counts for this much while it is loaded: many times its size, because records become messages and text. */
export const pieceHeldBytes = 4 * mebibyte;
/** A list that is loaded whole counts for this much: a tenant loads two at once. */
export const wholeListHeldBytes = 2 * pieceHeldBytes;
/** Any other answer counts for this much while it is loaded. */
export const answerHeldBytes = 512 * kibibyte;
/** A shorter answer is sent as it is: it fits into a packet, and is not worth the work. */
export const compressedBytesMin = kibibyte;
/** Written at once: small enough that the gateway sees the pace of a reader within seconds. */
export const writtenPieceBytes = 64 * kibibyte;

// Streams of events.

/** Pause between two looks of a stream at the change feed. */
export const streamLookMs = 2_000;
/** Streams of one tenant that look at the same time: a look counts for a piece of a list, and may last as long as a read. */
export const streamLooksMax = 2;
/** A stream without news sends a comment this often: balancers and the server close a connection that is silent. */
export const heartbeatMs = 15_000;
/** A client whose stream has ended connects again after this time. */
export const streamRetryMs = 3_000;

// Shares of the requests that the gateway works on at the same time.

/** Reads give way to bookings beyond this share. */
export const readsShare = 0.75;
export const tenantShare = 0.5;

/** Cost of a byte that the database reads for an answer and the answer does not contain. */
export const readWeight = 0.25;

/** Cost of a byte of an option that is read to be sold: the database reads its times and texts, too, and leaves them out. */
export const optionReadWeight = 2;

// Sizes of caches and counters.

/** Addresses, feeds or tenants that each limit by minute remembers. */
export const countedNamesMax = 10_000;
/** Products in the cache of one gateway, as JSON: one may have hundreds of options, units and prices. */
export const productsCharactersMax = 16 * 1024 * 1024;
/** Credentials that were found before: failures of their address do not delay their look-ups. */
export const knownCredentialsMax = 20_000;
/** Credentials in the cache, as JSON. One takes 700 and more, so that each of them is a known one. */
export const credentialsCharactersMax = 700 * knownCredentialsMax;

// Look-ups from addresses that have used up their failures.

/** Look-ups that wait for their turn, of all addresses together. */
export const waitingLookupsMax = 50;
/** A turn lasts at least this long: such addresses together cost 100 look-ups a second. */
export const lookupTurnMsMin = 10;

const { headersMs, requestMs, idleMs, readBytesPerSecondMin, inFlightMax } = defaultLimits;

assert(
  slowSendersEveryMs <= headersMs,
  "slow headers are noticed before they take twice their time",
);
assert(headersMs < requestMs, "a request has time for its body after its headers");
assert(
  uploadMs < slowestReaderMs,
  "no connection is cut off as unused while its request is worked on",
);
assert(balancerIdleMs < idleMs, "the load balancer, not the gateway, closes idle connections");
assert(repeatMsMin < deadlineMs.mutation, "a quick failure leaves time to repeat a booking");

assert(
  2 * heartbeatSeconds.interval * 1_000 < hearMsMax,
  "two heartbeats of every process are heard before a service counts as missing",
);
assert(settleMs < hearMsMax, "a service that is heard of at the start is not logged as missing");
assert(
  requestMs + slowSendersEveryMs + Math.max(uploadMs, deadlineMsMax) <= drainMsMax,
  "a request that had begun when the gateway stopped comes whole and is answered",
);
assert(leavingIdleMs < drainMsMax, "idle connections are closed before the gateway closes all");
assert(closeEveryMs < leavingIdleMs, "connections are closed soon after they become idle");

assert(openBodyBytesMax <= smallBodyBytes, "a log-in waits for no upload");
assert(smallBodyBytes < bodyBytesMax, "only a larger body than that needs room");
assert(photos.charsMax < bodyBytesMax, "the largest photo fits in a body");
assert(3 * largeBodies.eachMax <= largeBodies.atOnce, "two tenants leave room to a third");
assert(
  largeBodies.waitMsMax + bodyGraceMs < requestMs,
  "a body that finds no room is refused before its connection is cut off",
);
assert(bodyPaceEveryMs < bodyGraceMs, "a body that has become slow is found at once");
assert(2 * bodyBytesMax <= discardedBytesMax, "the rest of the largest body is taken");
assert(
  discardedBytesMax <= (discardMsMax / 1_000) * discardedBytesPerSecond,
  "one client can send all of it in time",
);

assert(
  readWaitMsMax + deadlineMs.read + searchMsMax + deadlineMs.read < balancerIdleMs &&
    balancerIdleMs <= slowestReaderMs,
  "a search that takes too long is refused before its connection is cut off",
);
assert(readWaitMsMax <= deadlineMs.read, "a read that finds no room is refused within its time");
assert(
  2 * pieceHeldBytes <= defaultLimits.readMibHeld * mebibyte,
  "a tenant loads pieces of two lists at the same time",
);
assert(
  2 * (heartbeatMs + streamLookMs) < Math.min(balancerIdleMs, slowestReaderMs),
  "nobody closes a stream between two comments",
);
assert(
  (streamLooksMax + 1) * pieceHeldBytes <= defaultLimits.readMibHeld * mebibyte,
  "a tenant's streams leave room to its other reads",
);
assert(answerHeldBytes < pieceHeldBytes, "a list leaves room to other answers");
assert(
  (writtenPieceBytes / readBytesPerSecondMin) * 1_000 < slowestReaderMs,
  "a slow reader is cut off by its pace before it is cut off for silence",
);
assert(
  defaultLimits.concurrentMax <= inFlightMax * tenantShare,
  "a credential alone may use its tenant's share",
);
assert(tenantShare <= readsShare, "reads of one tenant are bounded by its share");

assert(defaultLimits.connectionsMax <= countedNamesMax, "a limit remembers each connected client");
assert(
  waitingLookupsMax * lookupTurnMsMin < deadlineMs.read,
  "quick look-ups all get their turn within their requests",
);
