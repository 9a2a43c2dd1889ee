/** The times and sizes of the bus below Moleculer. The assertions at the end hold the relations between them at start. */
import assert from "node:assert";

// The connection to a server of NATS.

/** The client pings its server this often. */
export const pingMs = 10_000;
/** After so many pings without an answer the client gives the connection up. */
export const unansweredPingsMax = 2;
/** Pause before the client dials again. */
export const redialMs = 250;
/** A random part is added to the pause, so that not all clients of a restarted server dial at once. */
export const redialJitterMs = 100;

// Nodes.

/** A node with open requests asks the server this often whether the called nodes are still there. */
export const probeEveryMs = 50;
/** A server that is away or silent delays a node that leaves for no longer. What the node would send to others is then lost. */
export const leaveMsMax = 2_000;

// Fragments of packets.

/** A server refuses larger messages unless it is configured otherwise. */
const messageBytesMax = 1024 * 1024;
/** A larger packet travels in fragments of this size. */
export const fragmentBytesMax = 512 * 1024;
/** No sender has a reason to send more. A faulty one fills no memory. */
export const packetBytesMax = 64 * 1024 * 1024;
/** Packets whose last fragment is missing. One more drops the oldest. */
export const unfinishedMax = 100;

assert(redialMs + redialJitterMs < leaveMsMax, "a lost connection may return before a node leaves");
assert(
  fragmentBytesMax <= messageBytesMax / 2,
  "a fragment fits in a message, whatever its headers",
);
assert(fragmentBytesMax < packetBytesMax, "a packet may have several fragments");
