import type { Request } from "@slipway/broker";
import { shownRecord } from "../record/booking-record.ts";
import type { Booking, BookingRecord } from "../record/booking.ts";
import type { SellDeps } from "../sell/deps.ts";
import { resolveMark } from "../lifecycle/resolve-mark.ts";
import { applyChange } from "../record/apply-change.ts";
import type { ChangeInput } from "./change-quote.ts";
import { type PreparedChange, prepareChange } from "./prepare-change.ts";
import { changePlaces, writeChange } from "./update-booking-saga.ts";

/**
 * Changes a live booking if the caller's token is current. The token is used up even if no field
 * changes. The booking keeps its old places until it holds the new ones. A refusal changes nothing. A
 * second call with the token is refused with VERSION_CONFLICT.
 */
export async function updateBooking(
  deps: SellDeps,
  request: Request,
  input: ChangeInput,
): Promise<BookingRecord> {
  const changed = await applyChange(deps, request, input.id, async (booking) => {
    if (booking.orderId !== undefined && !(await resolveMark(deps, booking))) return undefined;
    return prepareChange(deps, request, { booking, input }, carryOut(deps, booking));
  });
  // A repeat may come after the hold has run out.
  return shownRecord(changed, deps.clock());
}

/** Writes a prepared change, with other claims where it takes other places. */
export function carryOut(deps: SellDeps, booking: Booking) {
  return (prepared: PreparedChange, inTime: Request): Promise<Booking | undefined> =>
    "decided" in prepared
      ? writeChange(deps, inTime, booking, prepared.decided)
      : changePlaces(deps, inTime, booking, prepared);
}
