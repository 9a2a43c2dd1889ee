/** The codes of tickets, derived of their booking (docs/decisions/0035-ticket-codes.md). */
import { createHmac } from "node:crypto";
import type { OutputOf, tickets } from "@slipway/contracts";
import type { Booking } from "../record/booking.ts";
import {
  type Place,
  type WantedCode,
  codeOf,
  placeOf,
  placesOf,
  redemptionOf,
} from "../record/redemption.ts";

export type ShownTicket = OutputOf<typeof tickets.listTickets>[number];

/**
 * The key is the booking's own uuid: 122 random bits that no ticket shows. Who may read it may read the codes, too. It
 * outlives every rotation of the installation's secrets, and so do the tickets that guests have printed.
 */
export function hashTicket({ uuid, reference }: Booking, { code, key, number }: Place): string {
  if (code !== undefined) return code;
  const hash = createHmac("sha256", uuid).update(`slipway: tickets|${key}`).digest();
  return codeOf(reference, number, hash.readUInt32BE(0));
}

export function shownTicket(booking: Booking, place: Place): ShownTicket {
  const redemption = redemptionOf(booking, place);
  return {
    code: hashTicket(booking, place),
    bookingId: booking._id,
    unitItemId: place.item?.id ?? null,
    unitId: place.item?.unitId ?? null,
    redeemedAt: redemption?.at.toISOString() ?? null,
    redeemedBy: redemption?.by ?? null,
  };
}

/** The booking's ticket of this code; undefined: it has none, as after a change that has dropped it. */
export function placeOfCode(booking: Booking, code: string): Place | undefined {
  return placesOf(booking).find((place) => hashTicket(booking, place) === code);
}

/** The same, and one that a change has dropped since: who takes its check-in back once more changes nothing. */
export function placeOfAnyCode(booking: Booking, wanted: WantedCode): Place | undefined {
  const { code, number } = { number: 0, ...wanted };
  const dropped = booking.unitItems.map((item) => placeOf(item, number));
  return placeOfCode(booking, code) ?? dropped.find((place) => hashTicket(booking, place) === code);
}
