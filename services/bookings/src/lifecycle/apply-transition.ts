/**
 * The saga of a transition, its steps in order:
 *
 *   1. before            confirm and extend change the claims first. No undo: they are released when the
 *                        booking ends.
 *   2. writeTransition   one conditional write. No undo: from here on the booking has its new status.
 *   3. finishTransition  releases the claims of a booking that has ended. The outbox repeats it.
 */
import type { Request } from "@slipway/broker";
import type { RefusalCode } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { laterThan } from "@slipway/store";
import { applyChange, ifStill } from "../record/apply-change.ts";
import { recordOf } from "../record/booking-record.ts";
import type { BookingEvent } from "../record/booking-document.ts";
import {
  type Booking,
  type Decision,
  type TransitionFields,
  type WantedBooking,
  isLiveStatus,
  timesOf,
} from "../record/booking.ts";
import type { LifecycleDeps } from "./deps.ts";
import { refuseChange } from "../offer/answer-refusal.ts";
import { withoutEffects, releaseBeforeAnswer } from "../claims/release-claims.ts";

type TransitionType =
  `booking.${"approved" | "cancelled" | "confirmed" | "expired" | "extended" | "rejected"}`;

/** A transition of one booking: its event, its rule, and a step that must come before the write. */
interface Transition {
  readonly type: TransitionType;
  decide: (now: number) => Decision;
  /** Step 1, repeatable. Its refusal is answered unless the booking has changed. */
  before?: (set: TransitionFields) => Promise<RefusalCode | undefined>;
}

/**
 * The transition of a booking as it was read. Whatever it reads beside belongs to this version: the next one
 * may be of another option.
 */
type TransitionOf = (booking: Booking) => Transition | Promise<Transition>;

/**
 * Decides on a booking as it was read, and writes on that version, as `applyChange` says. Writes nothing if
 * nothing changes. The places of a booking that ends are free when this returns.
 */
export function applyTransition(
  deps: LifecycleDeps,
  request: Request,
  wanted: WantedBooking,
  transitionOf: TransitionOf,
): Promise<Booking> {
  // mark: move-attempts
  return applyChange(deps, request, wanted, async (booking) => {
    // mark: read-to-move
    const transition = await transitionOf(booking);
    const now = deps.clock();
    const decided = await decide(booking, transition, now);
    if ("set" in decided)
      return writeTransition(deps, request, booking, { ...transition, set: decided.set });
    if (decided.refusal) throw refuseChange(booking, decided.refusal, now);
    return ifStill(deps, booking);
  });
}

/** The fields to write, or a refusal; neither if the booking is in that state already. */
async function decide(
  booking: Booking,
  transition: Transition,
  now: number,
): Promise<{ set: TransitionFields } | { refusal?: RefusalCode | undefined }> {
  const decision = transition.decide(now);
  if (!decision.ok) return { refusal: decision.refusal };
  const { set } = decision;
  if (changesNothing(booking, set)) return {};
  const refusal = await transition.before?.(set);
  return refusal === undefined ? { set } : { refusal };
}

function changesNothing(booking: Booking, { status, expiresAt }: TransitionFields): boolean {
  return booking.status === status && booking.expiresAt?.getTime() === expiresAt?.getTime();
}

interface Write extends Pick<Transition, "type"> {
  set: TransitionFields;
  /** The transition applies to a hold after its expiry instead of before. */
  lapsed?: boolean;
}

/** Steps 2 and 3 of a decided transition; undefined: the version that was read is gone. */
export async function writeTransition(
  deps: LifecycleDeps,
  request: Request,
  booking: Booking,
  { type, set: decided, lapsed = false }: Write,
): Promise<Booking | undefined> {
  const updatedAt = laterThan(booking.updatedAt, deps.clock());
  const set = { ...decided, ...timesOf(decided.status, updatedAt) };
  const changed: Booking = { ...booking, ...set, updatedAt, revision: booking.revision + 1 };
  const event = eventOfTransition(request, type, booking, changed);
  const change = { set, updatedAt, event, hold: lapsed ? "lapsed" : "pending" } as const;
  // mark: move-write
  if (!(await deps.store.change(booking, change))) return undefined;
  await finishTransition(deps, request, changed, event);
  return changed;
}

function eventOfTransition(
  request: Request,
  type: TransitionType,
  booking: Booking,
  changed: Booking,
): BookingEvent {
  const event = eventOf(request.caller, changed.updatedAt.getTime(), {
    type,
    entityId: booking._id,
    before: recordOf(booking),
    after: recordOf(changed),
  });
  if (isLiveStatus(changed.status) || changed.claims.length === 0) return event;
  const { supplierId, claims } = changed;
  return { ...event, releases: { supplierId, bookingId: booking._id, claims } };
}

/** Step 3: releases the claims of a booking that has ended, before the answer. */
async function finishTransition(
  deps: LifecycleDeps,
  request: Request,
  { _id }: Booking,
  event: BookingEvent,
): Promise<void> {
  let pending: BookingEvent = event;
  try {
    if (event.releases) await releaseBeforeAnswer(request, event.releases);
    pending = withoutEffects(event);
  } finally {
    deps.deliver(_id, pending);
  }
}
