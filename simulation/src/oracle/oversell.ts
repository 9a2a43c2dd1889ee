import { Violation } from "../violation.ts";
import { type BookingDocument, type ResourceDocument, usageOf, withMargins } from "./records.ts";
import {
  type State,
  type Interval,
  beyond,
  bookingsIn,
  highest,
  holdsPlaces,
  resourcesIn,
} from "./state.ts";

/** The version of a resource whose numbers are those of an older dump, for as long as doctor examines it. */
export const ofOlderDump = "of an older dump";

/** Places added to a departure: beyond a resource, and beyond what its option may use of it. */
export interface Added {
  pool: number;
  beyondMax: number;
}

/**
 * Expansions of claims since the last change of the resource's numbers, by departure and resource, in
 * each ledger.
 */
export type Expansions = Map<string, Map<string, Added>>;

/** The departure of a usage key: option and start, without the end. */
export function departureOf(line: string): string {
  const [option = "", start = ""] = line.split(":");
  return `${option}:${start}`;
}

/** One departure's use of one resource. */
export function expansionKey(line: string, resourceId: string): string {
  return `${departureOf(line)} ${resourceId}`;
}

interface AddedTo extends Added {
  resourceId: string;
}

/** Adds the expansion of a claim, or takes away what is given back. */
export function addExpansion(
  expansions: Expansions,
  { line, ledgerId, added }: { line: string; ledgerId: string; added: AddedTo },
): void {
  const key = expansionKey(line, added.resourceId);
  const byLedger = expansions.get(key) ?? new Map<string, Added>();
  expansions.set(key, byLedger);
  const { pool, beyondMax } = byLedger.get(ledgerId) ?? { pool: 0, beyondMax: 0 };
  byLedger.set(ledgerId, {
    pool: Math.max(0, pool + added.pool),
    beyondMax: Math.max(0, beyondMax + added.beyondMax),
  });
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
    // Doctor is asked about it, and has to find it oversold.
    if (resource.commit === ofOlderDump) continue;
    const taken = highest(drawn(selling, resource, expansions), now);
    const places = resource.quantity * resource.capacityPerResource;
    if (taken > places)
      throw new Violation("I1", `${taken} of ${places} places of the ${resource.name} are sold`);
  }
}

/** The most places of a resource that are taken at one instant that is not over, beyond expansions. */
export function mostTaken(
  state: State,
  expansions: Expansions,
  resource: ResourceDocument,
): number {
  const now = state.fastest();
  const selling = [...bookingsIn(state)].filter((booking) => holdsPlaces(booking, now));
  return highest(drawn(selling, resource, expansions), now);
}

/** The places that each departure takes of a resource beyond its expansion. */
function drawn(
  selling: readonly BookingDocument[],
  { _id, capacityPerResource }: ResourceDocument,
  expansions: Expansions,
): Interval[] {
  const used = selling.flatMap((booking) => {
    const item = usageOf(booking).find(({ resourceId }) => resourceId === _id);
    if (!item) return [];
    const start = booking.startAt.getTime();
    const window = withMargins([start, booking.occupiedUntil.getTime()], item);
    // Whole units stay whole units at whatever numbers.
    const { resourceQuantity: units, capacityPlaces: seats } = item;
    const amount = units === undefined ? seats : units * capacityPerResource;
    return [{ departure: `${booking.optionId}:${start}`, ...window, amount }];
  });
  return [...Map.groupBy(used, ({ departure }) => departure)].flatMap(([departure, own]) => {
    const brought = expansions.get(expansionKey(departure, _id))?.values() ?? [];
    const most = Math.max(0, ...[...brought].map(({ pool }) => pool));
    return beyond(own, most);
  });
}
