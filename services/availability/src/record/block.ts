import { type Kept, type OutputOf, answerOf, availability } from "@slipway/contracts";

/** Stops new bookings of a product's departures in [startAt, endAt). */
export interface Block extends Kept<BlockRecord> {
  /** The supplier of the product; undefined in what earlier releases have made. */
  readonly supplierId?: string | undefined;
}

export type BlockRecord = OutputOf<typeof availability.createBlock>;

export function blockRecord(block: Block): BlockRecord {
  return answerOf(availability.availabilityBlock, block);
}

/** An interval of blocked time, [from, until) in milliseconds. */
export interface Interval {
  readonly from: number;
  readonly until: number;
}

/** The time that blocks cover: ascending intervals that neither overlap nor touch. */
export function intervalsOf(blocks: readonly Pick<Block, "startAt" | "endAt">[]): Interval[] {
  const intervals: { from: number; until: number }[] = [];
  const byStart = blocks
    .map(({ startAt, endAt }) => ({ from: startAt.getTime(), until: endAt.getTime() }))
    .toSorted((a, b) => a.from - b.from);
  for (const { from, until } of byStart) {
    const last = intervals.at(-1);
    if (last && from <= last.until) last.until = Math.max(last.until, until);
    else intervals.push({ from, until });
  }
  return intervals;
}

/** Whether a departure at this instant (milliseconds) is blocked; of many blocks few are looked at. */
export function isBlocked(intervals: readonly Interval[], departure: number): boolean {
  let [low, high] = [0, intervals.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((intervals[middle] as Interval).until <= departure) low = middle + 1;
    else high = middle;
  }
  const next = intervals[low];
  return next !== undefined && next.from <= departure;
}
