import { indexUse, usageNamed } from "./departure-index.ts";
import {
  type DepartureUsages,
  type Expansion,
  type Places,
  type ResourceUse,
  type Tally,
  isDue,
  liveOf,
} from "./departure-usage.ts";

/** A change of one departure usage, on one resource. */
export interface UsageChange extends Readonly<Places> {
  readonly key: string;
  readonly resourceId: string;
  /** Seconds: the hold bucket that changes; null: the confirmed places. */
  readonly until: number | null;
  readonly expansion?: Expansion;
}

/**
 * Applies a change in place and adds the stored paths that it touches to `touched`. It also drops the
 * expired buckets of the same use.
 */
export function applyChange(
  usages: DepartureUsages,
  change: UsageChange,
  { tally, touched }: { tally: Tally; touched: Set<string> },
): void {
  if (!usages[change.key]) touched.add(`usages.${change.key}`);
  const usage = (usages[change.key] ??= usageNamed(change.key));
  const path = `usages.${change.key}.use.${change.resourceId}`;
  let use = usage.use[change.resourceId];
  if (!use) {
    use = { seats: 0, units: 0, holds: {} };
    usage.use[change.resourceId] = use;
    indexUse(usages, change.resourceId, { key: change.key, usage, use });
    touched.add(path);
  }
  const live = { ...liveOf(tally, use) };
  tally.live.set(use, live);
  add(live, change);
  dropDue(use, path, { tally, touched });
  if (change.expansion) {
    use.expansion = change.expansion;
    touched.add(`${path}.expansion`);
  }
  if (change.until === null) {
    add(use, change);
    touched.add(`${path}.seats`).add(`${path}.units`);
  } else {
    const bucket = (use.holds[change.until] ??= { seats: 0, units: 0 });
    add(bucket, change);
    if (bucket.seats === 0 && bucket.units === 0) delete use.holds[change.until];
    touched.add(`${path}.holds.${change.until}`);
  }
}

function dropDue(
  use: ResourceUse,
  path: string,
  { tally, touched }: { tally: Tally; touched: Set<string> },
): void {
  if (tally.swept.has(use)) return;
  tally.swept.add(use);
  for (const until of Object.keys(use.holds)) {
    if (!isDue(Number(until), tally.now)) continue;
    delete use.holds[until];
    touched.add(`${path}.holds.${until}`);
  }
}

function add(places: Places, change: Readonly<Places>): void {
  places.seats += change.seats;
  places.units += change.units;
}
