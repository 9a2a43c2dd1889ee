import { type Request, refusalOf } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  type channelBookings,
  channelOfKey,
} from "@slipway/contracts";
import { shownRecord } from "../record/booking-record.ts";
import { type Origin, channelKeyOf } from "../record/booking.ts";
import type { ChannelDeps } from "./deps.ts";
import { issueTicketNames } from "../record/issue-ticket-names.ts";
import { createBooking } from "../sell/create-booking.ts";
import {
  firstRequestOf,
  isRepeatOf,
  linesOf,
  mergedText,
  ticketsAfter,
} from "../record/tickets.ts";

type HoldChannelBookingInput = InputOf<typeof channelBookings.holdChannelBooking>;
type Held = OutputOf<typeof channelBookings.holdChannelBooking>;

/**
 * Holds places for a channel under the reseller's uuid, with a ticket for each unit. A repeat answers the booking of the
 * first; another request of the uuid does nothing and says so. A refused attempt does not use the uuid up.
 */
export function holdChannelBooking(
  deps: ChannelDeps,
  request: Request,
  input: HoldChannelBookingInput,
): Promise<Held> {
  const { channelConnectionId } = channelOfKey(request);
  const origin = { channelConnectionId, externalId: input.externalId };
  const key = `${request.caller.tenantId}|${channelKeyOf(origin)}`;
  return deps.turns(key, () => holdOrReplay(deps, request, origin, input));
}

async function holdOrReplay(
  deps: ChannelDeps,
  request: Request,
  origin: Origin,
  input: HoldChannelBookingInput,
): Promise<Held> {
  // No booking has a name that was made for this request.
  if (input.named && (await deps.store.hasOrigin(request.caller.tenantId, origin))) {
    const first = await replay(deps, request, origin, input);
    if (first) return first;
  }
  try {
    const sold = await sell(deps, request, origin, input);
    // The unique index has let another request's booking win.
    const winner = sold.replayed ? await replay(deps, request, origin, input) : undefined;
    return winner ?? { ...sold, differs: false };
  } catch (error) {
    // An equal request on another replica may have caused the refusal.
    const winner = refusalOf(error) && (await replay(deps, request, origin, input));
    if (winner) return winner;
    throw error;
  }
}

async function replay(
  { store, clock }: ChannelDeps,
  { caller }: Request,
  origin: Origin,
  input: HoldChannelBookingInput,
): Promise<Held | undefined> {
  const booking = await store.findByOrigin(caller.tenantId, origin);
  if (!booking) return undefined;
  const differs =
    !isRepeatOf(booking, input) || booking.supplierId !== channelOfKey({ caller }).supplierId;
  return { booking: shownRecord(booking, clock()), replayed: true, differs };
}

function sell(
  deps: ChannelDeps,
  request: Request,
  origin: Origin,
  {
    externalId: _externalId,
    named: _named,
    tickets,
    holdMinutes,
    customer,
    notes,
    resellerReference,
    ...place
  }: HoldChannelBookingInput,
): ReturnType<typeof createBooking> {
  const { supplierId } = channelOfKey(request);
  const contact = mergedText(null, customer);
  return createBooking(deps, request, {
    ...place,
    unitItems: linesOf(tickets),
    resourceItems: [],
    status: "ON_HOLD",
    expandCapacity: false,
    backdated: false,
    ...(contact !== null && { customer: JSON.parse(contact) as Record<string, unknown> }),
    ...(notes && { notes }),
    ...(resellerReference && { resellerReference }),
    supplierId,
    origin,
    channelSale: {
      tickets: ticketsAfter([], tickets, issueTicketNames(tickets.length)),
      first: firstRequestOf({ ...place, tickets }),
      holdMinutes,
    },
  });
}
