/** What can be done with a booking, and the state to which that leads. Pure. */
import type { Booking, BookingStatus, Option } from "@slipway/client";

export type ActionKind = "confirm" | "approve" | "extend" | "reject" | "cancel";

export interface BookingAction {
  readonly kind: ActionKind;
  readonly leadsTo: BookingStatus;
}

const kinds: Readonly<Record<BookingStatus, readonly ActionKind[]>> = {
  ON_HOLD: ["confirm", "extend", "cancel"],
  PENDING: ["approve", "reject", "cancel"],
  CONFIRMED: ["cancel", "reject"],
  CANCELLED: [],
  REJECTED: [],
  EXPIRED: [],
};

/** @param option undefined: it is not known whether the option asks for approval */
export function actionsOf(
  { status }: Pick<Booking, "status">,
  option: Pick<Option, "metadata"> | undefined,
): BookingAction[] {
  return kinds[status].map((kind) => ({ kind, leadsTo: leadsTo(kind, option) }));
}

function leadsTo(kind: ActionKind, option: Pick<Option, "metadata"> | undefined): BookingStatus {
  switch (kind) {
    case "confirm":
      return option?.metadata["directBooking"] === false ? "PENDING" : "CONFIRMED";
    case "approve":
      return "CONFIRMED";
    case "extend":
      return "ON_HOLD";
    case "reject":
      return "REJECTED";
    case "cancel":
      return "CANCELLED";
  }
}
