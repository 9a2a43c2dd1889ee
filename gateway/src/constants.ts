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
/**
 * A booking whose outcome is unknown is repeated if its request has this much time left. A later
 * call would most likely end without an answer, too.
 */
export const repeatMsMin = 1_000;

// The start and the stop.

/** The gateway waits this long to hear of all services. */
export const hearMsMax = 5_000;
/** After NATS was away the gateway hears of processes one by one: they become one line of the log. */
export const settleMs = 1_000;
/** A gateway that stops lets requests run for this long, then it closes their connections. */
export const drainMsMax = 20_000;
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
/** Memory that one process may hold of larger bodies, from their first byte to the end of their requests. */
export const bodyRoom = {
  /** Bytes of all tenants. */
  bytesMax: 128 * mebibyte,
  /** Bytes of one tenant. */
  tenantBytesMax: 40 * mebibyte,
  /** Bodies of one tenant, those that wait included. */
  tenantBodiesMax: 200,
  /** A body that has waited longer for room is refused. */
  waitMsMax: 15_000,
} as const;
/** Pause between two looks for room, which bodies that have become slow give back. */
export const bodyRoomTickMs = 250;
/** Once a body has waited for so long, no further one of its tenant begins before it. */
export const bodyAgedMs = 5_000;
/** The gateway reads larger bodies at this speed, all of them together. */
export const bodyBytesPerSecondMax = 64 * mebibyte;
/** The gateway keeps no announced room for a body that comes more slowly. */
export const bodyBytesPerSecondMin = 128 * kibibyte;
/** A body may be slower than that at its beginning. */
export const bodyGraceMs = 1_000;

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
/** Once an answer has waited for so long, none of its tenant passes it. */
export const readAgedMs = 1_000;
/** A piece counts for at most this much until it is loaded. */
export const loadedPieceBytes = 384 * kibibyte;
/** A piece takes this many times its size while it is made. */
export const pieceTimes = 20;
/**
 * An answer of a kind that the tenant has not read before counts for this much: a page of 400 KB, many times over
 * while records become messages and text. It also decides how many large pages of a tenant are loaded at once.
 */
export const unseenBytes = 8 * mebibyte;
/** No answer counts for less. */
export const answerBytesMin = 16 * kibibyte;
/** A shorter answer is sent as it is: it fits into a packet, and is not worth the work. */
export const compressedBytesMin = kibibyte;
/** Written at once: small enough that the gateway sees the pace of a reader within seconds. */
export const writtenPieceBytes = 64 * kibibyte;

// Shares of the requests that the gateway works on at the same time.

/** Reads give way to bookings beyond this share. */
export const readsShare = 0.75;
/** One tenant may have this share. */
export const tenantShare = 0.5;

/** Cost of a byte that the database reads for an answer and the answer does not contain. */
export const readWeight = 0.25;

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
assert(deadlineMsMax < drainMsMax, "a request that ran when the gateway stopped is answered");
assert(leavingIdleMs < drainMsMax, "idle connections are closed before the gateway closes all");
assert(closeEveryMs < leavingIdleMs, "connections are closed soon after they become idle");

assert(openBodyBytesMax <= smallBodyBytes, "a log-in waits for no upload");
assert(smallBodyBytes < bodyBytesMax, "only a larger body than that needs room");
assert(photos.charsMax < bodyBytesMax, "the largest photo fits in a body");
assert(2 * bodyBytesMax <= bodyRoom.tenantBytesMax, "large bodies of a tenant come side by side");
assert(3 * bodyRoom.tenantBytesMax <= bodyRoom.bytesMax, "two tenants leave room to a third");
assert(
  bodyRoom.waitMsMax + bodyRoomTickMs < requestMs,
  "a body that finds no room is refused before its connection is cut off",
);
assert(
  bodyAgedMs < bodyRoom.waitMsMax,
  "a body that has waited for long begins before its refusal",
);
assert(bodyRoomTickMs < bodyGraceMs, "room of a body that has become slow is found at once");
assert(2 * bodyBytesMax <= discardedBytesMax, "the rest of the largest body is taken");
assert(
  discardedBytesMax <= (discardMsMax / 1_000) * discardedBytesPerSecond,
  "one client can send all of it in time",
);

assert(readWaitMsMax <= deadlineMs.read, "a read that finds no room is refused within its time");
assert(readAgedMs < readWaitMsMax, "an answer that has waited for long begins before its refusal");
assert(pieceTimes * loadedPieceBytes <= unseenBytes, "an unknown answer counts for a whole piece");
assert(
  2 * unseenBytes <= defaultLimits.readMibHeld * mebibyte,
  "a tenant loads two large pages at the same time",
);
assert(answerBytesMin < unseenBytes, "small answers count for less than unknown ones");
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
