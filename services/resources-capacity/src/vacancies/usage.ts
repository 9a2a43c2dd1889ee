import type { OutputOf, resourcesCapacity } from "@slipway/contracts";
import type { Range } from "../ledger/day.ts";
import { type DepartureWindows, departuresIn } from "../ledger/departure-index.ts";
import { type Tally, liveOf, worthOf } from "../ledger/departure-usage.ts";
import { expansionOf } from "../ledger/expansion.ts";
import { countingOf } from "../ledger/fit-check.ts";
import type { Day } from "../ledger/vacancies.ts";

type Interval = OutputOf<typeof resourcesCapacity.listUsage>["items"][number];
type Counted = Parameters<typeof countingOf>[0] & { readonly id: string };

/** More or fewer places of an option from an instant on. */
interface Step {
  readonly at: number;
  readonly optionId: string;
  readonly places: number;
  readonly expanded: number;
}

/**
 * The places that departures take of a resource on one day and in a range, by the instants at which they begin and
 * end.
 */
export function usageOf({ ledger, tally }: Day, resource: Counted, asked: Range): Interval[] {
  const { range: day } = ledger.address;
  // A departure over the day's end has claims in both ledgers: each counts for its own day.
  const range = { from: Math.max(asked.from, day.from), to: Math.min(asked.to, day.to) };
  const steps = departuresIn(ledger.usages, resource.id, range).flatMap((departure) =>
    stepsOf(departure, { tally, resource, range }),
  );
  return intervalsOf(steps);
}

/** A departure takes all its places from its start, and fewer from the end of each window on. */
function stepsOf(
  departure: DepartureWindows,
  { tally, resource, range }: { tally: Tally; resource: Counted; range: Range },
): Step[] {
  const counting = countingOf(resource);
  const { pool } = expansionOf(departure, counting);
  const ends = departure.windows.map(({ usage, use }) => ({
    at: Math.min(usage.end, range.to),
    places: worthOf(liveOf(tally, use), counting.perUnit),
    isOver: usage.end <= range.from,
  }));
  const open = ends.filter(({ isOver, places }) => !isOver && places > 0);
  const optionId = departure.windows[0]?.usage.optionId ?? "";
  let left = open.reduce((sum, { places }) => sum + places, 0);
  const first = Math.max(departure.start, range.from);
  const steps = [{ at: first, optionId, places: left, expanded: Math.min(left, pool) }];
  for (const { at, places } of open) {
    const expanded = Math.min(left - places, pool) - Math.min(left, pool);
    steps.push({ at, optionId, places: -places, expanded });
    left -= places;
  }
  return open.length === 0 ? [] : steps;
}

function intervalsOf(steps: readonly Step[]): Interval[] {
  const instants = [...Map.groupBy(steps, ({ at }) => at)].toSorted(([a], [b]) => a - b);
  const options = new Map<string, number>();
  const intervals: Interval[] = [];
  let expanded = 0;
  for (const [index, [at, changes]] of instants.entries()) {
    for (const { optionId, places, expanded: more } of changes) {
      options.set(optionId, (options.get(optionId) ?? 0) + places);
      expanded += more;
    }
    const taken = [...options].filter(([, places]) => places > 0);
    const end = instants[index + 1]?.[0];
    if (end === undefined || taken.length === 0) continue;
    intervals.push({
      startAt: new Date(at).toISOString(),
      endAt: new Date(end).toISOString(),
      places: taken.reduce((sum, [, places]) => sum + places, 0),
      expanded,
      options: taken
        .map(([optionId, places]) => ({ optionId, places }))
        .toSorted((a, b) => (a.optionId < b.optionId ? -1 : 1)),
    });
  }
  return intervals;
}
