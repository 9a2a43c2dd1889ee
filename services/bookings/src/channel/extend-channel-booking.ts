import type { Request } from "@slipway/broker";
import type { InputOf, channelBookings } from "@slipway/contracts";
import type { BookingRecord } from "../booking.ts";
import type { Deps } from "../deps.ts";
import { extendBooking } from "../lifecycle/extend-booking.ts";
import { readOptionFacts } from "../sell/keep-facts.ts";
import { holdMinutesDefault, holdMinutesOf } from "../sell/option-policy.ts";
import { findOwnBooking } from "./find-own-booking.ts";

/** Extends a channel key's live hold to so many minutes from now; without a number, to as many as the option's holds have. */
export async function extendChannelBooking(
  deps: Deps,
  request: Request,
  { externalId, expirationMinutes: minutes }: InputOf<typeof channelBookings.extendChannelBooking>,
): Promise<BookingRecord> {
  const { _id: id, optionId } = await findOwnBooking(deps, request, externalId);
  const own = await readOptionFacts(deps.optionFacts, request, optionId, holdMinutesOf);
  const expirationMinutes = minutes ?? own ?? holdMinutesDefault;
  return extendBooking(deps, request, { id, expirationMinutes });
}
