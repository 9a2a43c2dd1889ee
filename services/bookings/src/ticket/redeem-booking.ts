import type { Request } from "@slipway/broker";
import type { InputOf, tickets } from "@slipway/contracts";
import { refuseField } from "../offer/answer-refusal.ts";
import { applyChange, ifStill } from "../record/apply-change.ts";
import { shownRecord } from "../record/booking-record.ts";
import type { Booking, BookingRecord } from "../record/booking.ts";
import { type Place, placesToRedeem } from "../record/redemption.ts";
import type { SellDeps } from "../sell/deps.ts";
import { inTurn, requireConfirmed, stampOf, writeRedemption } from "./write-redemption.ts";

type Input = InputOf<typeof tickets.redeemBooking>;

/** Redeems a booking's tickets without their codes: all, or so many of each line. A repeat changes nothing. */
export async function redeemBooking(
  deps: SellDeps,
  request: Request,
  { id, items, ...scan }: Input,
): Promise<BookingRecord> {
  const redeem = async (booking: Booking): Promise<Booking | undefined> => {
    const places = requirePlaces(booking, items);
    const stamp = stampOf(deps, request, scan);
    requireConfirmed(deps, booking);
    if (places.length === 0) return ifStill(deps, booking);
    return writeRedemption(deps, request, booking, { places, stamp });
  };
  const redeemed = await inTurn(deps, id, () => applyChange(deps, request, id, redeem));
  return shownRecord(redeemed, deps.clock());
}

function requirePlaces(booking: Booking, items: Input["items"]): readonly Place[] {
  const found = placesToRedeem(booking, items);
  if ("field" in found) throw refuseField(found.field, found.detail);
  return found;
}
