import { type Request, refuse } from "@slipway/broker";
import type { InputOf, tickets } from "@slipway/contracts";
import { writeChange } from "../change/update-booking-saga.ts";
import { applyChange, ifStill } from "../record/apply-change.ts";
import { shownRecord } from "../record/booking-record.ts";
import type { Booking, BookingRecord } from "../record/booking.ts";
import { type Redemption, codeIn } from "../record/redemption.ts";
import type { SellDeps } from "../sell/deps.ts";
import { placeOfAnyCode } from "./hash-ticket.ts";

/** Takes back the redemption of one ticket of a booking, or of all. A repeat changes nothing. A key may not. */
export async function unredeemBooking(
  deps: SellDeps,
  request: Request,
  { id, code }: InputOf<typeof tickets.unredeemBooking>,
): Promise<BookingRecord> {
  if (request.caller.actorType === "API_KEY")
    throw refuse("SESSION_REQUIRED", { detail: "Only a user session may take a check-in back." });
  const changed = await applyChange(deps, request, id, async (booking) => {
    const before = booking.redemptions ?? [];
    const redemptions = redemptionsWithout(booking, before, code);
    if (redemptions.length === before.length) return ifStill(deps, booking);
    return writeChange(deps, request, booking, {
      set: { redemptions },
      type: "booking.unredeemed",
    });
  });
  return shownRecord(changed, deps.clock());
}

function redemptionsWithout(
  booking: Booking,
  before: Redemption[],
  text: string | undefined,
): Redemption[] {
  if (text === undefined) return [];
  const wanted = codeIn(text);
  const place = wanted && placeOfAnyCode(booking, wanted);
  if (!place) throw refuse("NOT_FOUND");
  return before.filter(({ ticket }) => ticket !== place.key);
}
