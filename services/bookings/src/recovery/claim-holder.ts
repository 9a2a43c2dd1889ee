/** The places that a booking's claims hold, from its stored usage snapshot. */
import type { Booking } from "../record/booking.ts";
import type { Taken } from "../offer/quote.ts";

/** The places and units that the booking's claims took of each resource. */
export function usesOf({ resourceUsageSnapshot }: Pick<Booking, "resourceUsageSnapshot">): Taken {
  return (resourceUsageSnapshot?.items ?? []).map(
    ({ capacityPlaces: places, resourceQuantity: units = null, ...use }, index) => ({
      ...use,
      places,
      units,
      first: index === 0,
    }),
  );
}
