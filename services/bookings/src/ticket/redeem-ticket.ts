import { type Request, refuse } from "@slipway/broker";
import { type InputOf, type OutputOf, supplierOf, type tickets } from "@slipway/contracts";
import { applyChange, ifStill } from "../record/apply-change.ts";
import { shownRecord } from "../record/booking-record.ts";
import type { Booking } from "../record/booking.ts";
import { codeIn, redemptionOf } from "../record/redemption.ts";
import type { SellDeps } from "../sell/deps.ts";
import { placeOfCode, shownTicket } from "./hash-ticket.ts";
import { inTurn, requireConfirmed, stampOf, writeRedemption } from "./write-redemption.ts";

/**
 * Redeems one ticket by its code. A repeat changes nothing and answers the first redemption with `already`. Refuses
 * NOT_FOUND, INVALID_STATE and WRONG_DEPARTURE.
 */
export async function redeemTicket(
  deps: SellDeps,
  request: Request,
  { code: text, startAt, ...scan }: InputOf<typeof tickets.redeemTicket>,
): Promise<OutputOf<typeof tickets.redeemTicket>> {
  const { code, bookingId } = await findTicket(deps, request, text);
  let already = false;
  const redeem = async (booking: Booking): Promise<Booking | undefined> => {
    const place = requirePlace(booking, code);
    const stamp = stampOf(deps, request, scan);
    requireConfirmed(deps, booking);
    requireDeparture(booking, startAt);
    already = redemptionOf(booking, place) !== undefined;
    if (already) return ifStill(deps, booking);
    return writeRedemption(deps, request, booking, { places: [place], stamp });
  };
  const booking = await inTurn(deps, bookingId, () =>
    applyChange(deps, request, bookingId, redeem),
  );
  // A repeat may come after the party became smaller.
  const ticket = shownTicket(booking, requirePlace(booking, code));
  already ||= request.repeat?.wasIdle === true;
  return { ticket, booking: shownRecord(booking, deps.clock()), already };
}

/** The code as it is stored or derived, and the booking that it names: of the caller's supplier, if it has one. */
async function findTicket(deps: SellDeps, { caller }: Request, text: string) {
  const wanted = codeIn(text);
  const found = wanted && (await deps.store.getOfCode(caller.tenantId, wanted));
  const supplierId = supplierOf(caller) ?? found?.supplierId;
  if (!wanted || found?.supplierId !== supplierId || !found) throw refuse("NOT_FOUND");
  return { code: wanted.code, bookingId: found._id };
}

function requirePlace(booking: Booking, code: string) {
  const place = placeOfCode(booking, code);
  if (!place) throw refuse("NOT_FOUND");
  return place;
}

function requireDeparture(booking: Booking, asked: string | undefined): void {
  const startAt = booking.startAt.toISOString();
  if (asked !== undefined && asked !== startAt) throw refuse("WRONG_DEPARTURE", { startAt });
}
