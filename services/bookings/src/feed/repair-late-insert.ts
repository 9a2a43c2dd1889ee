/**
 * An insert may reach the database long after its updatedAt, when readers of the change feed and of lists
 * have passed it. It gets a later updatedAt, once, so that they find it. Three may be the first to know:
 * the process that inserts, the relay that delivers the creation's event, and recovery of claims.
 */
import { refuse } from "@slipway/broker";
import { laterThan } from "@slipway/store";
import type { BookingEvent } from "../booking-document.ts";
import type { Booking } from "../booking.ts";
import type { Deps } from "../deps.ts";
import type { Owner } from "../recovery/tombstone-store.ts";
import { isInTime } from "./change-feed.ts";

/** The process that inserts: the booking as it is then, which is what the client is answered. */
export async function redateOwnInsert(
  { clock, store, log }: Pick<Deps, "clock" | "store" | "log">,
  booking: Booking,
): Promise<Booking> {
  if (isInTime(booking.updatedAt, clock())) return booking;
  const updatedAt = laterThan(booking.updatedAt, clock());
  if (await store.redate(booking, updatedAt))
    return { ...booking, updatedAt, revision: booking.revision + 1 };
  // Another request has changed it since, or the database is still slow.
  log("warn", `${booking._id} was written late`);
  return booking;
}

type FindableDeps = Pick<Deps, "clock" | "store" | "tombstones">;

/**
 * The relay, for a booking without claims: recovery of claims will not come to it. It was most likely written
 * late, because the process that inserts strips this effect off its own copy of the event. Repeatable.
 */
export async function redateLateInsert(
  deps: FindableDeps,
  { at, fact }: BookingEvent,
): Promise<void> {
  if (isInTime(at, deps.clock())) return;
  const [owner] = await deps.tombstones.findOwners([fact.entityId]);
  if (owner?.live && !(await isFindable(deps, owner))) throw refuse("SERVICE_UNAVAILABLE");
}

/**
 * Makes sure that readers find a booking whose process may have died after the insert: one that is still
 * unchanged gets a later updatedAt. False: read again.
 */
export async function isFindable(deps: FindableDeps, owner: Owner): Promise<boolean> {
  const { updatedAt, createdAt } = owner;
  if (!updatedAt || !createdAt || updatedAt.getTime() !== createdAt.getTime())
    return deps.tombstones.isStill(owner);
  return deps.store.redate(owner, laterThan(updatedAt, deps.clock()));
}
