/**
 * Expansions of a departure that crosses a day boundary. Its booking has a claim on each day, and all add the same.
 * So the departure has one capacity, whichever day misses more places.
 */
import type { Caller } from "@slipway/contracts";
import type { CapacityResource } from "./resource.ts";
import { usageKeyOf } from "./departure-index.ts";
import type { Use } from "./demand.ts";
import type { DepartureUsages, Expansion } from "./departure-usage.ts";
import { type Expanded, expandedBy } from "./expansion.ts";
import type { UsageChange } from "./usage-change.ts";

/**
 * The part of its booking's expansion on the other day that a claim lacks. Undefined: nothing is lacking, or a resize
 * has ended that expansion.
 */
export function lackOf(
  own: Expansion | undefined,
  otherDay: readonly Expanded[],
  { id, epoch }: Pick<CapacityResource, "id" | "epoch">,
): Expansion | undefined {
  const other = otherDay.find((each) => each.resourceId === id && each.epoch === epoch);
  if (!other) return undefined;
  const has = own?.epoch === epoch ? own : { pool: 0, beyondMax: 0 };
  const pool = Math.max(0, other.pool - has.pool);
  const beyondMax = Math.max(0, other.beyondMax - has.beyondMax);
  return pool + beyondMax === 0 ? undefined : { epoch, pool, beyondMax };
}

interface ExpandingClaim {
  /** The key of its departure usage. */
  readonly line: string;
  readonly use: readonly Use[];
  readonly expanded?: readonly Expanded[];
}

/** A claim's expansions, made as large as those on the other day, and the changes of its usage. */
export function expandedLike(
  otherDay: readonly Expanded[],
  { line, use, expanded = [] }: ExpandingClaim,
  known: { usages: DepartureUsages; resources: ReadonlyMap<string, CapacityResource> },
): { expanded: readonly Expanded[]; changes: readonly UsageChange[] } {
  const grown = new Map(expanded.map((each) => [each.resourceId, each]));
  const changes: UsageChange[] = [];
  for (const each of use.filter(({ places }) => places > 0)) {
    const { resourceId } = each;
    const key = usageKeyOf(line, each);
    const resource = known.resources.get(resourceId);
    const own = grown.get(resourceId);
    const lack = resource && lackOf(own, otherDay, resource);
    if (!lack) continue;
    grown.set(resourceId, { resourceId, ...expandedBy(own, lack) });
    const expansion = expandedBy(known.usages[key]?.use[resourceId]?.expansion, lack);
    changes.push({ key, resourceId, until: null, seats: 0, units: 0, expansion });
  }
  return { expanded: [...grown.values()], changes };
}

/** The fields of a claim that expands its departure. The claim on the day on which the run ends alone reports that to the audit log. */
export function expandedFields(
  { caller, isLast }: { caller: Caller; isLast: boolean },
  expanded: readonly Expanded[],
): { expanded?: readonly Expanded[]; caller?: Caller } {
  if (expanded.length === 0) return {};
  const reported = isLast ? expanded : expanded.map((each) => ({ ...each, told: null }));
  return { expanded: reported, caller };
}
