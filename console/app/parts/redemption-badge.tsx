/** How many of a booking's tickets were checked in; nothing before. */
import { Badge } from "@mantine/core";
import type { Booking } from "@slipway/client";
import UserCheck from "lucide-react/icons/user-check";
import { fill } from "../../page/texts/fill.ts";
import { partWords } from "./texts.ts";

export function RedemptionBadge({ booking: { redeemed } }: { readonly booking: Booking }) {
  if (redeemed === null) return null;
  const isWhole = redeemed.count === redeemed.of;
  return (
    <Badge
      color={isWhole ? "teal" : "yellow"}
      variant="light"
      miw="max-content"
      leftSection={<UserCheck size={12} aria-hidden />}
    >
      {fill(partWords().here, { count: redeemed.count, of: redeemed.of })}
    </Badge>
  );
}
