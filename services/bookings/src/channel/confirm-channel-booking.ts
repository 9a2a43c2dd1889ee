import { type Request, isRefusal } from "@slipway/broker";
import type { InputOf, channelBookings } from "@slipway/contracts";
import { changeAttemptsMax } from "../constants.ts";
import { recordOf } from "../record/booking-record.ts";
import {
  type Booking,
  type BookingRecord,
  type Decision,
  type OwnOrigin,
  decideConfirm,
} from "../record/booking.ts";
import type { ChannelDeps } from "./deps.ts";
import { issueTicketNames } from "../record/issue-ticket-names.ts";
import { applyTransition } from "../lifecycle/apply-transition.ts";
import { errorAfterWrite } from "../record/apply-change.ts";
import { confirmClaims } from "../lifecycle/confirm-booking.ts";
import { readOptionFacts } from "../offer/keep-facts.ts";
import { needsApproval } from "../offer/option-policy.ts";
import { changePlacesOfHold } from "./update-channel-booking.ts";
import {
  type ChannelChange,
  type Differences,
  differencesOf,
  isNothing,
} from "./channel-change.ts";
import { ownOrigin } from "./own-origin.ts";

/**
 * Confirms a channel key's hold with what the request says. It takes other places first, so that the confirmation only
 * keeps what the hold has. A crash in between, and a refusal of the confirmation, leave a hold with its new places; a
 * repeat confirms it. A repeat of the whole answers the booking as it is.
 */
export async function confirmChannelBooking(
  deps: ChannelDeps,
  request: Request,
  { externalId, ...change }: InputOf<typeof channelBookings.confirmChannelBooking>,
): Promise<BookingRecord> {
  const own = ownOrigin(request, externalId);
  let isChanged = false;
  for (let attempt = 1; ; attempt++)
    try {
      if (change.tickets) {
        const { isWritten } = await changePlacesOfHold(deps, request, own, change.tickets);
        isChanged ||= isWritten;
      }
      return await confirmWith(deps, request, own, change);
    } catch (error) {
      // Another request has changed the places since.
      if (attempt < changeAttemptsMax && isRefusal(error, "VERSION_CONFLICT")) continue;
      throw isChanged ? errorAfterWrite(error) : error;
    }
}

async function confirmWith(
  deps: ChannelDeps,
  request: Request,
  own: OwnOrigin,
  change: ChannelChange,
): Promise<BookingRecord> {
  const names = issueTicketNames(change.tickets?.length ?? 0);
  const confirmed = await applyTransition(deps, request, own, async (booking) => {
    const { optionId } = booking;
    const approval = await readOptionFacts(deps.optionFacts, request, optionId, needsApproval);
    const differences = differencesOf(booking, change, names);
    return {
      type: "booking.confirmed",
      decide: (now) =>
        confirmationWith(booking, decideConfirm(booking, approval ?? false, now), differences),
      before: () => confirmClaims(request, booking),
    };
  });
  return recordOf(confirmed);
}

/** A booking that is confirmed, or waits for approval, is what a repeat without a difference asks for. */
function confirmationWith(
  { status }: Booking,
  decision: Decision,
  differences: Differences,
): Decision {
  const isRepeat = status === "CONFIRMED" || status === "PENDING";
  if (isRepeat && isNothing(differences)) return { ok: true, set: { status, expiresAt: null } };
  if (!decision.ok) return decision;
  if (differences.places) return { ok: false, refusal: "VERSION_CONFLICT" };
  return { ok: true, set: { ...decision.set, ...differences.set } };
}
