/** The state of a booking or an order as a colour with its word. */
import { Badge } from "@mantine/core";
import type { BookingStatus, OrderStatus } from "@slipway/client";
import { texts } from "../../page/texts/texts.ts";

const colors: Readonly<Partial<Record<BookingStatus | OrderStatus, string>>> = {
  CONFIRMED: "green",
  PENDING: "orange",
  ON_HOLD: "gray",
  EXPIRED: "gray",
};

export function StatusBadge({ status }: { readonly status: BookingStatus | OrderStatus }) {
  const hasEnded = status === "CANCELLED" || status === "REJECTED";
  return (
    <Badge
      color={colors[status] ?? "gray"}
      variant="light"
      // Its word is never cut off.
      miw="max-content"
      td={hasEnded ? "line-through" : undefined}
    >
      {texts.status[status]}
    </Badge>
  );
}
