/** Local time of IANA zones in both directions, fast enough to be asked for every departure. */
import assert from "node:assert";
import { IANAZone } from "luxon";
import { dayMs, minuteMs } from "./durations.ts";

/** A stretch of time in which a zone keeps one offset: [from, until), milliseconds of UTC. */
interface Stretch {
  readonly from: number;
  readonly until: number;
  /** Milliseconds that local time is ahead of UTC. */
  readonly offset: number;
}

/*
 * Intl takes microseconds per question, so a zone's offsets are kept as stretches per month. A
 * month's stretches reach two days beyond it: one look-up answers for an instant and for a wall
 * time alike, since no offset exceeds a day.
 */
const monthMs = 32 * dayMs;
const marginMs = 2 * dayMs;
const monthsMax = 20_000;
const months = new Map<string, Map<number, readonly Stretch[]>>();
let monthsKept = 0;

function stretchesNear(zone: string, milliseconds: number): readonly Stretch[] {
  const month = Math.floor(milliseconds / monthMs);
  const found = months.get(zone)?.get(month);
  if (found) return found;
  if (monthsKept >= monthsMax) {
    months.clear();
    monthsKept = 0;
  }
  const stretches = readStretches(
    zone,
    month * monthMs - marginMs,
    (month + 1) * monthMs + marginMs,
  );
  const ofZone = months.get(zone) ?? new Map<number, readonly Stretch[]>();
  months.set(zone, ofZone.set(month, stretches));
  monthsKept++;
  return stretches;
}

/** Looks at every day, so that a change and its return within a month (Ramadan) are both seen. */
function readStretches(zone: string, from: number, to: number): readonly Stretch[] {
  const iana = IANAZone.create(zone);
  const offsetAt = (instant: number): number => Math.round(iana.offset(instant) * minuteMs);
  const stretches: Stretch[] = [];
  let begin = Number.NEGATIVE_INFINITY;
  let offset = offsetAt(from);
  assert(Number.isFinite(offset), "a zone is checked where it enters");
  for (let day = from; day < to; day += dayMs) {
    if (offsetAt(day + dayMs) === offset) continue;
    const change = firstInstantOf(day, day + dayMs, (instant) => offsetAt(instant) !== offset);
    stretches.push({ from: begin, until: change, offset });
    begin = change;
    offset = offsetAt(day + dayMs);
  }
  return [...stretches, { from: begin, until: Number.POSITIVE_INFINITY, offset }];
}

/** The first millisecond of (low, high] from which on `isTrue` holds; it does not at `low`. */
function firstInstantOf(low: number, high: number, isTrue: (instant: number) => boolean): number {
  let [before, after] = [low, high];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (isTrue(middle)) after = middle;
    else before = middle;
  }
  return after;
}

/**
 * The wall time that a zone's clocks show at an instant, as the milliseconds at which a clock on
 * UTC shows the same.
 */
export function wallOf(zone: string, instant: number): number {
  for (const { until, offset } of stretchesNear(zone, instant))
    if (instant < until) return instant + offset;
  assert.fail("the last stretch has no end");
}

/**
 * The instant (milliseconds of UTC) of a wall time. One that the clocks skip moves forward by the
 * gap (the offset before it); one that they show twice is the first.
 */
export function instantOfWall(zone: string, wall: number): number {
  let offsetBefore = 0;
  for (const { from, until, offset } of stretchesNear(zone, wall)) {
    const instant = wall - offset;
    // Not before `until` of the stretch before, and yet before this one: the clocks skipped it.
    if (instant < until) return instant >= from ? instant : wall - offsetBefore;
    offsetBefore = offset;
  }
  assert.fail("the last stretch has no end");
}

/**
 * Every local time that means this instant. Usually it is the one that clocks show. The second showing of an hour
 * has none. There are two where the clocks have just skipped one that moves here.
 */
export function wallsMeaning(zone: string, instant: number): number[] {
  const stretches = stretchesNear(zone, instant);
  const [only, another] = stretches;
  if (only && !another) return [instant + only.offset];
  const walls = new Set(stretches.map(({ offset }) => instant + offset));
  return [...walls].filter((wall) => instantOfWall(zone, wall) === instant);
}

/** The instant of a local date (YYYY-MM-DD) and time (HH:mm), by the rules of `instantOfWall`. */
export function instantOfLocal(zone: string, localDate: string, localTime: string): number {
  return instantOfWall(zone, Date.parse(`${localDate}T${localTime}:00.000Z`));
}

/** The same wall time so many local calendar days earlier, as an instant. */
export function minusLocalDays(zone: string, instant: number, days: number): number {
  return instantOfWall(zone, wallOf(zone, instant) - days * dayMs);
}
