import { refuse } from "@slipway/broker";
import { type SharedAllowance, createSharedAllowance } from "./allowance.ts";
import type { Limits } from "../limit-table.ts";

/** How many requests a credential, and its tenant with all its credentials, may still send. */
export interface RateLimit {
  /**
   * Counts a request and sets the headers of its answer, or refuses it with RATE_LIMITED after
   * setting them all the same. A refused request spends nothing.
   */
  count(caller: Counted, answer: Answer): void;
  /** The allowance of each kind that is limited. */
  readonly allowances: Readonly<Partial<Record<Kind, SharedAllowance>>>;
}

/** The credential and the tenant whose requests are counted. */
export interface Counted {
  readonly credentialId: string;
  readonly tenantId: string;
}

interface Answer {
  setHeader(name: string, value: string): unknown;
}

type Kind = "credential" | "tenant";
type Rates = Pick<Limits, "requestsPerSecond" | "tenantRequestsPerSecond">;

const windowSeconds = 1;

/** A rate of 0 limits nothing and is in no header. */
export function createRateLimit(rates: Rates, clock?: () => number): RateLimit {
  const kinds = [
    { kind: "credential", perSecond: rates.requestsPerSecond, id: "credentialId" },
    { kind: "tenant", perSecond: rates.tenantRequestsPerSecond, id: "tenantId" },
  ] as const;
  const limited = kinds
    .filter(({ perSecond }) => perSecond > 0)
    .map(({ perSecond, ...each }) => ({
      ...each,
      policy: `"${each.kind}";q=${perSecond};w=${windowSeconds}`,
      allowance: createSharedAllowance({ perSecond, burst: 2 * perSecond }, clock),
    }));
  const policies = limited.map(({ policy }) => policy).join(", ");

  return {
    count(caller, answer) {
      if (limited.length === 0) return;
      let retryAfterSeconds = 0;
      for (const { allowance, id } of limited)
        retryAfterSeconds = Math.max(retryAfterSeconds, allowance.look(caller[id]).waitSeconds);
      const shownLimits: string[] = [];
      for (const { kind, allowance, id } of limited) {
        const name = caller[id];
        const left = retryAfterSeconds > 0 ? allowance.look(name) : allowance.spend(name, 1);
        // draft-ietf-httpapi-ratelimit-headers-10: r may be spent within the next t seconds.
        const resetSeconds = Math.max(windowSeconds, left.waitSeconds);
        shownLimits.push(`"${kind}";r=${left.remaining};t=${resetSeconds}`);
      }
      answer.setHeader("RateLimit-Policy", policies);
      answer.setHeader("RateLimit", shownLimits.join(", "));
      if (retryAfterSeconds > 0) throw refuse("RATE_LIMITED", { retryAfterSeconds });
    },
    allowances: Object.fromEntries(limited.map(({ kind, allowance }) => [kind, allowance])),
  };
}
