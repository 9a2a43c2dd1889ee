/** Internal, for the operator's `slipway bookings archive`: which bookings have ended long ago, and their removal. */
import { z } from "zod";
import { mutation, read } from "./action.ts";
import { page } from "./bus-page.ts";
import { count, id } from "./primitives.ts";

/** The version of a record that a file has: only that one is removed. */
export const archivedVersion = z.object({
  tenantId: id,
  /** Ids of ledgers and of claims are longer than others. */
  id: z.string().max(120),
  /** The revision of a booking or a ledger; the step of a claim. */
  revision: z.int(),
  /** Null: a claim, or a booking that was never changed. */
  commit: z.string().nullable(),
});

/** A record as a line of a file, and the version that the line has. */
export const archivedLine = z.object({ line: z.string(), version: archivedVersion });

/** The most versions in one removal. */
export const removedAtOnceMax = 200;

/** Id of a run of the command: only one run works at a time. */
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
    items: z.array(archivedLine),
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
    versions: z.array(archivedVersion).max(removedAtOnceMax),
    /** The run's last call: another one may begin. */
    end: z.boolean().optional(),
  }),
  output: z.object({
    archived: count,
    /** Bookings and orders whose events are not delivered yet. A run waits while there are many, so that sales' events do not wait for it. */
    pending: count.optional(),
  }),
  refusals: ["INVALID_STATE"],
});

/** Decided orders of all tenants, unchanged since, with all bookings archived, in pages of the bus. Changes nothing. */
export const listEndedOrders = read("bookings.listEndedOrders", {
  input: z.object({ page }),
  output: z.object({ items: z.array(archivedLine), next: z.string().nullable() }),
});

/** Removes these versions of orders, which a file has by now. One that has changed since is left alone. Repeatable. */
export const archiveOrders = mutation("bookings.archiveOrders", {
  input: z.object({ versions: z.array(archivedVersion).max(removedAtOnceMax) }),
  output: archiveBookings.output,
});

/** Lists those of these bookings that are archived or never existed: no booking gets their ids, no claim of theirs counts. */
export const listArchivedBookings = read("bookings.listArchivedBookings", {
  input: z.object({ bookings: z.array(z.object({ tenantId: id, id })).max(1_000) }),
  output: z.object({ ids: z.array(id) }),
});
