/** The policy of an option: approval, length of holds, cutoffs, length of stay. */
import type { InputOf, OutputOf, availability, bookings, catalog } from "@slipway/contracts";
import { asksForApproval } from "@slipway/departures";
import { holdMinutesDefault, holdMinutesMax } from "../constants.ts";
import type { BookingStatus } from "../record/booking.ts";

export type OptionFacts = OutputOf<typeof catalog.getOptionFacts>;
export type SellingFacts = OutputOf<typeof availability.getSellingFacts>;
export type CreateInput = InputOf<typeof bookings.createBooking>;

/** Whether the operator approves bookings of the option. */
export function needsApproval({ option, productMetadata }: OptionFacts): boolean {
  return asksForApproval(option.metadata, productMetadata);
}

/** The status of a new booking: the requested one, else PENDING or CONFIRMED. */
export function initialStatus(
  requested: "ON_HOLD" | "CONFIRMED" | undefined,
  facts: OptionFacts,
): Extract<BookingStatus, "ON_HOLD" | "PENDING" | "CONFIRMED"> {
  return requested ?? (needsApproval(facts) ? "PENDING" : "CONFIRMED");
}

/** The length of a hold in minutes: metadata.holdMinutes if it is 1..1440, else 30. */
export function holdMinutesOf({ option }: OptionFacts): number {
  const minutes = option.metadata["holdMinutes"];
  const isMeant =
    typeof minutes === "number" &&
    Number.isInteger(minutes) &&
    minutes >= 1 &&
    minutes <= holdMinutesMax;
  return isMeant ? minutes : holdMinutesDefault;
}

/** The end of the window in which a departure occupies its resources. */
export function occupiedUntil({ option }: OptionFacts, startAt: number): number {
  return startAt + Math.max(option.durationMinutes, 1) * 60_000;
}
