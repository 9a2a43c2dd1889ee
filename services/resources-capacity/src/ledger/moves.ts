/**
 * Bookings that are changing their places. Each has several claims in a ledger and holds exactly
 * one of them, nobody here knows which; so what counts is the worst choice (capacity.md section 4).
 */
import type { Range } from "./day.ts";
import type { Use } from "./demand.ts";
import { type Lines, type Unheld, isDue, worthOf } from "./line.ts";

/** One of the claims that a booking has here while it changes its places. */
export interface MovingClaim {
  readonly claim: string;
  /** The key of its departure's line. */
  readonly line: string;
  readonly use: readonly Pick<Use, "resourceId" | "places" | "units">[];
  /** Seconds since the epoch; null: it lasts. */
  readonly until: number | null;
}

/** By booking. One that is left alone, or past its `until`, is no choice. */
export type Moves = Record<string, readonly MovingClaim[]>;

/** What is chosen for: places of one resource, worth so much, in a range, at an instant. */
export interface ChoiceTerms {
  readonly resourceId: string;
  readonly perUnit: number;
  readonly now: number;
  readonly range: Range;
  /** The booking that is being decided on: the first whose choice is looked at. */
  readonly mover?: string | undefined;
  /** Only choices that bookings have, though not all of them: what exceeds in one of these is oversold. */
  readonly isCertain?: boolean;
}

/** Of more bookings than this all claims count, which is more than they hold, so it is safe. */
const bookingsMax = 4;
const choicesMax = 256;
const everything: readonly Unheld[] = [new Map()];

/**
 * The choices among which the worst one is to be found, each as the places, by line, that are not
 * held if it is the true one. Choices that can never be the worst are left out.
 */
export function choicesOf(moves: Moves, lines: Lines, terms: ChoiceTerms): readonly Unheld[] {
  const bookings = Object.keys(moves);
  if (bookings.length === 0) return everything;
  const { mover } = terms;
  if (mover !== undefined && bookings.includes(mover))
    bookings.unshift(...bookings.splice(bookings.indexOf(mover), 1));
  let choices = everything;
  let branched = 0;
  for (const booking of bookings) {
    const own = choicesOfBooking(moves[booking] ?? [], lines, terms);
    const isTooMuch =
      own.length > 1 && (branched === bookingsMax || choices.length * own.length > choicesMax);
    if (isTooMuch && !terms.isCertain) continue;
    const tried = isTooMuch ? own.slice(0, 1) : own;
    if (tried.length > 1) branched++;
    if (tried.length > 0)
      choices = choices.flatMap((left) => tried.map((right) => sum(left, right)));
  }
  return choices;
}

/** Places of one departure that are not held in the worst choice for that departure alone. */
export function unheldOnDeparture(
  moves: Moves,
  lines: Lines,
  departure: string,
  terms: ChoiceTerms,
): number {
  let unheld = 0;
  for (const claims of Object.values(moves)) {
    let [all, largest] = [0, 0];
    for (const [key, onLine] of linesOf(claims, lines, terms)) {
      if (!key.startsWith(`${departure}:`)) continue;
      all += onLine.all;
      largest = Math.max(largest, onLine.largest);
    }
    unheld += all - largest;
  }
  return unheld;
}

/** One choice per line: of the claims on one line the largest is never the lesser evil. */
function choicesOfBooking(
  claims: readonly MovingClaim[],
  lines: Lines,
  terms: ChoiceTerms,
): Unheld[] {
  const byLine = linesOf(claims, lines, terms);
  return [...byLine.keys()].map(
    (held) =>
      new Map(
        [...byLine].map(([key, { all, largest }]) => [key, key === held ? all - largest : all]),
      ),
  );
}

/** What a booking's live claims come to on each line of the range: all of them, and the largest. */
function linesOf(
  claims: readonly MovingClaim[],
  lines: Lines,
  { resourceId, perUnit, now, range }: ChoiceTerms,
): Map<string, { all: number; largest: number }> {
  const byLine = new Map<string, { all: number; largest: number }>();
  for (const { line: key, use, until } of claims) {
    // mark: expired-choice
    if (until !== null && isDue(until, now)) continue;
    const { start, end } = windowOfLine(lines, key);
    const taken = use.find((each) => each.resourceId === resourceId);
    if (!taken || end <= range.from || start >= range.to) continue;
    // mark: worth-of-move
    const worth =
      taken.units === null ? taken.places : worthOf({ seats: 0, units: taken.units }, perUnit);
    if (worth === 0) continue;
    const known = byLine.get(key) ?? { all: 0, largest: 0 };
    byLine.set(key, { all: known.all + worth, largest: Math.max(known.largest, worth) });
  }
  return byLine;
}

/** A new claim's line may not be there yet: its key says the same. */
function windowOfLine(lines: Lines, key: string): { start: number; end: number } {
  const line = lines[key];
  if (line) return line;
  const [, start, end] = key.split(":");
  return { start: Number(start), end: Number(end) };
}

function sum(left: Unheld, right: Unheld): Unheld {
  if (left.size === 0) return right;
  const both = new Map(left);
  for (const [key, places] of right) both.set(key, (both.get(key) ?? 0) + places);
  return both;
}

/**
 * A booking's claims here once it has this further one in place of others; undefined where none of
 * those is live, or none shares an instant with it: then all of them count, as they must.
 */
export function movingWith(
  known: readonly MovingClaim[] | undefined,
  added: MovingClaim,
  { replaced, lines, now }: { replaced: readonly MovingClaim[]; lines: Lines; now: number },
): readonly MovingClaim[] | undefined {
  const others = new Map([...(known ?? []), ...replaced].map((each) => [each.claim, each]));
  others.delete(added.claim);
  const live = [...others.values()].filter(({ until }) => until === null || !isDue(until, now));
  const window = windowOfLine(lines, added.line);
  const isShared = live.some(({ line }) => {
    const { start, end } = windowOfLine(lines, line);
    return start < window.end && end > window.start;
  });
  return isShared ? [...live, added] : undefined;
}

/**
 * A booking's claims here once one of them lasts until another time or, `until` "ended", is given
 * back; undefined when no choice is left between them.
 */
export function movingAfter(
  known: readonly MovingClaim[],
  claim: string,
  { until, now }: { until: number | null | "ended"; now: number },
): readonly MovingClaim[] | undefined {
  const left = known
    .flatMap((each) => {
      if (each.claim !== claim) return [each];
      // mark: ended-move
      return until === "ended" ? [] : [{ ...each, until }];
    })
    .filter((each) => each.until === null || !isDue(each.until, now));
  return left.length > 1 ? left : undefined;
}
