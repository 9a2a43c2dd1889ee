import type { Request } from "@slipway/broker";
import type { InputOf, channelBookings } from "@slipway/contracts";
import { recordOf } from "../record/booking-record.ts";
import type { Booking, BookingRecord, OwnOrigin } from "../record/booking.ts";
import { applyChange, errorAfterWrite, ifStill } from "../record/apply-change.ts";
import { prepareChange } from "../change/prepare-change.ts";
import { writeChange } from "../change/update-booking-saga.ts";
import { carryOut } from "../change/update-booking.ts";
import type { ChannelDeps } from "./deps.ts";
import { issueTicketNames } from "../record/issue-ticket-names.ts";
import { readCutoff } from "../lifecycle/read-cutoff.ts";
import { extendBooking } from "../lifecycle/extend-booking.ts";
import { refuseChange } from "../offer/answer-refusal.ts";
import {
  type ChannelChange,
  type Places,
  differencesOf,
  isNothing,
  refusalOfChannelChange,
} from "./channel-change.ts";
import { ownOrigin } from "./own-origin.ts";

/**
 * Changes a channel key's live booking, under the cutoffs. A refusal of the change has changed nothing; a repeat finds
 * nothing to change. A hold that gets minutes is extended after the change. A crash in between leaves it changed and not
 * extended, and so does a refusal of the extension: the hold has run out since, or another request was faster.
 */
export async function updateChannelBooking(
  deps: ChannelDeps,
  request: Request,
  {
    externalId,
    holdMinutes: expirationMinutes,
    ...change
  }: InputOf<typeof channelBookings.updateChannelBooking>,
): Promise<BookingRecord> {
  const own = ownOrigin(request, externalId);
  const { booking, isWritten } = await changeOwn(deps, request, own, change);
  if (expirationMinutes === undefined || booking.status !== "ON_HOLD") return recordOf(booking);
  try {
    return await extendBooking(deps, request, { id: booking._id, expirationMinutes });
  } catch (error) {
    throw isWritten ? errorAfterWrite(error) : error;
  }
}

interface Applied {
  readonly booking: Booking;
  /** False: the booking is as it was read. */
  readonly isWritten: boolean;
}

async function applyToOwn(
  deps: ChannelDeps,
  request: Request,
  own: OwnOrigin,
  change: (booking: Booking) => Promise<Booking | undefined>,
): Promise<Applied> {
  let read: Booking | undefined;
  const booking = await applyChange(deps, request, own, (each) => {
    read = each;
    return change(each);
  });
  return { booking, isWritten: booking !== read };
}

/** Makes the booking as the change wants it, by one write. The token is that of the version read. */
function changeOwn(
  deps: ChannelDeps,
  request: Request,
  own: OwnOrigin,
  change: ChannelChange,
): Promise<Applied> {
  return applyToOwn(deps, request, own, async (booking) => {
    const names = issueTicketNames(change.tickets?.length ?? 0);
    const differences = differencesOf(booking, change, names);
    const { set, places } = differences;
    const cancellationCutoff = places ? await readCutoff(deps, request, booking) : Infinity;
    const now = deps.clock();
    const refusal = refusalOfChannelChange(booking, differences, { cancellationCutoff, now });
    if (refusal) throw refuseChange(booking, refusal, now);
    if (places) return changePlaces(deps, request, booking, { set, places });
    if (!isNothing(differences)) return writeChange(deps, request, booking, { set });
    return ifStill(deps, booking);
  });
}

/** Makes a live hold take the places of these tickets, if it has others. */
export function changePlacesOfHold(
  deps: ChannelDeps,
  request: Request,
  own: OwnOrigin,
  tickets: NonNullable<ChannelChange["tickets"]>,
): Promise<Applied> {
  return applyToOwn(deps, request, own, async (booking) => {
    const { set, places } = differencesOf(booking, { tickets }, issueTicketNames(tickets.length));
    // The confirmation reads the booking anew, and decides on it.
    if (!places || booking.status !== "ON_HOLD") return booking;
    const now = deps.clock();
    if (now > booking.startAt.getTime()) throw refuseChange(booking, "IN_THE_PAST", now);
    return changePlaces(deps, request, booking, { set, places });
  });
}

function changePlaces(
  deps: ChannelDeps,
  request: Request,
  booking: Booking,
  { set, places }: { set: Partial<Booking>; places: Places },
): Promise<Booking | undefined> {
  const expectedUpdatedAt = booking.updatedAt.toISOString();
  const input = { id: booking._id, expectedUpdatedAt, ...places, channelChange: { set } };
  return prepareChange(deps, request, { booking, input }, carryOut(deps, booking));
}
