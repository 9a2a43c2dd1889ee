import { type Request, call, isLate, refuse } from "@slipway/broker";
import { type InputOf, type departures, resourcesCapacity } from "@slipway/contracts";
import { invalidateCaches } from "@slipway/reference-cache";
import type { DepartureDeps } from "./deps.ts";
import { resolveMark } from "../lifecycle/resolve-mark.ts";
import { writeTransition } from "../lifecycle/write-transition.ts";
import { type Booking, decideCancel } from "../record/booking.ts";
import { listLive, readLive } from "./list-live.ts";

const atOnce = 16;

/**
 * Cancels every live booking of a departure that is called off: first those with claims, whose ids capacity knows, then
 * those without. Only the latter have to be listed: of an option that needs no resource, or needed none when they were sold.
 * Repeatable, by several processes at once: each booking is cancelled and told by one write of the version that was read.
 * Refuses SERVICE_UNAVAILABLE while a claim is live that no booking names yet; the relay asks again.
 *
 * - A sale that has asked the ledger before the call-off has ended once the caches are invalidated. A booking that is
 *   inserted even later has a claim, which stays live until it is cancelled.
 * - The departure may be reopened meanwhile. It was still called off after bookings were read, so none of these was
 *   sold afterwards.
 */
export async function followCallOff(
  deps: DepartureDeps,
  request: Request,
  departure: InputOf<typeof departures.followCallOff>,
): Promise<Record<string, never>> {
  await invalidateCaches(deps.broker, request, [departure.optionId]);
  let runs = await call(request, resourcesCapacity.getRuns, departure);
  for (;;) {
    const isListed = runs.claims === 0;
    const { count, bookings } = isListed
      ? await listLive(deps, request, departure)
      : await readLive(deps, request, departure, runs.bookingIds);
    runs = await call(request, resourcesCapacity.getRuns, departure);
    const { calledOff, claims } = runs;
    if (!calledOff || (isListed && count === 0 && claims === 0)) return {};
    // Race: another replica may have cancelled those that were to be read next. Without claims the list is next.
    const isNextListed = !isListed && claims === 0;
    if (isLate(request) || (bookings.length === 0 && !isNextListed))
      throw refuse("SERVICE_UNAVAILABLE");
    for (let from = 0; from < bookings.length; from += atOnce) {
      const some = bookings.slice(from, from + atOnce);
      await Promise.all(some.map((booking) => cancel(deps, request, booking, calledOff.reason)));
    }
  }
}

/** A booking that has changed since it was listed is found by the next look. */
async function cancel(
  deps: DepartureDeps,
  request: Request,
  booking: Booking,
  reason: string | null,
): Promise<void> {
  if (booking.orderId !== undefined && !(await resolveMark(deps, booking))) return;
  const regardless = { reason, cutoff: Infinity, force: true, refundPercent: 100 };
  const decision = decideCancel(booking, regardless, deps.clock());
  if (!decision.ok) return;
  await writeTransition(deps, request, booking, { type: "booking.cancelled", set: decision.set });
}
