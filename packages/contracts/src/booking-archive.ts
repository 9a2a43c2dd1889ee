/** Internal, for the operator's `slipway bookings archive`: which bookings have ended long ago, and their removal. */
import { z } from "zod";
import { mutation } from "./action.ts";
import { page } from "./bus-page.ts";
import { count, id } from "./primitives.ts";

/** The version of a booking that a file has: only that one is removed. */
export const archivedVersion = z.object({
  tenantId: id,
  id,
  revision: z.int(),
  /** Null: the booking was never changed. */
  commit: z.string().nullable(),
});

/** Of one run of the command: while it works, no other one does. */
const run = z.uuid();

/**
 * Bookings of all tenants whose departures ended `BOOKINGS_KEEP_DAYS` ago, as JSON lines with their versions, in pages of
 * the bus. It changes nothing but the lease of the run. Refuses INVALID_STATE while another run has it.
 */
export const listEndedBookings = mutation("bookings.listEndedBookings", {
  input: z.object({ run, page }),
  output: z.object({
    /** 0: bookings are kept for ever, and there are no items. */
    keepDays: count,
    items: z.array(z.object({ line: z.string(), version: archivedVersion })),
    next: z.string().nullable(),
  }),
  refusals: ["INVALID_STATE"],
});

/**
 * Removes these versions of bookings, which a file has by now. A small document stays of each, so that neither id, key nor
 * reference is ever used again. One that has changed since is left alone. Repeatable. Refuses INVALID_STATE likewise.
 */
export const archiveBookings = mutation("bookings.archiveBookings", {
  input: z.object({
    run,
    versions: z.array(archivedVersion).max(200),
    /** The run's last call: another one may begin. */
    end: z.boolean().optional(),
  }),
  output: z.object({
    archived: count,
    /** Bookings whose events are not delivered yet. A run waits while there are many, so that sales' events do not wait for it. */
    pending: count.optional(),
  }),
  refusals: ["INVALID_STATE"],
});
