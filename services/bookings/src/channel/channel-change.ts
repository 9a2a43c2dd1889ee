/** The changes that a channel key's request makes to its booking, and whether it may make them. Pure. */
import type { InputOf, RefusalCode, channelBookings } from "@slipway/contracts";
import { type Booking, type FieldChanges, refusalOfUpdate } from "../record/booking.ts";
import { fieldsOfDetails } from "../record/details.ts";
import { lossOfRedeemed } from "../record/redemption.ts";
import {
  type TicketNames,
  hasSameUnits,
  linesOf,
  mergedText,
  ticketsAfter,
} from "../record/tickets.ts";

type Wanted = InputOf<typeof channelBookings.updateChannelBooking>;
export type ChannelChange = Partial<Omit<Wanted, "externalId" | "holdMinutes">>;

/** The departure, units and option that a request changes. */
export interface Places {
  startAt?: string;
  optionId?: string;
  unitItems?: ReturnType<typeof linesOf>;
}

/** The parts of a request that the booking does not have. */
export interface Differences {
  /** Fields that change neither price nor places. */
  set: FieldChanges;
  places?: Places | undefined;
}

/** The differences that a request would make; `names` has names for as many tickets as it lists. */
export function differencesOf(
  booking: Booking,
  change: ChannelChange,
  names: readonly TicketNames[],
): Differences {
  const tickets = change.tickets
    ? ticketsAfter(booking.tickets, change.tickets, names)
    : booking.tickets;
  const isOther = JSON.stringify(tickets) !== JSON.stringify(booking.tickets);
  const set = { ...detailsIn(booking, change), ...(isOther && { tickets }) };
  return { set, places: placesIn(booking, change, linesOf(tickets)) };
}

export function isNothing({ set, places }: Differences): boolean {
  return places === undefined && Object.keys(set).length === 0;
}

/** The tickets and the contact may lose members, so they are compared after the change. */
function detailsIn(booking: Booking, { customer, notes, resellerReference }: ChannelChange) {
  const merged = mergedText(booking.customer, customer);
  return fieldsOfDetails({
    ...(merged !== booking.customer && {
      customer: merged === null ? null : (JSON.parse(merged) as Record<string, unknown>),
    }),
    ...(notes !== undefined && notes !== booking.notes && { notes }),
    ...(resellerReference !== undefined &&
      resellerReference !== booking.resellerReference && { resellerReference }),
  });
}

/** Another option needs start and units beside it, as they are or not: those of the present one mean nothing there. */
function placesIn(
  booking: Booking,
  { startAt, optionId, tickets }: ChannelChange,
  unitItems: ReturnType<typeof linesOf>,
): Places | undefined {
  const isOtherStart = startAt !== undefined && Date.parse(startAt) !== booking.startAt.getTime();
  const hasOtherUnits = tickets !== undefined && !hasSameUnits(unitItems, booking.unitItems);
  if (optionId !== undefined && optionId !== booking.optionId)
    return { optionId, ...(startAt && { startAt }), ...(tickets && { unitItems }) };
  if (!isOtherStart && !hasOtherUnits) return undefined;
  return { ...(isOtherStart && { startAt }), ...(hasOtherUnits && { unitItems }) };
}

/** Why the reseller may not change this now: it obeys the cutoffs that `PATCH /bookings/{id}` is free of. */
export function refusalOfChannelChange(
  booking: Booking,
  differences: Differences,
  { cancellationCutoff, now }: { cancellationCutoff: number; now: number },
): RefusalCode | undefined {
  const expectedUpdatedAt = booking.updatedAt.toISOString();
  const refusal = refusalOfUpdate(booking, { expectedUpdatedAt }, now);
  if (refusal || isNothing(differences)) return refusal;
  const { set, places } = differences;
  if (lossOfRedeemed(booking, set)) return "INVALID_STATE";
  const isSold = booking.status !== "ON_HOLD";
  if (places && isSold && now > cancellationCutoff) return "CANCELLATION_CUTOFF_PASSED";
  // Another start is asked about its own time.
  const isOtherStart = places?.startAt !== undefined;
  return !isOtherStart && now > booking.startAt.getTime() ? "IN_THE_PAST" : undefined;
}
