/** Internal, for the operator's `slipway bookings archive`: the days and claims of bookings that ended long ago. */
import { z } from "zod";
import { mutation, read } from "./action.ts";
import { page } from "./bus-page.ts";
import { archivedLine, archivedVersion, removedAtOnceMax } from "./booking-archive.ts";
import { count } from "./primitives.ts";

/**
 * Far beyond each hold, each deadline, recovery and the 30 days of ended claims, so no work that goes on needs such a day.
 * The least that `BOOKINGS_KEEP_DAYS` takes.
 */
export const keepDaysMin = 60;
const keepDays = z.int().min(keepDaysMin);

const lines = z.object({ items: z.array(archivedLine), next: z.string().nullable() });
const versions = z.array(archivedVersion).max(removedAtOnceMax);
const archived = z.object({ archived: count });

/** Ledgers of all tenants whose day ended so long ago and that may be closed, in pages of the bus. Changes nothing. */
export const listEndedLedgers = read("resourcesCapacity.listEndedLedgers", {
  input: z.object({ keepDays, page }),
  output: lines,
});

/**
 * Closes these versions of ledgers, which a file has by now: no claim is ever taken there again, and what they counted goes.
 * One that has changed since is left alone. Repeatable.
 */
export const archiveLedgers = mutation("resourcesCapacity.archiveLedgers", {
  input: z.object({ keepDays, versions }),
  output: archived,
});

/**
 * Claims on closed ledgers whose bookings are archived, in pages of the bus. Only claims of bookings made so many days ago are
 * read: others are not archived. Changes nothing.
 */
export const listEndedClaims = read("resourcesCapacity.listEndedClaims", {
  input: z.object({ keepDays, page }),
  output: lines,
});

/** Removes these claims, which a file has by now. One with a later step is left alone. Repeatable. */
export const archiveClaims = mutation("resourcesCapacity.archiveClaims", {
  input: z.object({ versions }),
  output: archived,
});
