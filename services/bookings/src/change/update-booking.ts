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
 *
 * Race: of two requests with one key the first has claimed other places and not written yet, and they count against the
 * second one. So they take turns within a process, to which the booking's id leads both; the second one finds the key. While
 * replicas come or go it may be refused instead, and repeats.
 */
export async function updateBooking(
  deps: SellDeps,
  request: Request,
  input: ChangeInput,
): Promise<BookingRecord> {
  const { id } = input;
  const { repeat } = request;
  const change = async (booking: Booking): Promise<Booking | undefined> => {
    if (booking.orderId !== undefined && !(await resolveMark(deps, booking))) return undefined;
    return prepareChange(deps, request, { booking, input }, carryOut(deps, booking));
  };
  const changed = repeat
    ? await deps.turns(`${id}|${repeat.key}`, () => applyChange(deps, request, id, change))
    : await applyChange(deps, request, id, change);
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
