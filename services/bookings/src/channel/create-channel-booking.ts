import { type Request, refusalOf, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, bookings } from "@slipway/contracts";
import { shownRecord } from "../record/booking-record.ts";
import type { Origin } from "../record/booking.ts";
import { createBooking } from "../sell/create-booking.ts";
import type { ChannelDeps } from "./deps.ts";

type Created = OutputOf<typeof bookings.createChannelBooking>;

/**
 * Books for a channel under the channel's external id. A repeat answers the channel's first booking of
 * that id; a refused attempt does not use the id up. Refuses REFERENCE_TAKEN where the idempotency key is another booking's.
 */
export async function createChannelBooking(
  deps: ChannelDeps,
  request: Request,
  { booking, supplierId, ...origin }: InputOf<typeof bookings.createChannelBooking>,
): Promise<Created> {
  const first = await replay(deps, request, origin);
  if (first) return first;
  try {
    const sold = await createBooking(deps, request, {
      ...booking,
      origin,
      ...(supplierId === null ? {} : { supplierId }),
    });
    requireOrigin(sold, origin);
    return sold;
  } catch (error) {
    // An equal request on another replica may have caused the refusal.
    const winner = refusalOf(error) && (await replay(deps, request, origin));
    if (winner) return winner;
    throw error;
  }
}

/** The idempotency key of another booking must not show it to the channel, which may be another supplier's. */
function requireOrigin({ booking }: Created, origin: Origin): void {
  const { sourceChannelConnectionId, externalId } = booking;
  const isOwn =
    sourceChannelConnectionId === origin.channelConnectionId && externalId === origin.externalId;
  if (!isOwn)
    throw refuse("REFERENCE_TAKEN", {
      detail:
        "The idempotencyKey is that of a booking that the channel has under no such externalId",
    });
}

async function replay(
  deps: ChannelDeps,
  request: Request,
  origin: Origin,
): Promise<Created | undefined> {
  const booking = await deps.store.findByOrigin(request.caller.tenantId, origin);
  return booking ? { booking: shownRecord(booking, deps.clock()), replayed: true } : undefined;
}
