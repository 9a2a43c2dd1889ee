import { type Left, createBuckets } from "./buckets.ts";
import type { Policy } from "./token-bucket.ts";

/** An allowance for each of many names, over all gateways that report to each other what was spent. */
export interface Allowance {
  /** The rest of the allowance; spends nothing. */
  look(name: string): Left;
  /** Spends so much, whether it is there or not; less than nothing gives back. */
  spend(name: string, amount: number): Left;
  /** Counts what other gateways have spent. */
  debit(spent: Spent): void;
  /** Takes the amounts spent here since the last call. */
  takeSpent(): Spent;
}

/** How much, by name. */
type Spent = Readonly<Record<string, number>>;

export function createAllowance(policy: Policy, clock?: () => number): Allowance {
  const buckets = createBuckets(policy, clock);
  let spent = new Map<string, number>();
  return {
    look: (name) => buckets.look(name),
    spend(name, amount) {
      spent.set(name, (spent.get(name) ?? 0) + amount);
      return buckets.debit(name, amount);
    },
    debit(elsewhere) {
      for (const [name, amount] of Object.entries(elsewhere)) buckets.debit(name, amount);
    },
    takeSpent() {
      const taken = [...spent].filter(([, amount]) => amount > 0);
      // An amount given back lowers the amounts taken next time.
      spent = new Map([...spent].filter(([, amount]) => amount < 0));
      return Object.fromEntries(taken);
    },
  };
}
