/** Whether a ledger sells more of a resource than there is; for doctor. */
import type { CapacityResource } from "../resource/resource.ts";
import type { Range } from "../ledger/day.ts";
import type { Finding } from "./examination.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { departuresIn } from "../ledger/line-index.ts";
import { type Lines, type Tally, liveOf, tallyAt } from "../ledger/line.ts";
import { choicesOf } from "../ledger/moves.ts";
import { peakOf } from "../ledger/peak.ts";
import { countingOf } from "../ledger/room.ts";

/** The resources of a tenant, by id, as they are now. */
export type Resources = ReadonlyMap<string, CapacityResource>;

/**
 * Of each resource the first instant from now on at which departures draw more than its places, in
 * a way to hold places that bookings in the middle of a change truly have. A resource that is gone
 * has none. `maxQuantity` is not looked at: it may be lowered below what was sold before.
 */
export function oversoldFindings(ledger: Ledger, resources: Resources, clock: number): Finding[] {
  const { address, lines, at } = ledger;
  const now = Math.max(clock, at);
  const range = { from: Math.max(now, address.range.from), to: address.range.to };
  if (range.from >= range.to) return [];
  const look = { ledger, range, tally: tallyAt(now) };
  return [...resourcesOf(lines)].flatMap((id) => {
    const resource = resources.get(id);
    return (resource ? oversoldOf(look, resource) : missingOf(look, id)) ?? [];
  });
}

/** Every resource that a departure has taken places of. */
export function resourcesOf(lines: Lines): Set<string> {
  return new Set(Object.values(lines).flatMap(({ use }) => Object.keys(use)));
}

interface Look {
  readonly ledger: Ledger;
  /** What is left of the day. */
  readonly range: Range;
  readonly tally: Tally;
}

function oversoldOf(look: Look, resource: CapacityResource): Finding | undefined {
  const { ledger, range, tally } = look;
  const { id, name, quantity, capacityPerResource } = resource;
  const places = quantity * capacityPerResource;
  const counting = countingOf(resource);
  // All claims of bookings that change their places are more than these hold.
  if (peakOf(ledger.lines, id, { tally, range, counting }) <= places) return undefined;
  // A departure draws less from the end of each of its windows on, so the most at some start.
  const instants = departuresIn(ledger.lines, id, range)
    .map(({ start }) => Math.max(start, range.from))
    .toSorted((a, b) => a - b);
  for (const instant of instants) {
    const taken = takenAt(look, resource, instant);
    if (taken <= places) continue;
    const detail = `${taken} of ${places} places of ${name} are taken at ${new Date(instant).toISOString()}`;
    return { kind: "resource-oversold", id: `${ledger.address.id} ${id}`, detail };
  }
  return undefined;
}

/** What departures draw at one instant, in the worst of the choices. */
function takenAt({ ledger, tally }: Look, resource: CapacityResource, instant: number): number {
  const { lines, moves } = ledger;
  const { id: resourceId, capacityPerResource: perUnit } = resource;
  const range = { from: instant, to: instant + 1 };
  const counting = countingOf(resource);
  const terms = { resourceId, perUnit, now: tally.now, range, isCertain: true };
  const drawn = choicesOf(moves, lines, terms).map((unheld) =>
    peakOf(lines, resourceId, { tally, range, counting, unheld }),
  );
  return Math.max(...drawn);
}

function missingOf({ ledger, range, tally }: Look, resourceId: string): Finding | undefined {
  const windows = departuresIn(ledger.lines, resourceId, range).flatMap((each) => each.windows);
  const taken = windows.some(({ line, use }) => {
    const { seats, units } = liveOf(tally, use);
    return line.end > range.from && (seats > 0 || units > 0);
  });
  if (!taken) return undefined;
  const detail = "departures have places of this resource, which is not there";
  return { kind: "resource-missing", id: `${ledger.address.id} ${resourceId}`, detail };
}
