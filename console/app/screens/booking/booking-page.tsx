/** A booking by its link. */
import { Box } from "@mantine/core";
import type { PageGiven } from "../../page.ts";
import { BookingView } from "./booking-view.tsx";

export function BookingPage({ params: { id = "" } }: PageGiven) {
  return (
    <Box maw={1100}>
      <BookingView key={id} id={id} level={1} />
    </Box>
  );
}
