/** The times and bounds of the catalog. The assertions at the end hold the relations between them at start. */
import assert from "node:assert";
import { deadlineMs, deadlineMsMax } from "@slipway/broker";

// Requests that were cut short.

/** The time after which a request's unfinished work belongs to nobody. */
export const unfinishedMs = 30_000;
/** A mark this old is of a process that died or gave up: any request that meets it may take it away. */
export const currencyMarkMaxMs = 15_000;
/** Pause between two looks for the end of another request's mark. */
export const currencyLookMs = 20;

// Attempts at a change that lost a race.

/** Attempts of a change of one record. */
export const changeAttemptsMax = 10;
/** Attempts to delete an option whose product keeps changing. */
export const deletionAttemptsMax = 3;
/** References that are tried for one name. */
export const referenceAttemptsMax = 100;
/** Products of a supplier that get its contacts at the same time. */
export const contactsAtOnce = 8;

// Sizes.

/**
 * The units and prices of an option as JSON. Those of real ones have some ten KiB: 100 units with a price in each of 100
 * seasons have 600 KiB. Readers cache 16 of the largest.
 */
export const optionBytesMax = 1024 * 1024;

// Files of photos.

/** Longer than any reader takes of a file that a photo named when the reading began. */
export const leftFileMs = 120_000;
/** Longer than any upload takes. */
export const unfinishedFileMs = 3_600_000;

assert(deadlineMs.mutation < currencyMarkMaxMs, "no request loses a mark that it still needs");
assert(currencyLookMs < deadlineMs.read, "a read looks for the mark's end more than once");
assert(deadlineMsMax < unfinishedMs, "no job finishes what a request still works on");
assert(deadlineMsMax < leftFileMs, "a reader of a photo ends before its file goes");
assert(leftFileMs < unfinishedFileMs, "an upload lasts longer than a reading");
