/** The times and bounds of bookings. The assertions at the end hold the relations between them at start. */
import assert from "node:assert";
import { deadlineMs } from "@slipway/broker";
import { attachWithinMs, orders } from "@slipway/contracts";

// Holds.

/** The length of a hold, in minutes, where the option names none. */
export const holdMinutesDefault = 30;
export const holdMinutesMax = 1_440;

// Orders.

/** Live bookings of an order; more may be listed, up to all that it has ever had. */
export const orderBookingsMax = orders.orderBookingsMax;
export const orderEntriesMax = orders.orderEntriesMax;
export const retailInOrderMax = orders.retailInOrderMax;

// Attempts at a change that lost a race.

/** Readings of a booking that other requests keep changing, before a change is refused. */
export const changeAttemptsMax = 4;
/** Attempts to confirm what was read of bookings that other writers keep changing. */
export const confirmAttemptsMax = 8;
/** Attempts to settle claims whose bookings keep changing. */
export const settleAttemptsMax = 5;

// Caches.

/** The most that is cached of what options sell, in characters of JSON. */
export const sellingCharactersMax = 8 * 1024 * 1024;

// Claims that new bookings name.

/**
 * Capacity delays the write of a claim's record by `attachWithinMs`, so that one write also says that
 * the claim is named. The booking's insert, this delay and the call must fit in that time.
 */
export const attachGatherMs = 40;
/** Claims in one call. */
export const attachedAtOnce = 1_000;

// The change feed.

/** How long after its updatedAt a change may be written, by the database's clock. */
export const lateMaxMs = 5_000;
/** How far the watermark is behind the database's clock: more than `lateMaxMs`, as the next primary's may be slow. */
export const watermarkBehindMs = lateMaxMs + 5_000;
/** The error of a process's estimate of the database's clock. */
export const clockErrorMs = 500;

// Lists and calendars, which wait for the index of a tenant.

/** A change may be written this long after its updatedAt, plus a second for inexact clocks. */
export const indexWindowMs = lateMaxMs + 1_000;
export const indexReadMax = 1_000;
/** A tenant that did not fit in memory is tried again after this time. */
export const indexTooBigMs = 600_000;
/** How long the first list of a tenant waits for its index to load. */
export const listPatienceMs = 1_000;
/** Bookings of a piece of a scan: 42 ms of the database's processor time. */
export const scanPieceMax = 4_000;
/** Bytes that each counts of those that a tenant may read: so one tenant's scans take a third of a database. */
export const scannedBytes = 512;
/** Bytes that a booking counts which is found in memory. */
export const foundBytes = 128;
/** Pieces that one request of a list reads; the next one scans on. */
export const scanPiecesMax = 4;
/** The deepest offset of such a list in the order of starts. The bus carries the places before the page. */
export const scannedOffsetMax = 1_000;
/** Starts of bookings whose departures one request looks for. */
export const lookedStartsMax = 10_000;
/** Time left for the answer once the index has loaded. */
export const listAnswerMs = 2_000;

assert(holdMinutesDefault <= holdMinutesMax, "the usual hold is a possible one");
assert(
  attachGatherMs < attachWithinMs / 2,
  "more than half of the time is left for the insert and the call",
);
assert(clockErrorMs < lateMaxMs, "a change that is written at once is in time");
assert(
  lateMaxMs + clockErrorMs < watermarkBehindMs,
  "readers of the feed pass no change that may still be written",
);
assert(
  lateMaxMs + clockErrorMs < indexWindowMs,
  "the index reads again whatever may have been written late",
);
assert(
  listPatienceMs + listAnswerMs < deadlineMs.read,
  "a list that waited for its index is answered within its request",
);
