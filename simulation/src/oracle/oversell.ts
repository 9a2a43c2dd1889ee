import { Violation } from "../violation.ts";
import { type BookingDocument, type ResourceDocument, usageOf } from "./records.ts";
import {
  type State,
  type Stretch,
  bookingsIn,
  highest,
  holdsPlaces,
  resourcesIn,
} from "./state.ts";

/** Expansions that claims have brought since the resource's numbers were changed last, by departure. */
export type Expansions = Map<string, number>;

/** One departure's use of one resource. */
export function expansionKey(line: string, resourceId: string): string {
  return `${line} ${resourceId}`;
}

/**
 * I1, from the bookings alone: for every resource and instant that is not over, what departures
 * take beyond their expansions is at most its places.
 */
export function checkOversell(state: State, expansions: Expansions, supplierId: string): void {
  const now = state.fastest();
  const selling = [...bookingsIn(state)].filter(
    (booking) => booking.supplierId === supplierId && holdsPlaces(booking, now),
  );
  for (const resource of resourcesIn(state)) {
    if (resource.supplierId !== supplierId) continue;
    const taken = highest(drawn(selling, resource, expansions), now);
    const places = resource.quantity * resource.capacityPerResource;
    if (taken > places)
      throw new Violation("I1", `${taken} of ${places} places of the ${resource.name} are sold`);
  }
}

/** What each departure takes of a resource beyond its expansion. */
function drawn(
  selling: readonly BookingDocument[],
  { _id, capacityPerResource }: ResourceDocument,
  expansions: Expansions,
): Stretch[] {
  const departures = new Map<string, Stretch>();
  for (const booking of selling) {
    const item = usageOf(booking).find(({ resourceId }) => resourceId === _id);
    if (!item) continue;
    const [from, to] = [booking.startAt.getTime(), booking.occupiedUntil.getTime()];
    const line = `${booking.optionId}:${from}:${to}`;
    const departure = departures.get(line) ?? { from, to, amount: 0 };
    // Whole units stay whole units at whatever numbers.
    const { resourceQuantity: units, capacityPlaces: seats } = item;
    departure.amount += units === undefined ? seats : units * capacityPerResource;
    departures.set(line, departure);
  }
  for (const [line, departure] of departures) {
    const expansion = expansions.get(expansionKey(line, _id)) ?? 0;
    departure.amount = Math.max(0, departure.amount - expansion);
  }
  return [...departures.values()];
}
