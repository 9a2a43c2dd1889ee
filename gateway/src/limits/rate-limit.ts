import { refuse } from "@slipway/broker";
import { type Allowance, createAllowance } from "./allowance.ts";
import type { Limits } from "../limit-table.ts";

/** How many requests a credential, and its tenant with all its credentials, may still send. */
export interface RateLimit {
  /**
   * Counts a request and hands out the headers of its answer, or refuses it with RATE_LIMITED after
   * handing them out all the same. A refused request spends nothing.
   */
  count(caller: Counted, setHeaders: (headers: RateHeaders) => void): void;
  /** The allowance of each kind that is limited. */
  readonly allowances: Readonly<Partial<Record<Kind, Allowance>>>;
}

/** The credential and the tenant whose requests are counted. */
export interface Counted {
  readonly credentialId: string;
  readonly tenantId: string;
}

export type RateHeaders = Readonly<Record<"RateLimit" | "RateLimit-Policy", string>>;
type Kind = "credential" | "tenant";
type Rates = Pick<Limits, "requestsPerSecond" | "tenantRequestsPerSecond">;

const windowSeconds = 1;

/** A rate of 0 limits nothing and is in no header. */
export function createRateLimit(rates: Rates, clock?: () => number): RateLimit {
  const kinds = [
    { kind: "credential", perSecond: rates.requestsPerSecond, idOf: credentialOf },
    { kind: "tenant", perSecond: rates.tenantRequestsPerSecond, idOf: tenantOf },
  ] as const;
  const limited = kinds
    .filter(({ perSecond }) => perSecond > 0)
    .map(({ perSecond, ...each }) => ({
      ...each,
      policy: `"${each.kind}";q=${perSecond};w=${windowSeconds}`,
      allowance: createAllowance({ perSecond, burst: 2 * perSecond }, clock),
    }));
  const policies = limited.map(({ policy }) => policy).join(", ");

  return {
    count(caller, setHeaders) {
      if (limited.length === 0) return;
      const before = limited.map(({ allowance, idOf }) => allowance.look(idOf(caller)));
      const retryAfterSeconds = Math.max(...before.map(({ waitSeconds }) => waitSeconds));
      const left =
        retryAfterSeconds > 0
          ? before
          : limited.map(({ allowance, idOf }) => allowance.spend(idOf(caller), 1));
      // draft-ietf-httpapi-ratelimit-headers-10: r may be spent within the next t seconds.
      const shownLimits = limited.map(({ kind }, at) => {
        const { remaining = 0 } = left[at] ?? {};
        const resetSeconds = Math.max(windowSeconds, before[at]?.waitSeconds ?? 0);
        return `"${kind}";r=${remaining};t=${resetSeconds}`;
      });
      setHeaders({ "RateLimit-Policy": policies, RateLimit: shownLimits.join(", ") });
      if (retryAfterSeconds > 0) throw refuse("RATE_LIMITED", { retryAfterSeconds });
    },
    allowances: Object.fromEntries(limited.map(({ kind, allowance }) => [kind, allowance])),
  };
}

const credentialOf = ({ credentialId }: Counted): string => credentialId;
const tenantOf = ({ tenantId }: Counted): string => tenantId;
