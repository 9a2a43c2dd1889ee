/** Actions that a booking allows, and the state to which each leads. Pure. */
import type { Booking, BookingStatus } from "@slipway/client";
import { type WithMetadata, needsApproval } from "../../catalog.ts";

export type ActionKind = "confirm" | "approve" | "extend" | "reject" | "cancel";

interface BookingAction {
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

/**
 * A hold of an order is confirmed and extended with its order alone.
 * @param sold undefined: it is not known whether what is sold asks for approval
 */
export function actionsOf(
  { status, orderId }: Pick<Booking, "status" | "orderId">,
  sold: WithMetadata | undefined,
): BookingAction[] {
  const isOfOrder = status === "ON_HOLD" && orderId !== null;
  return (isOfOrder ? (["cancel"] as const) : kinds[status]).map((kind) => ({
    kind,
    leadsTo: leadsTo(kind, sold),
  }));
}

function leadsTo(kind: ActionKind, sold: WithMetadata | undefined): BookingStatus {
  switch (kind) {
    case "confirm":
      return sold && needsApproval(sold) ? "PENDING" : "CONFIRMED";
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
