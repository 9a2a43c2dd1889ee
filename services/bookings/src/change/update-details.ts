import { type Request, refuse } from "@slipway/broker";
import type { InputOf, bookings } from "@slipway/contracts";
import { shownRecord } from "../record/booking-record.ts";
import type { BookingRecord } from "../record/booking.ts";
import type { SellDeps } from "../sell/deps.ts";
import { fieldsOfDetails } from "../record/details.ts";
import { refuseField } from "../offer/answer-refusal.ts";
import { applyChange } from "../record/apply-change.ts";
import { writeChange } from "./update-booking-saga.ts";

/**
 * Replaces the details that are named, in every status, if the caller's token is current. The token is used
 * up even if no field changes. A second call with the token is refused with VERSION_CONFLICT.
 */
export async function updateDetails(
  deps: SellDeps,
  request: Request,
  { id, expectedUpdatedAt, ...details }: InputOf<typeof bookings.updateDetails>,
): Promise<BookingRecord> {
  const changed = await applyChange(deps, request, id, async (booking) => {
    // A channel finds its bookings by this name.
    if (booking.sourceChannelConnectionId !== null && details.externalId !== undefined)
      throw refuseField(
        "externalId",
        "cannot be changed: its channel has given it",
        "IMMUTABLE_FIELD",
      );
    const updatedAt = booking.updatedAt.toISOString();
    // mark: details-token
    if (updatedAt !== expectedUpdatedAt) throw refuse("VERSION_CONFLICT", { updatedAt });
    const set = fieldsOfDetails(details);
    return writeChange(deps, request, booking, { set, type: "booking.detailsUpdated" });
  });
  return shownRecord(changed, deps.clock());
}
