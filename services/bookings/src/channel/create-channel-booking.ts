import { type Request, refusalOf } from "@slipway/broker";
import type { InputOf, OutputOf, bookings } from "@slipway/contracts";
import { shownRecord } from "../record/booking-record.ts";
import type { Origin } from "../record/booking.ts";
import { createBooking } from "../sell/create-booking.ts";
import type { Deps } from "../deps.ts";

type Created = OutputOf<typeof bookings.createChannelBooking>;

/**
 * Books for a channel under the channel's external id. A repeat answers the channel's first booking of
 * that id; a refused attempt does not use the id up.
 */
export async function createChannelBooking(
  deps: Deps,
  request: Request,
  { booking, supplierId, ...origin }: InputOf<typeof bookings.createChannelBooking>,
): Promise<Created> {
  const first = await replay(deps, request, origin);
  if (first) return first;
  try {
    return await createBooking(deps, request, {
      ...booking,
      origin,
      ...(supplierId === null ? {} : { supplierId }),
    });
  } catch (error) {
    // An equal request on another replica may have caused the refusal.
    const winner = refusalOf(error) && (await replay(deps, request, origin));
    if (winner) return winner;
    throw error;
  }
}

async function replay(deps: Deps, request: Request, origin: Origin): Promise<Created | undefined> {
  const booking = await deps.store.findByOrigin(request.caller.tenantId, origin);
  return booking ? { booking: shownRecord(booking, deps.clock()), replayed: true } : undefined;
}
