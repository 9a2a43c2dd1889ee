/** "2 Adult, 1 Child (4-12)": where it has no room, a line ends between two tickets. */
import { Text } from "@mantine/core";
import type { Booking } from "@slipway/client";
import { partyOf } from "../../page/parts/booking-facts.ts";

export function PartyWords({ booking }: { readonly booking: Booking }) {
  return (
    <Text size="sm">
      {partyOf(booking)
        .split(/(?<=,) /)
        .map((each, index) => [
          <span key={`${index} ${each}`} className="whole">
            {each}
          </span>,
          " ",
        ])}
    </Text>
  );
}
