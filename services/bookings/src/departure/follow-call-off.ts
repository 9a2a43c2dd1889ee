import { type Request, call, isLate, refuse } from "@slipway/broker";
import { type InputOf, type departures, partsOf, resourcesCapacity } from "@slipway/contracts";
import { invalidateCaches } from "@slipway/reference-cache";
import type { DepartureDeps } from "./deps.ts";
import { resolveMark } from "../lifecycle/resolve-mark.ts";
import { writeTransition } from "../lifecycle/write-transition.ts";
import { type Booking, decideCancel } from "../record/booking.ts";
import { listLive, readLive, withoutRedeemed } from "./list-live.ts";

const atOnce = 16;

/**
 * Cancels every live booking of a departure that is called off, but those with a redeemed ticket: first those with claims,
 * whose ids capacity knows, then those without. Only the latter have to be listed: of an option that needs no resource, or
 * needed none when they were sold.
 * Repeatable, by several processes at once: each booking is cancelled and told by one write of the version that was read.
 * Refuses SERVICE_UNAVAILABLE while a claim is live that no booking names yet; the relay asks again.
 *
 * - A sale that has asked the ledger before the call-off has ended once the caches are invalidated. A booking that is
 *   inserted even later has a claim, which stays live until it is cancelled.
 * - The departure may be reopened meanwhile. It was still called off after bookings were read, so none of these was
 *   sold afterwards.
 * - A ticket is redeemed after the look at redemptions: `decideCancel` refuses. After its booking was read, too: the
 *   cancellation finds another version. The next look leaves the booking out.
 */
export async function followCallOff(
  deps: DepartureDeps,
  request: Request,
  departure: InputOf<typeof departures.followCallOff>,
): Promise<Record<string, never>> {
  let { calledOff, held } = await readHeld(deps, request, departure);
  if (!calledOff) return {};
  await invalidateCaches(deps.broker, request, [departure.optionId]);
  for (;;) {
    const isListed = held.length === 0;
    const ids = isListed ? await listLive(deps, request, departure) : held;
    const bookings = await readLive(deps, request, departure, ids);
    ({ calledOff, held } = await readHeld(deps, request, departure));
    if (!calledOff || (isListed && ids.length === 0 && held.length === 0)) return {};
    const { reason } = calledOff;
    // Race: another replica may have cancelled those that were to be read next. Without claims the list is next.
    const isNextListed = !isListed && held.length === 0;
    if (isLate(request) || (bookings.length === 0 && !isNextListed))
      throw refuse("SERVICE_UNAVAILABLE");
    for (const some of partsOf(bookings, atOnce))
      await Promise.all(some.map((booking) => cancel(deps, request, booking, reason)));
  }
}

/** Why the departure is called off, and whose claims are to be released. */
async function readHeld(
  deps: DepartureDeps,
  request: Request,
  departure: InputOf<typeof departures.followCallOff>,
) {
  const { calledOff, bookingIds } = await call(request, resourcesCapacity.getRuns, departure);
  return { calledOff, held: await withoutRedeemed(deps, request, bookingIds) };
}

/** A booking that has changed since it was listed is found by the next look. */
async function cancel(
  deps: DepartureDeps,
  request: Request,
  booking: Booking,
  reason: string | null,
): Promise<void> {
  if (booking.orderId !== undefined && !(await resolveMark(deps, booking))) return;
  const inTime = { reason, cutoff: Infinity, force: false, refundPercent: 100 };
  const decision = decideCancel(booking, inTime, deps.clock());
  if (!decision.ok) return;
  await writeTransition(deps, request, booking, { type: "booking.cancelled", set: decision.set });
}
