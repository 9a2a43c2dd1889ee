/** What a booking's claims hold of a departure, as it wrote it down when it made them. */
import type { Booking } from "../booking.ts";
import type { Taken } from "../sell/quote.ts";

/** What its claims took, by its own usage. */
export function usesOf({ resourceUsageSnapshot }: Pick<Booking, "resourceUsageSnapshot">): Taken {
  return (resourceUsageSnapshot?.items ?? []).map(
    ({ resourceId, name, capacityPlaces: places, resourceQuantity: units = null }, index) => ({
      resourceId,
      name,
      places,
      units,
      first: index === 0,
    }),
  );
}
