/** What departures draw of a resource, instant by instant. */
import type { Range } from "./day.ts";
import { expansionOf } from "./expansion.ts";
import { type Counting, type Lines, type Tally, type Unheld, liveOf, worthOf } from "./line.ts";
import {
  type DepartureUse,
  type WindowUse,
  departureNamed,
  departuresIn,
  lineKey,
} from "./line-index.ts";

interface PeakTerms {
  readonly tally: Tally;
  readonly range: Range;
  readonly counting: Counting;
  readonly unheld?: Unheld;
  /** A departure that is counted as it would be, whether it has a line yet or not. */
  readonly changed?: Changed;
}

export interface Changed {
  readonly departure: string;
  readonly start: number;
  readonly added?: Span;
  /** Places that it has beyond the resource, instead of its own. */
  readonly expansion: number;
}

/** Places that are held until an instant. */
interface Span {
  readonly end: number;
  /** Of places that are added negative where they are given back. */
  readonly places: number;
}

interface Step {
  readonly at: number;
  readonly change: number;
}

/**
 * The most places of a resource that departures draw at one instant of a range. Departures that
 * only touch each other share no instant.
 */
export function peakOf(lines: Lines, resourceId: string, terms: PeakTerms): number {
  const { range, changed, counting } = terms;
  const steps: Step[] = [];
  for (const each of departuresIn(lines, resourceId, range)) {
    if (each.departure === changed?.departure) continue;
    const { pool } = expansionOf(each, counting);
    // mark: departure-spans
    addSpans(steps, { start: each.start, spans: spansOf(each, terms), expansion: pool }, range);
  }
  if (changed) {
    const { departure, start, expansion } = changed;
    const spans = changedSpans(departureNamed(lines, resourceId, departure), changed, terms);
    addSpans(steps, { start, spans, expansion }, range);
  }
  // Those that end come first: their places are free from that very instant.
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
 * Adds what a departure draws beyond its expansion: less from the end of each window on.
 * @param spans by their ends.
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

function spansOf({ windows }: DepartureUse, terms: PeakTerms): Span[] {
  return windows.map((each) => ({ end: each.line.end, places: placesOf(each, terms) }));
}

function placesOf({ key, use }: WindowUse, { tally, counting, unheld }: PeakTerms): number {
  return worthOf(liveOf(tally, use), counting.perUnit) - (unheld?.get(key) ?? 0);
}

function changedSpans(
  own: DepartureUse | undefined,
  { departure, added }: Changed,
  terms: PeakTerms,
): Span[] {
  const spans = own ? spansOf(own, terms) : [];
  if (!added) return spans;
  const { end, places } = added;
  const same = spans.findIndex((each) => each.end === end);
  const line = spans[same];
  if (line) return spans.with(same, { end, places: line.places + places });
  // A choice may be against the very places that are added.
  const unheld = terms.unheld?.get(lineKey(departure, end)) ?? 0;
  return [...spans, { end, places: places - unheld }].toSorted((a, b) => a.end - b.end);
}

/** Places that a departure holds, in all its windows: as many as at its first instant. */
export function heldOf(
  own: DepartureUse | undefined,
  { tally, counting }: Pick<PeakTerms, "tally" | "counting">,
): number {
  let held = 0;
  for (const { use } of own?.windows ?? []) held += worthOf(liveOf(tally, use), counting.perUnit);
  return held;
}
