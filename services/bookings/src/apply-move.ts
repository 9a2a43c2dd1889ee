import { type Request, refuse } from "@slipway/broker";
import type { RefusalCode } from "@slipway/contracts";
import { eventOf, laterThan } from "@slipway/store";
import { recordOf } from "./booking-record.ts";
import type { BookingEvent } from "./booking-document.ts";
import { type Booking, type Decision, type Moved, liveStatuses } from "./booking.ts";
import type { Deps } from "./deps.ts";
import { bare, releaseBeforeAnswer } from "./release-claims.ts";

/** One kind of status change: what it is called, what decides it, and what must be done first. */
export interface Move {
  /** In the audit log. */
  verb: string;
  decide: (booking: Booking, now: number) => Decision;
  /** A repeatable step before the write; a refusal is answered unless the booking has changed. */
  before?: (booking: Booking, set: Moved) => Promise<RefusalCode | undefined>;
}

const attemptsMax = 4;

/**
 * Reads a booking, decides and writes on the very revision that was read; found nothing: reads and
 * decides again. What changes nothing is not written. The places of a booking that ends are free
 * when this returns.
 */
export async function applyMove(
  deps: Deps,
  request: Request,
  id: string,
  move: Move,
): Promise<Booking> {
  const { tenantId } = request.caller;
  // mark: move-attempts
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    // mark: read-to-move
    const booking = await deps.store.get(tenantId, id);
    if (!booking) throw refuse("NOT_FOUND");
    const decision = move.decide(booking, deps.clock());
    if (!decision.ok) throw refuse(decision.refusal);
    if (changesNothing(booking, decision.set)) return booking;
    const refusal = await move.before?.(booking, decision.set);
    if (refusal !== undefined) {
      const current = await deps.store.get(tenantId, id);
      if (current?.revision === booking.revision) throw refuse(refusal);
      continue;
    }
    const moved = await writeMove(deps, request, booking, { ...move, set: decision.set });
    if (moved) return moved;
  }
  throw refuse("VERSION_CONFLICT");
}

function changesNothing(booking: Booking, { status, expiresAt }: Moved): boolean {
  return booking.status === status && booking.expiresAt?.getTime() === expiresAt?.getTime();
}

interface Write extends Pick<Move, "verb"> {
  set: Moved;
  /** A hold that has lapsed is moved, instead of one that has not. */
  lapsed?: boolean;
}

/** Writes a decided move and gives back the places of a booking that ends; null: it found nothing. */
export async function writeMove(
  deps: Deps,
  request: Request,
  booking: Booking,
  { verb, set, lapsed = false }: Write,
): Promise<Booking | null> {
  const updatedAt = laterThan(booking.updatedAt, deps.clock());
  const moved: Booking = { ...booking, ...set, updatedAt, revision: booking.revision + 1 };
  const event = eventOfMove(request, verb, booking, moved);
  const change = { set, updatedAt, event, hold: lapsed ? "lapsed" : "pending" } as const;
  // mark: move-write
  if (!(await deps.store.change(booking, change))) return null;
  await finishMove(deps, request, moved, event);
  return moved;
}

function eventOfMove(
  request: Request,
  verb: string,
  booking: Booking,
  moved: Booking,
): BookingEvent {
  const event = eventOf(request.caller, moved.updatedAt.getTime(), {
    entityType: "booking",
    entityId: booking._id,
    verb,
    before: recordOf(booking),
    after: recordOf(moved),
  });
  const holds = (liveStatuses as readonly string[]).includes(moved.status);
  if (holds || moved.claims.length === 0) return event;
  const { supplierId, claims } = moved;
  return { ...event, releases: { supplierId, bookingId: booking._id, claims } };
}

async function finishMove(
  deps: Deps,
  request: Request,
  { _id }: Booking,
  event: BookingEvent,
): Promise<void> {
  let untold: BookingEvent = event;
  try {
    if (event.releases) await releaseBeforeAnswer(request, event.releases);
    untold = bare(event);
  } finally {
    deps.tell(_id, untold);
  }
}
