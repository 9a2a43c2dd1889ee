import type { Request } from "@slipway/broker";
import type { InputOf, channelBookings } from "@slipway/contracts";
import { recordOf } from "../record/booking-record.ts";
import {
  type Booking,
  type BookingRecord,
  type Decision,
  decideCancel,
} from "../record/booking.ts";
import type { ChannelDeps } from "./deps.ts";
import { applyTransition } from "../lifecycle/apply-transition.ts";
import { readCutoff } from "../lifecycle/read-cutoff.ts";
import { ownOrigin } from "./own-origin.ts";

/** Cancels a channel key's booking and frees its places, within the cutoff. A repeat answers the cancelled booking. */
export async function cancelChannelBooking(
  deps: ChannelDeps,
  request: Request,
  { externalId, reason }: InputOf<typeof channelBookings.cancelChannelBooking>,
): Promise<BookingRecord> {
  const own = ownOrigin(request, externalId);
  const cancelled = await applyTransition(deps, request, own, async (booking) => {
    const cutoff = await readCutoff(deps, request, booking);
    const decide = (now: number): Decision =>
      unlessCancelled(
        booking,
        decideCancel(booking, { reason: reason ?? null, cutoff, force: false }, now),
      );
    return { type: "booking.cancelled", decide };
  });
  return recordOf(cancelled);
}

function unlessCancelled({ status }: Booking, decision: Decision): Decision {
  return status === "CANCELLED" ? { ok: true, set: { status, expiresAt: null } } : decision;
}
