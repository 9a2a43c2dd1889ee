import { refuse } from "@slipway/broker";
import { createBuckets } from "./buckets.ts";

/** How many requests a credential may still send (completions section 13). */
export interface RateLimit {
  /**
   * Counts a request and returns the headers of its answer, or refuses it with RATE_LIMITED after
   * handing the headers out all the same.
   */
  count(credentialId: string, setHeaders: (headers: RateHeaders) => void): void;
  /** Counts what other gateways have let through. */
  debit(spent: Spending): void;
  /** What was let through here since it was last asked. */
  takeSpent(): Spending;
}

export type RateHeaders = Readonly<Record<"RateLimit" | "RateLimit-Policy", string>>;
/** Requests by credential. */
export type Spending = Readonly<Record<string, number>>;

const windowSeconds = 1;

/** @param requestsPerSecond 0: nothing is limited and no headers are sent. */
export function createRateLimit(requestsPerSecond: number, clock?: () => number): RateLimit {
  if (requestsPerSecond === 0) return { count: () => {}, debit: () => {}, takeSpent: () => ({}) };
  const buckets = createBuckets(
    { perSecond: requestsPerSecond, burst: 2 * requestsPerSecond },
    clock,
  );
  let spent = new Map<string, number>();

  return {
    count(credentialId, setHeaders) {
      const { remaining, waitSeconds } = buckets.take(credentialId);
      const resetSeconds = Math.max(windowSeconds, waitSeconds);
      // draft-ietf-httpapi-ratelimit-headers-10: r may be spent within the next t seconds.
      setHeaders({
        "RateLimit-Policy": `"credential";q=${requestsPerSecond};w=${windowSeconds}`,
        RateLimit: `"credential";r=${remaining};t=${resetSeconds}`,
      });
      if (waitSeconds > 0) throw refuse("RATE_LIMITED", { retryAfterSeconds: waitSeconds });
      spent.set(credentialId, (spent.get(credentialId) ?? 0) + 1);
    },
    debit(elsewhere) {
      for (const [credentialId, requests] of Object.entries(elsewhere))
        buckets.debit(credentialId, requests);
    },
    takeSpent() {
      const taken = spent;
      spent = new Map();
      return Object.fromEntries(taken);
    },
  };
}
