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
import { applyChange, ifStill } from "../record/apply-change.ts";
import {
  type Booking,
  type Decision,
  type TransitionFields,
  type WantedBooking,
} from "../record/booking.ts";
import type { LifecycleDeps } from "./deps.ts";
import { refuseChange } from "../offer/answer-refusal.ts";
import { resolveMark } from "./resolve-mark.ts";
import { type TransitionType, releaseAgain, writeTransition } from "./write-transition.ts";

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
 * nothing changes. The places of a booking that ends are free when this returns, to a repeat by a key, too.
 */
export async function applyTransition(
  deps: LifecycleDeps,
  request: Request,
  wanted: WantedBooking,
  transitionOf: TransitionOf,
): Promise<Booking> {
  // mark: move-attempts
  const changed = await applyChange(deps, request, wanted, async (booking) => {
    if (booking.orderId !== undefined && !(await resolveMark(deps, booking))) return undefined;
    // mark: read-to-move
    const transition = await transitionOf(booking);
    const now = deps.clock();
    const decided = await decide(booking, transition, now);
    if ("set" in decided)
      return writeTransition(deps, request, booking, { ...transition, set: decided.set });
    if (decided.refusal) throw refuseChange(booking, decided.refusal, now);
    return ifStill(deps, booking);
  });
  await releaseAgain(request, [changed]);
  return changed;
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
