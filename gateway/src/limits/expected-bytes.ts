/** How much memory the next answer, or piece of one, will take, by the largest that the tenant has got of its kind. */
export interface ExpectedBytes {
  of(tenantId: string): number;
  note(tenantId: string, bytes: number): void;
}

/**
 * Of one that was never seen: a page of 400 KB, many times over while records become messages and text. It
 * also decides how many large pages of a tenant are loaded at the same time.
 */
const unseenBytes = 8 * 1024 * 1024;
/** What a piece of an answer takes while it is made, beside what it is in the end. */
export const pieceTimes = 20;
const tenantsMax = 1_000;

export function createExpectedBytes(): ExpectedBytes {
  const largest = new Map<string, number>();
  return {
    of: (tenantId) => largest.get(tenantId) ?? unseenBytes,
    note(tenantId, bytes) {
      if (bytes <= (largest.get(tenantId) ?? 0)) return;
      largest.set(tenantId, bytes);
      const [oldest] = largest.keys();
      if (largest.size > tenantsMax && oldest !== undefined) largest.delete(oldest);
    },
  };
}
