import { type Bucket, type Policy, debited, refilled, secondsUntilToken } from "./token-bucket.ts";

/** A bucket for each of many names. Those that are full again are forgotten. */
interface Buckets {
  /** The rest of the bucket; takes nothing. */
  look(name: string): Left;
  /** Takes so many whether they are there or not. */
  debit(name: string, spent: number): Left;
}

export interface Left {
  /** Tokens left, no less than 0. */
  readonly remaining: number;
  /** Until a token is there; 0: it is there now. */
  readonly waitSeconds: number;
}

const sweepAt = 1_000;

/** @param namesMax beyond it the name that was used longest ago starts anew. */
export function createBuckets(
  policy: Policy,
  clock: () => number = () => performance.now(),
  namesMax = 100_000,
): Buckets {
  const buckets = new Map<string, Bucket>();
  let sweepSize = sweepAt;

  function sweep(now: number): void {
    for (const [name, bucket] of buckets)
      if (refilled(bucket, policy, now).tokens === policy.burst) buckets.delete(name);
    // Sweeping again only when as many have come as were kept makes it cost nothing per request.
    sweepSize = Math.max(sweepAt, buckets.size * 2);
  }

  function keep(name: string, bucket: Bucket): void {
    buckets.delete(name);
    buckets.set(name, bucket);
    if (buckets.size > sweepSize) sweep(bucket.at);
    const [oldest] = buckets.keys();
    if (buckets.size > namesMax && oldest !== undefined) buckets.delete(oldest);
  }

  const current = (name: string): Bucket => refilled(buckets.get(name), policy, clock());
  const left = (bucket: Bucket): Left => ({
    remaining: Math.max(0, Math.floor(bucket.tokens)),
    waitSeconds: secondsUntilToken(bucket, policy),
  });

  return {
    look: (name) => left(current(name)),
    debit(name, spent) {
      const bucket = debited(current(name), policy, spent);
      keep(name, bucket);
      return left(bucket);
    },
  };
}
