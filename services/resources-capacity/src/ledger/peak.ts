/** The most places of a resource that departures use at one instant. */
import type { Range } from "./day.ts";
import { expansionOf } from "./expansion.ts";
import {
  type Counting,
  type DepartureUsages,
  type Tally,
  type Uncounted,
  liveOf,
  worthOf,
} from "./departure-usage.ts";
import {
  type DepartureWindows,
  type WindowUse,
  departureNamed,
  departuresIn,
  usageKey,
} from "./departure-index.ts";

interface PeakQuery {
  readonly tally: Tally;
  readonly range: Range;
  readonly counting: Counting;
  readonly uncounted?: Uncounted;
  /** A departure that is counted as it would be after a change. */
  readonly changed?: Changed;
}

interface Changed {
  readonly departure: string;
  readonly start: number;
  readonly added?: Span;
  /** Used instead of the departure's own expansion. */
  readonly expansion: number;
}

/** Places of a departure until an instant. */
interface Span {
  readonly end: number;
  /** Negative for added places that are given back. */
  readonly places: number;
}

interface Step {
  readonly at: number;
  readonly change: number;
}

/**
 * The most places of a resource that departures use at one instant of a range, beyond their own
 * expansions. One departure may begin at the instant at which another ends: they do not overlap.
 */
export function peakOf(usages: DepartureUsages, resourceId: string, query: PeakQuery): number {
  const { range, changed, counting } = query;
  const steps: Step[] = [];
  for (const each of departuresIn(usages, resourceId, range)) {
    if (each.departure === changed?.departure) continue;
    const { pool } = expansionOf(each, counting);
    // mark: departure-spans
    addSpans(steps, { start: each.start, spans: spansOf(each, query), expansion: pool }, range);
  }
  if (changed) {
    const { departure, start, expansion } = changed;
    const spans = changedSpans(departureNamed(usages, resourceId, departure), changed, query);
    addSpans(steps, { start, spans, expansion }, range);
  }
  // Ends before starts: places are free from the instant at which they end.
  steps.sort((a, b) => a.at - b.at || a.change - b.change);
  let drawn = 0;
  let peak = 0;
  for (const { change } of steps) {
    // mark: sum-departures
    drawn += change;
    peak = Math.max(peak, drawn);
  }
  return peak;
}

/**
 * Adds the steps of one departure: what it uses beyond its expansion, less from each window's end on.
 * @param spans in order of their ends.
 */
function addSpans(
  steps: Step[],
  { start, spans, expansion }: { start: number; spans: readonly Span[]; expansion: number },
  { from, to }: Range,
): void {
  let held = 0;
  for (const { end, places } of spans) if (end > from) held += places;
  let drawn = Math.max(0, held - expansion);
  steps.push({ at: Math.max(start, from), change: drawn });
  for (const { end, places } of spans) {
    if (end <= from) continue;
    if (end >= to) return;
    held -= places;
    const left = Math.max(0, held - expansion);
    // mark: departure-ends
    steps.push({ at: end, change: left - drawn });
    drawn = left;
  }
}

function spansOf({ windows }: DepartureWindows, query: PeakQuery): Span[] {
  return windows.map((each) => ({ end: each.usage.end, places: placesOf(each, query) }));
}

function placesOf({ key, use }: WindowUse, { tally, counting, uncounted }: PeakQuery): number {
  return worthOf(liveOf(tally, use), counting.perUnit) - (uncounted?.get(key) ?? 0);
}

function changedSpans(
  own: DepartureWindows | undefined,
  { departure, added }: Changed,
  query: PeakQuery,
): Span[] {
  const spans = own ? spansOf(own, query) : [];
  if (!added) return spans;
  const { end, places } = added;
  const same = spans.findIndex((each) => each.end === end);
  const span = spans[same];
  if (span) return spans.with(same, { end, places: span.places + places });
  // The alternative may leave out the very places that are added.
  const uncounted = query.uncounted?.get(usageKey(departure, end)) ?? 0;
  return [...spans, { end, places: places - uncounted }].toSorted((a, b) => a.end - b.end);
}

/** Places that a departure uses at its first instant, when all its windows are open. */
export function heldOf(
  own: DepartureWindows | undefined,
  { tally, counting }: Pick<PeakQuery, "tally" | "counting">,
): number {
  let held = 0;
  for (const { use } of own?.windows ?? []) held += worthOf(liveOf(tally, use), counting.perUnit);
  return held;
}
