import { type Request, call } from "@slipway/broker";
import { partsOf, resourcesCapacity } from "@slipway/contracts";
import { newId } from "@slipway/store";
import { type Booking, holdsPlaces } from "../record/booking.ts";
import { usesOf } from "./claim-holder.ts";
import type { RecoveryDeps } from "./deps.ts";
import { resolveMark } from "../lifecycle/resolve-mark.ts";
import type { Finding } from "./examination.ts";
import { writeChange } from "../change/update-booking-saga.ts";

const pageSize = 200;

/**
 * Claims places for bookings whose claims hold none: the places that each booking had, if there is room.
 * It works like a PATCH. It makes new claims under an id of this attempt, names them by one write on the
 * version that was read, and releases the old claims. That write decides every race with a change.
 * Repeatable: it skips a booking that holds its places. Answers the bookings that have places again.
 */
export async function claimPlacesAnew(
  deps: RecoveryDeps,
  request: Request,
  bookingIds: readonly string[],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const some of partsOf(bookingIds, pageSize))
    for (const booking of await deps.everyTenant.listNamed(some))
      if (await hasClaimedAnew(deps, request, booking))
        findings.push({ kind: "booking-places", id: booking._id, detail: "claimed anew" });
  return findings;
}

/** A failure, mostly for want of room, stops no other booking: doctor's next run reports it. */
async function hasClaimedAnew(
  deps: RecoveryDeps,
  request: Request,
  booking: Booking,
): Promise<boolean> {
  const uses = usesOf(booking);
  // mark: claim-anew-live
  if (uses.length === 0 || !holdsPlaces(booking, deps.clock())) return false;
  // A decision about its order rests on the claims that it has.
  if (booking.orderId !== undefined && !(await resolveMark(deps, booking))) return false;
  const caller = Object.freeze({ ...request.caller, tenantId: booking.tenantId });
  const own: Request = { ...request, caller };
  try {
    const { claims } = await call(own, resourcesCapacity.claimAnew, claimOf(deps, booking, uses));
    if (claims.length === 0) return false;
    const decided = { set: {}, claims, type: "booking.repaired" } as const;
    return (await writeChange(deps, own, booking, decided)) !== undefined;
  } catch (error) {
    deps.warn(`places of ${booking._id} are not claimed anew: ${String(error)}`);
    return false;
  }
}

function claimOf(
  deps: RecoveryDeps,
  booking: Booking,
  uses: ReturnType<typeof usesOf>,
): Parameters<typeof call<typeof resourcesCapacity.claimAnew>>[2] {
  const { _id: bookingId, supplierId, optionId, startAt, occupiedUntil, claims } = booking;
  return {
    supplierId,
    bookingId,
    attempt: newId("rep", deps.clock()),
    optionId,
    startAt: startAt.toISOString(),
    endAt: occupiedUntil.toISOString(),
    until: booking.status === "ON_HOLD" ? (booking.expiresAt?.toISOString() ?? null) : null,
    uses,
    inPlaceOf: claims,
  };
}
