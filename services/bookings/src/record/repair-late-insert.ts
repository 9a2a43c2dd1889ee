/**
 * An insert may reach the database long after its updatedAt, when readers of the change feed and of lists
 * have passed it. It gets a later updatedAt, once, so that they find it.
 *
 * Only such a booking gets one, because a later updatedAt ends the tokens of clients. The database stamps
 * each insert by its own clock, and the write that redates filters by the stamp. So no process judges an
 * insert by its own clock, or by the delay of an answer or an event.
 *
 * Every such booking gets one. The insert itself stores the event, with the effect `redates`. The effect ends
 * only if the insert was in time, or was redated, or another change has brought the booking to readers.
 * Two may be the first to know: the process that inserts, and the relay that delivers the event.
 */
import { refuse } from "@slipway/broker";
import { laterThan } from "@slipway/store";
import type { BookingEvent } from "./booking-document.ts";
import type { BookingStore } from "./booking-store.ts";
import type { Booking, NewRecord } from "./booking.ts";
import type { RecordDeps } from "./deps.ts";
import { isInTime } from "./change-feed.ts";

interface Inserted {
  booking: Booking;
  event: BookingEvent;
}

/**
 * The process that inserts: the booking as it is then, which is what the client is answered, and its event.
 * The event keeps its effect if the redating may have failed.
 */
export async function redateOwnInsert(
  deps: Pick<RecordDeps, "clock" | "store" | "warn">,
  { booking, event }: Inserted,
): Promise<Inserted> {
  const { redates: _redated, ...inTime } = event;
  try {
    const updatedAt = await redateLateInsert(deps, booking);
    if (!updatedAt) return { booking, event: inTime };
    return { booking: { ...booking, updatedAt, revision: booking.revision + 1 }, event: inTime };
  } catch (error) {
    deps.warn(`a late insert of ${booking._id} is left to the outbox: ${String(error)}`);
    return { booking, event };
  }
}

/** The relay, for an event that the process that inserts has not delivered, or for one of an order. Repeatable. */
export async function redateDelivered(
  deps: Redating,
  { at, tenantId, entityId }: Pick<BookingEvent, "at" | "tenantId" | "entityId">,
): Promise<void> {
  await redateLateInsert(deps, { tenantId, _id: entityId, createdAt: at });
}

interface Redating extends Pick<RecordDeps, "clock"> {
  readonly store: Pick<BookingStore, "redateLateInsert">;
}

/** Answers the new updatedAt, or undefined if nothing was to do; refuses if that is not known. */
async function redateLateInsert(
  { clock, store }: Redating,
  inserted: NewRecord,
): Promise<Date | undefined> {
  // Now it has been inserted, so it was inserted before now.
  if (isInTime(inserted.createdAt, clock())) return undefined;
  const updatedAt = laterThan(inserted.createdAt, clock());
  if (await store.redateLateInsert(inserted, updatedAt)) return updatedAt;
  // A write that was itself late finds nothing, whatever is stored.
  if (isInTime(updatedAt, clock())) return undefined;
  throw refuse("SERVICE_UNAVAILABLE");
}
