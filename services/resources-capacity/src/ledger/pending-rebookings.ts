/**
 * Pending rebookings: bookings that are changing their places. Each has several claims in a ledger and
 * holds exactly one of them, but only the booking's own document says which. So every decision counts
 * the worst alternative.
 */
import type { Margins, Range } from "./day.ts";
import { usageKeyOf, usageNamed } from "./departure-index.ts";
import type { Use } from "./demand.ts";
import { type DepartureUsages, type Uncounted, isDue, worthOf } from "./departure-usage.ts";
import { alternativesMax, branchingBookingsMax } from "../constants.ts";

/** One of the claims that a booking has here while it changes its places; stored as it is. */
export interface RebookingClaim {
  readonly claim: string;
  /** The key of its departure usage; that of a use has its margins, too. */
  readonly line: string;
  readonly use: readonly (Pick<Use, "resourceId" | "places" | "units"> & Margins)[];
  /** Seconds since the epoch; null for a confirmed claim. */
  readonly until: number | null;
}

/** By booking. A claim that is left alone, or past its `until`, is no alternative. */
export type PendingRebookings = Record<string, readonly RebookingClaim[]>;

/** The question for alternatives: one resource, the worth of its units, a range and an instant. */
export interface AlternativesQuery {
  readonly resourceId: string;
  readonly perUnit: number;
  readonly now: number;
  readonly range: Range;
  /** The booking that the command concerns: its alternatives are tried first. */
  readonly bookingId?: string | undefined;
  /**
   * Try fewer alternatives instead of counting too much. Doctor asks so: any excess it finds is real,
   * though it may miss some.
   */
  readonly onlyPossible?: boolean;
}

const everythingCounts: readonly Uncounted[] = [new Map()];

/**
 * The alternatives among which the worst one is found: for each, the places by usage that no booking
 * holds if this alternative is the true one. Alternatives that can never be the worst are left out.
 */
export function alternativesOf(
  rebookings: PendingRebookings,
  usages: DepartureUsages,
  query: AlternativesQuery,
): readonly Uncounted[] {
  const bookings = Object.keys(rebookings);
  if (bookings.length === 0) return everythingCounts;
  const { bookingId } = query;
  if (bookingId !== undefined && bookings.includes(bookingId))
    bookings.unshift(...bookings.splice(bookings.indexOf(bookingId), 1));
  let alternatives = everythingCounts;
  let branched = 0;
  for (const booking of bookings) {
    const own = alternativesOfBooking(rebookings[booking] ?? [], usages, query);
    const isTooMuch =
      own.length > 1 &&
      (branched === branchingBookingsMax || alternatives.length * own.length > alternativesMax);
    if (isTooMuch && !query.onlyPossible) continue;
    const tried = isTooMuch ? own.slice(0, 1) : own;
    if (tried.length > 1) branched++;
    if (tried.length > 0)
      alternatives = alternatives.flatMap((left) => tried.map((right) => sum(left, right)));
  }
  return alternatives;
}

/** Places of one departure that no booking holds in the worst alternative for that departure alone. */
export function uncountedOnDeparture(
  rebookings: PendingRebookings,
  usages: DepartureUsages,
  departure: string,
  query: AlternativesQuery,
): number {
  let uncounted = 0;
  for (const claims of Object.values(rebookings)) {
    let [all, largest] = [0, 0];
    for (const [key, onUsage] of worthByUsage(claims, usages, query)) {
      if (!key.startsWith(`${departure}:`)) continue;
      all += onUsage.all;
      largest = Math.max(largest, onUsage.largest);
    }
    uncounted += all - largest;
  }
  return uncounted;
}

/** One alternative for each usage: of the claims on one usage the largest is always the worst. */
function alternativesOfBooking(
  claims: readonly RebookingClaim[],
  usages: DepartureUsages,
  query: AlternativesQuery,
): Uncounted[] {
  const byUsage = worthByUsage(claims, usages, query);
  const alternatives: Uncounted[] = [];
  for (const held of byUsage.keys()) {
    const uncounted = new Map<string, number>();
    for (const [key, { all, largest }] of byUsage)
      uncounted.set(key, key === held ? all - largest : all);
    alternatives.push(uncounted);
  }
  return alternatives;
}

/** Places of a booking's live claims in the range, by usage: of all of them, and of the largest. */
function worthByUsage(
  claims: readonly RebookingClaim[],
  usages: DepartureUsages,
  { resourceId, perUnit, now, range }: AlternativesQuery,
): Map<string, { all: number; largest: number }> {
  const byUsage = new Map<string, { all: number; largest: number }>();
  for (const { line, use, until } of claims) {
    // mark: expired-alternative
    if (until !== null && isDue(until, now)) continue;
    const taken = use.find((each) => each.resourceId === resourceId);
    if (!taken) continue;
    const key = usageKeyOf(line, taken);
    // The usage of a new claim may not exist yet; its key has the same window.
    const { start, end } = usages[key] ?? usageNamed(key);
    if (end <= range.from || start >= range.to) continue;
    // mark: worth-of-alternative
    const worth =
      taken.units === null ? taken.places : worthOf({ seats: 0, units: taken.units }, perUnit);
    if (worth === 0) continue;
    const known = byUsage.get(key) ?? { all: 0, largest: 0 };
    byUsage.set(key, { all: known.all + worth, largest: Math.max(known.largest, worth) });
  }
  return byUsage;
}

function sum(left: Uncounted, right: Uncounted): Uncounted {
  if (left.size === 0) return right;
  const both = new Map(left);
  for (const [key, places] of right) both.set(key, (both.get(key) ?? 0) + places);
  return both;
}

/**
 * A booking's claims here with one added in place of others, those of changes under way among them. Undefined when
 * no other is live: then nothing is pending.
 */
export function rebookingWith(
  known: readonly RebookingClaim[] | undefined,
  added: RebookingClaim,
  { replaced, now }: { replaced: readonly RebookingClaim[]; now: number },
): readonly RebookingClaim[] | undefined {
  const live = new Map<string, RebookingClaim>();
  for (const each of [...(known ?? []), ...replaced])
    if (each.until !== null && isDue(each.until, now)) live.delete(each.claim);
    else live.set(each.claim, each);
  live.delete(added.claim);
  return live.size > 0 ? [...live.values(), added] : undefined;
}

/**
 * A booking's claims here after one of them got another `until`, or ended. Undefined when fewer than
 * two are left, so that nothing is pending any more.
 */
export function rebookingAfter(
  known: readonly RebookingClaim[],
  claim: string,
  { until, now }: { until: number | null | "ended"; now: number },
): readonly RebookingClaim[] | undefined {
  const left = known
    .flatMap((each) => {
      if (each.claim !== claim) return [each];
      // mark: ended-alternative
      return until === "ended" ? [] : [{ ...each, until }];
    })
    .filter((each) => each.until === null || !isDue(each.until, now));
  return left.length > 1 ? left : undefined;
}
