import type { Request } from "@slipway/broker";
import type { InputOf, channelBookings } from "@slipway/contracts";
import { holdMinutesDefault } from "../constants.ts";
import { type BookingRecord, decideExtend, decideProlong } from "../record/booking.ts";
import type { ChannelDeps } from "./deps.ts";
import { extendAs } from "../lifecycle/extend-booking.ts";
import { readOptionFacts } from "../offer/keep-facts.ts";
import { holdMinutesOf } from "../offer/option-policy.ts";
import { ownOrigin } from "./own-origin.ts";

/** Extends a channel key's live hold to so many minutes from now; without a number, by as many as the option's holds have. */
export function extendChannelBooking(
  deps: ChannelDeps,
  request: Request,
  { externalId, expirationMinutes: minutes }: InputOf<typeof channelBookings.extendChannelBooking>,
): Promise<BookingRecord> {
  return extendAs(deps, request, ownOrigin(request, externalId), async (booking) => {
    if (minutes !== undefined) return (now) => decideExtend(booking, minutes, now);
    const own = await readOptionFacts(deps.optionFacts, request, booking.optionId, holdMinutesOf);
    return (now) => decideProlong(booking, own ?? holdMinutesDefault, now);
  });
}
