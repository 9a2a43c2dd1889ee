import type { OutputOf, resourcesCapacity } from "@slipway/contracts";
import type { Range } from "../ledger/day.ts";
import { type DepartureWindows, departuresIn } from "../ledger/departure-index.ts";
import { type Tally, liveOf, worthOf } from "../ledger/departure-usage.ts";
import { expansionOf } from "../ledger/expansion.ts";
import { countingOf } from "../ledger/fit-check.ts";
import type { Day } from "../ledger/vacancies.ts";

type Interval = OutputOf<typeof resourcesCapacity.listUsage>["items"][number];
type Part = "prepare" | "run" | "turnaround";
type Counted = Parameters<typeof countingOf>[0] & { readonly id: string };

/** More or fewer places of an option from an instant on. */
interface Step {
  readonly at: number;
  readonly optionId: string;
  readonly part: Part;
  readonly places: number;
  readonly expanded: number;
}

/** Places that departures take of a resource on one day and in a range, by the instants at which they begin and end. */
export function usageOf({ ledger, tally }: Day, resource: Counted, asked: Range): Interval[] {
  const { range: day } = ledger.address;
  // A departure over the day's end has claims in both ledgers: each counts for its own day.
  const range = { from: Math.max(asked.from, day.from), to: Math.min(asked.to, day.to) };
  const steps = departuresIn(ledger.usages, resource.id, range).flatMap((departure) =>
    stepsOf(departure, { tally, resource, range }),
  );
  return intervalsOf(steps);
}

/** The parts of a departure's windows, and how many of its places are expanded from each instant on. */
function stepsOf(
  { windows, ...departure }: DepartureWindows,
  { tally, resource, range }: { tally: Tally; resource: Counted; range: Range },
): Step[] {
  const counting = countingOf(resource);
  const { pool } = expansionOf({ windows, ...departure }, counting);
  const changes = windows.flatMap(({ usage, use }) => {
    const { optionId, start, end, run = { from: start, to: end } } = usage;
    const places = worthOf(liveOf(tally, use), counting.perUnit);
    const parts: [Part, number, number][] = [
      ["prepare", start, run.from],
      ["run", run.from, run.to],
      ["turnaround", run.to, end],
    ];
    return parts.flatMap(([part, from, to]) => {
      const [first, last] = [Math.max(from, range.from), Math.min(to, range.to)];
      if (places === 0 || first >= last) return [];
      const change = { optionId, part };
      return [
        { ...change, at: first, places },
        { ...change, at: last, places: -places },
      ];
    });
  });
  let held = 0;
  return changes
    .toSorted((a, b) => a.at - b.at)
    .map((change) => {
      const before = Math.min(held, pool);
      held += change.places;
      return { ...change, expanded: Math.min(held, pool) - before };
    });
}

function intervalsOf(steps: readonly Step[]): Interval[] {
  const instants = [...Map.groupBy(steps, ({ at }) => at)].toSorted(([a], [b]) => a - b);
  const options = new Map<string, Interval["options"][number]>();
  const intervals: Interval[] = [];
  let expanded = 0;
  for (const [index, [at, changes]] of instants.entries()) {
    for (const { optionId, part, places, expanded: more } of changes) {
      const nothing = { optionId, places: 0, prepare: 0, run: 0, turnaround: 0 };
      const used = options.get(optionId) ?? nothing;
      options.set(optionId, {
        ...used,
        places: used.places + places,
        [part]: used[part] + places,
      });
      expanded += more;
    }
    const taken = [...options.values()].filter(({ places }) => places > 0);
    const end = instants[index + 1]?.[0];
    if (end === undefined || taken.length === 0) continue;
    intervals.push({
      startAt: new Date(at).toISOString(),
      endAt: new Date(end).toISOString(),
      places: taken.reduce((sum, { places }) => sum + places, 0),
      expanded,
      options: taken.toSorted((a, b) => (a.optionId < b.optionId ? -1 : 1)),
    });
  }
  return intervals;
}
