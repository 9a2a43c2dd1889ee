/** Allowances that refill steadily, one for each of many names. Those that are full again are forgotten. */
import { refuse } from "@slipway/broker";
import { countedNamesMax } from "../constants.ts";

export interface Policy {
  /** 0: nothing is limited. */
  readonly perSecond: number;
  /** As many can be spent at once after a rest. */
  readonly burst: number;
}

export interface Left {
  /** The rest, no less than 0. */
  readonly remaining: number;
  /** Whole seconds until one can be spent; 0: it can now. */
  readonly waitSeconds: number;
}

export interface Allowance {
  /** The rest of the allowance; spends nothing. */
  readonly look: (name: string) => Left;
  /** Spends so much, whether it is there or not: a debt of one burst at most. Less than nothing gives back. */
  readonly spend: (name: string, amount: number) => Left;
}

/** An allowance over all gateways, which report to each other what was spent. */
export interface SharedAllowance extends Allowance {
  /** Counts what other gateways have spent. */
  debit(spent: Spent): void;
  /** Takes the amounts spent here since the last call. */
  takeSpent(): Spent;
}

type Spent = Readonly<Record<string, number>>;

interface Bucket {
  /** A number below zero is a debt. */
  readonly tokens: number;
  /** When they were counted, in milliseconds of any clock that does not go back. */
  readonly at: number;
}

const sweepAt = 1_000;
const none: Left = { remaining: Number.POSITIVE_INFINITY, waitSeconds: 0 };
const unlimited: SharedAllowance = {
  look: () => none,
  spend: () => none,
  debit: () => {},
  takeSpent: () => ({}),
};

/** @param namesMax beyond it the name that was used longest ago starts anew. */
export function createAllowance(
  { perSecond, burst }: Policy,
  clock: () => number = () => performance.now(),
  namesMax = 100_000,
): Allowance {
  if (perSecond === 0) return unlimited;
  const buckets = new Map<string, Bucket>();
  let sweepSize = sweepAt;

  function tokensOf(bucket: Bucket | undefined, now: number): number {
    if (!bucket) return burst;
    const gained = (Math.max(0, now - bucket.at) / 1_000) * perSecond;
    return Math.min(burst, bucket.tokens + gained);
  }

  function forgetFull(now: number): void {
    for (const [name, bucket] of buckets) if (tokensOf(bucket, now) === burst) buckets.delete(name);
    // Looking again only when as many have come as were kept makes it cost nothing per request.
    sweepSize = Math.max(sweepAt, buckets.size * 2);
  }

  const leftOf = (tokens: number): Left => ({
    remaining: Math.max(0, Math.floor(tokens)),
    waitSeconds: tokens >= 1 ? 0 : Math.ceil((1 - tokens) / perSecond),
  });

  return {
    look: (name) => leftOf(tokensOf(buckets.get(name), clock())),
    spend(name, amount) {
      const now = clock();
      const tokens = Math.max(-burst, tokensOf(buckets.get(name), now) - amount);
      buckets.delete(name);
      buckets.set(name, { tokens, at: now });
      if (buckets.size > sweepSize) forgetFull(now);
      const [oldest] = buckets.keys();
      if (buckets.size > namesMax && oldest !== undefined) buckets.delete(oldest);
      return leftOf(tokens);
    },
  };
}

/** Bounds what each name may have: so many a minute, and as many at once. */
export function createPerMinute(perMinute: number, clock?: () => number): Allowance {
  return createAllowance({ perSecond: perMinute / 60, burst: perMinute }, clock, countedNamesMax);
}

/** Refuses with RATE_LIMITED what would have to wait. */
export function expectNoWait(retryAfterSeconds: number): void {
  if (retryAfterSeconds > 0) throw rateLimited(retryAfterSeconds);
}

export function rateLimited(retryAfterSeconds: number): Error {
  return refuse("RATE_LIMITED", { retryAfterSeconds });
}

/** Spends one of each allowance under its name; where one has none left, refuses with RATE_LIMITED and spends none. */
export function spendOneOfEach(...named: readonly (readonly [Allowance, name: string])[]): void {
  expectNoWait(Math.max(...named.map(([each, name]) => each.look(name).waitSeconds)));
  for (const [each, name] of named) each.spend(name, 1);
}

export function createSharedAllowance(policy: Policy, clock?: () => number): SharedAllowance {
  if (policy.perSecond === 0) return unlimited;
  const { look, spend } = createAllowance(policy, clock);
  let spent = new Map<string, number>();
  return {
    look,
    spend(name, amount) {
      spent.set(name, (spent.get(name) ?? 0) + amount);
      return spend(name, amount);
    },
    debit(elsewhere) {
      for (const [name, amount] of Object.entries(elsewhere)) spend(name, amount);
    },
    takeSpent() {
      const taken = [...spent].filter(([, amount]) => amount > 0);
      // An amount given back lowers the amounts taken next time.
      spent = new Map([...spent].filter(([, amount]) => amount < 0));
      return Object.fromEntries(taken);
    },
  };
}
