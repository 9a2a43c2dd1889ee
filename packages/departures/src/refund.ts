/** How much of a price a cancellation pays back, in whole minor units. */

/** A step of a cancellation policy: until so long before the start this much of the price is paid back. */
interface RefundStep {
  readonly untilMinutes: number;
  readonly refundPercent: number;
}

/** Both numbers of its steps descend; after the last one nothing is paid back. */
export type CancellationPolicy = readonly RefundStep[];

/**
 * The percentage that a cancellation at `now` pays back, and the last instant of that percentage; null where it stays the same.
 * Without a policy it is always all. Instants in milliseconds.
 */
export function refundTerms(
  policy: CancellationPolicy | null | undefined,
  startAt: number,
  now: number,
): { percent: number; until: number | null } {
  if (!policy) return { percent: 100, until: null };
  for (const { untilMinutes, refundPercent: percent } of policy) {
    const until = startAt - untilMinutes * 60_000;
    if (now <= until) return { percent, until };
  }
  return { percent: 0, until: null };
}

/** `part` of `whole` of an amount, rounded half up; exact beyond the safe integers of the product. */
export function shareOf(amount: number, part: number, whole: number): number {
  const [of, by] = [2n * BigInt(amount) * BigInt(part), BigInt(whole)];
  return Number((of + by) / (2n * by));
}
