/** Local time of IANA zones in both directions, fast enough to be asked for every departure. */
import assert from "node:assert";
import { IANAZone } from "luxon";
import { dayMs, minuteMs } from "./durations.ts";

/** An interval in which a zone keeps one offset: [from, until), milliseconds of UTC. */
interface OffsetInterval {
  readonly from: number;
  readonly until: number;
  /** Milliseconds that local time is ahead of UTC. */
  readonly offset: number;
}

/*
 * Intl takes microseconds per question, so a zone's offsets are kept as intervals per month. A
 * month's intervals reach two days beyond it: one look-up answers for an instant and for a local
 * time alike, since no offset exceeds a day.
 */
const monthMs = 32 * dayMs;
const marginMs = 2 * dayMs;
const monthsMax = 20_000;
const months = new Map<string, Map<number, readonly OffsetInterval[]>>();
let monthsKept = 0;

function intervalsNear(zone: string, milliseconds: number): readonly OffsetInterval[] {
  const month = Math.floor(milliseconds / monthMs);
  const found = months.get(zone)?.get(month);
  if (found) return found;
  if (monthsKept >= monthsMax) {
    months.clear();
    monthsKept = 0;
  }
  const intervals = readIntervals(
    zone,
    month * monthMs - marginMs,
    (month + 1) * monthMs + marginMs,
  );
  const ofZone = months.get(zone) ?? new Map<number, readonly OffsetInterval[]>();
  months.set(zone, ofZone.set(month, intervals));
  monthsKept++;
  return intervals;
}

/** Looks at every day, so that a change and its return within a month (Ramadan) are both seen. */
function readIntervals(zone: string, from: number, to: number): readonly OffsetInterval[] {
  const iana = IANAZone.create(zone);
  const offsetAt = (instant: number): number => Math.round(iana.offset(instant) * minuteMs);
  const intervals: OffsetInterval[] = [];
  let begin = Number.NEGATIVE_INFINITY;
  let offset = offsetAt(from);
  assert(Number.isFinite(offset), "a zone is checked where it enters");
  for (let day = from; day < to; day += dayMs) {
    if (offsetAt(day + dayMs) === offset) continue;
    const change = firstInstantOf(day, day + dayMs, (instant) => offsetAt(instant) !== offset);
    intervals.push({ from: begin, until: change, offset });
    begin = change;
    offset = offsetAt(day + dayMs);
  }
  return [...intervals, { from: begin, until: Number.POSITIVE_INFINITY, offset }];
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

/** The local time that a zone's clocks show at an instant, as milliseconds at which a clock on UTC shows the same. */
export function localTimeOf(zone: string, instant: number): number {
  for (const { until, offset } of intervalsNear(zone, instant))
    if (instant < until) return instant + offset;
  assert.fail("the last interval has no end");
}

/**
 * The instant (milliseconds of UTC) of a local time. One that the clocks skip moves forward by the
 * gap (the offset before it); one that they show twice is the first.
 */
export function instantOfLocalTime(zone: string, localTime: number): number {
  let offsetBefore = 0;
  for (const { from, until, offset } of intervalsNear(zone, localTime)) {
    const instant = localTime - offset;
    // If it is past the earlier interval's end but before this one's start, the clocks skipped this local time.
    if (instant < until) return instant >= from ? instant : localTime - offsetBefore;
    offsetBefore = offset;
  }
  assert.fail("the last interval has no end");
}

/**
 * Every local time that means this instant. Usually it is the one that clocks show. The second showing of an hour
 * has none. There are two where the clocks have just skipped one that moves here.
 */
export function localTimesMeaning(zone: string, instant: number): number[] {
  const intervals = intervalsNear(zone, instant);
  const [only, another] = intervals;
  if (only && !another) return [instant + only.offset];
  const localTimes = new Set(intervals.map(({ offset }) => instant + offset));
  return [...localTimes].filter((localTime) => instantOfLocalTime(zone, localTime) === instant);
}

/** The instant of a local date (YYYY-MM-DD) and time (HH:mm), by the rules of `instantOfLocalTime`. */
export function instantOfLocal(zone: string, localDate: string, localTime: string): number {
  return instantOfLocalTime(zone, Date.parse(`${localDate}T${localTime}:00.000Z`));
}

/** The same local time so many local calendar days earlier, as an instant. */
export function minusLocalDays(zone: string, instant: number, days: number): number {
  return instantOfLocalTime(zone, localTimeOf(zone, instant) - days * dayMs);
}
