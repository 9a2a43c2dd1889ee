/** Finds resources of which a ledger sells more places than there are; for doctor. */
import type { CapacityResource } from "../ledger/resource.ts";
import type { Range } from "../ledger/day.ts";
import type { Finding } from "../ledger/examination.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { departuresIn } from "../ledger/departure-index.ts";
import { type DepartureUsages, type Tally, liveOf, tallyAt } from "../ledger/departure-usage.ts";
import { alternativesOf } from "../ledger/pending-rebookings.ts";
import { peakOf } from "../ledger/peak.ts";
import { countingOf } from "../ledger/fit-check.ts";

/** The resources of a tenant, by id, as they are now. */
export type Resources = ReadonlyMap<string, CapacityResource>;

/**
 * For each resource the first instant from now on at which departures use more than its places, in an
 * alternative of the pending rebookings that can really occur. A deleted resource has no places.
 * `maxQuantity` is not compared: it may be lowered below what was sold before.
 */
export function oversoldFindings(ledger: Ledger, resources: Resources, clock: number): Finding[] {
  const { address, usages, at } = ledger;
  const now = Math.max(clock, at);
  const range = { from: Math.max(now, address.range.from), to: address.range.to };
  if (range.from >= range.to) return [];
  const reading = { ledger, range, tally: tallyAt(now) };
  return [...resourcesOf(usages)].flatMap((id) => {
    const resource = resources.get(id);
    return (resource ? oversoldOf(reading, resource) : missingOf(reading, id)) ?? [];
  });
}

/** Every resource of which a departure has places. */
export function resourcesOf(usages: DepartureUsages): Set<string> {
  return new Set(Object.values(usages).flatMap(({ use }) => Object.keys(use)));
}

interface Reading {
  readonly ledger: Ledger;
  /** The rest of the day. */
  readonly range: Range;
  readonly tally: Tally;
}

function oversoldOf(reading: Reading, resource: CapacityResource): Finding | undefined {
  const { ledger, range, tally } = reading;
  const { id, name, quantity, capacityPerResource } = resource;
  const places = quantity * capacityPerResource;
  const counting = countingOf(resource);
  // Counts all claims of pending rebookings: if even those fit, nothing is oversold.
  if (peakOf(ledger.usages, id, { tally, range, counting }) <= places) return undefined;
  // Use only falls while a window lasts, so it is highest at some start.
  const instants = departuresIn(ledger.usages, id, range)
    .flatMap(({ windows }) => windows.map(({ usage }) => Math.max(usage.start, range.from)))
    .toSorted((a, b) => a - b);
  for (const instant of instants) {
    const taken = takenAt(reading, resource, instant);
    if (taken <= places) continue;
    const detail = `${taken} of ${places} places of ${name} are taken at ${new Date(instant).toISOString()}`;
    return { kind: "resource-oversold", id: `${ledger.address.id} ${id}`, detail };
  }
  return undefined;
}

/** Places used at one instant, in the worst alternative. */
function takenAt({ ledger, tally }: Reading, resource: CapacityResource, instant: number): number {
  const { usages, rebookings } = ledger;
  const { id: resourceId, capacityPerResource: perUnit } = resource;
  const range = { from: instant, to: instant + 1 };
  const counting = countingOf(resource);
  const query = { resourceId, perUnit, now: tally.now, range, onlyPossible: true };
  const drawn = alternativesOf(rebookings, usages, query).map((uncounted) =>
    peakOf(usages, resourceId, { tally, range, counting, uncounted }),
  );
  return Math.max(...drawn);
}

function missingOf({ ledger, range, tally }: Reading, resourceId: string): Finding | undefined {
  const windows = departuresIn(ledger.usages, resourceId, range).flatMap((each) => each.windows);
  const taken = windows.some(({ usage, use }) => {
    const { seats, units } = liveOf(tally, use);
    return usage.end > range.from && (seats > 0 || units > 0);
  });
  if (!taken) return undefined;
  const detail = "departures have places of this resource, which is not there";
  return { kind: "resource-missing", id: `${ledger.address.id} ${resourceId}`, detail };
}
