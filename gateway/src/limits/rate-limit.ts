import { type SharedAllowance, createSharedAllowance, expectNoWait } from "./allowance.ts";
import type { Limits } from "../limit-table.ts";

export interface Counted {
  readonly credentialId: string;
  readonly tenantId: string;
}

interface Answer {
  setHeader(name: string, value: string): unknown;
}

type Rates = Pick<Limits, "requestsPerSecond" | "tenantRequestsPerSecond">;

const windowSeconds = 1;

/** A rate of 0 limits nothing and is in no header. */
export function createRateLimit(rates: Rates, clock?: () => number) {
  const allowanceOf = (perSecond: number): SharedAllowance =>
    createSharedAllowance({ perSecond, burst: 2 * perSecond }, clock);
  const { requestsPerSecond, tenantRequestsPerSecond } = rates;
  const allowances = {
    credential: allowanceOf(requestsPerSecond),
    tenant: allowanceOf(tenantRequestsPerSecond),
  };
  const kinds = [
    { kind: "credential", perSecond: requestsPerSecond, id: "credentialId" },
    { kind: "tenant", perSecond: tenantRequestsPerSecond, id: "tenantId" },
  ] as const;
  const limited = kinds
    .filter(({ perSecond }) => perSecond > 0)
    .map((each) => ({ ...each, policy: `"${each.kind}";q=${each.perSecond};w=${windowSeconds}` }));
  const policies = limited.map(({ policy }) => policy).join(", ");

  return {
    /**
     * Counts a request and sets the headers of its answer, or refuses it with RATE_LIMITED after
     * setting them all the same. A refused request spends nothing.
     */
    count(caller: Counted, answer: Answer) {
      if (limited.length === 0) return;
      const retryAfterSeconds = Math.max(
        ...limited.map(({ kind, id }) => allowances[kind].look(caller[id]).waitSeconds),
      );
      const shownLimits: string[] = [];
      for (const { kind, id } of limited) {
        const name = caller[id];
        const allowance = allowances[kind];
        const left = retryAfterSeconds > 0 ? allowance.look(name) : allowance.spend(name, 1);
        // draft-ietf-httpapi-ratelimit-headers-10: r may be spent within the next t seconds.
        const resetSeconds = Math.max(windowSeconds, left.waitSeconds);
        shownLimits.push(`"${kind}";r=${left.remaining};t=${resetSeconds}`);
      }
      answer.setHeader("RateLimit-Policy", policies);
      answer.setHeader("RateLimit", shownLimits.join(", "));
      expectNoWait(retryAfterSeconds);
    },
    allowances,
  };
}

/** How many requests a credential, and its tenant with all its credentials, may still send. */
export type RateLimit = ReturnType<typeof createRateLimit>;
