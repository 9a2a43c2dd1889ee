import { type Request, refuse } from "@slipway/broker";
import type { RefusalCode } from "@slipway/contracts";
import { eventOf, laterThan } from "@slipway/store";
import { recordOf } from "../booking-record.ts";
import type { BookingEvent } from "../booking-document.ts";
import { type Booking, type Decision, type Moved, liveStatuses } from "../booking.ts";
import type { Deps } from "../deps.ts";
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
 * Reads a booking, decides and writes on the very version that was read; found nothing: reads and
 * decides again. What changes nothing is not written. The places of a booking that ends are free
 * when this returns. An answer that needs no write, such as "it is cancelled already", leaves only
 * once the booking is confirmed to be what was read: a fail-over could undo what it rests on.
 */
export async function applyMove(
  deps: Deps,
  request: Request,
  id: string,
  move: Move,
): Promise<Booking> {
  const { tenantId } = request.caller;
  let missed: Booking | undefined;
  // mark: move-attempts
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    // mark: read-to-move
    const booking = await deps.store.getToChange(tenantId, id);
    if (!booking) throw refuse("NOT_FOUND");
    // mark: measure-again
    if (isSameVersion(missed, booking)) await deps.measureTime();
    const decided = await decide(booking, move, deps.clock());
    if ("set" in decided) {
      const moved = await writeMove(deps, request, booking, { ...move, set: decided.set });
      if (moved) return moved;
      missed = booking;
    } else if (/* mark: confirmed-answer */ await deps.store.isStill(booking)) {
      if (decided.refusal) throw refuse(decided.refusal);
      return booking;
    }
  }
  throw await refuseMissed(deps, missed);
}

/** What is to be written, or why nothing is; without a refusal it is so already. */
async function decide(
  booking: Booking,
  move: Move,
  now: number,
): Promise<{ set: Moved } | { refusal?: RefusalCode | undefined }> {
  const decision = move.decide(booking, now);
  if (!decision.ok) return { refusal: decision.refusal };
  const { set } = decision;
  if (changesNothing(booking, set)) return {};
  const refusal = await move.before?.(booking, set);
  return refusal === undefined ? { set } : { refusal };
}

/**
 * A write finds nothing where another one came first: VERSION_CONFLICT. It also finds nothing where
 * the database's clock is not what this process believes, after a fail-over for example. Then nobody
 * has changed the booking, so it is no conflict.
 */
export async function refuseMissed(deps: Deps, missed: Booking | undefined): Promise<Error> {
  // mark: no-conflict
  const isUnchanged = missed !== undefined && (await deps.store.isStill(missed));
  return refuse(isUnchanged ? "SERVICE_UNAVAILABLE" : "VERSION_CONFLICT");
}

/** Whether a booking is still what a write has just missed. */
export function isSameVersion(missed: Booking | undefined, booking: Booking): boolean {
  return missed?.revision === booking.revision && missed.commit === booking.commit;
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
