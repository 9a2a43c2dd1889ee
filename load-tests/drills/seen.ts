/** The answers that clients have seen in a drill: how often each came, and since when all is well again. Pure. */

export interface Seen {
  readonly what: "sale" | "hold" | "confirm" | "cancel" | "read" | "list" | "look";
  /** When it was sent, in milliseconds of the run. */
  readonly sentAt: number;
  readonly tookMs: number;
  /** 0: the connection broke, or no answer came in time. */
  readonly status: number;
  readonly code: string | undefined;
  /** Whether the answer says when to come again. */
  readonly hasRetryAfter: boolean;
}

/** Sold out is an answer like any other. */
function hasFailed({ status }: Seen): boolean {
  return status === 0 || status === 429 || status >= 500;
}

/** How often each answer came, such as "sale 201: 80, sale 503 SERVICE_UNAVAILABLE: 12". */
export function countsOf(seen: readonly Seen[]): string {
  const names = Map.groupBy(seen, ({ what, status, code }) =>
    status === 0 ? `${what} no answer` : [what, status, code ?? []].flat().join(" "),
  );
  return [...names]
    .map(([name, those]) => `${name}: ${those.length}`)
    .toSorted()
    .join(", ");
}

/** The time from `endedAt` to when the last request was sent that failed; 0 where all since then were served. */
export function wholeAfterMs(seen: readonly Seen[], endedAt: number): number {
  const failed = seen.filter(hasFailed).map(({ sentAt }) => sentAt);
  return Math.max(0, Math.max(endedAt, ...failed) - endedAt);
}

/** Whether requests that were sent in the last `quietMs` have been served, and there were some. */
export function isWhole(seen: readonly Seen[], since: number): boolean {
  const late = seen.filter(({ sentAt }) => sentAt >= since);
  return late.length > 0 && !late.some(hasFailed);
}

/** A client that is answered 503 with Retry-After may come again: nothing was done. */
export function isUnserved({ status, hasRetryAfter }: Seen): boolean {
  return status === 503 ? !hasRetryAfter : ![200, 201].includes(status);
}

export function secondsOf(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

export function slowestMs(seen: readonly Seen[]): number {
  return Math.max(0, ...seen.map(({ tookMs }) => tookMs));
}
