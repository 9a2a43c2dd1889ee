/** How much memory the next answer, or piece of one, will take, by those that the tenant has got of its kind. */
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
const leastBytes = 16 * 1024;
/** A single large answer counts for less with each that follows it. */
const kept = 0.9;
const tenantsMax = 1_000;

export function createExpectedBytes(): ExpectedBytes {
  const expected = new Map<string, number>();
  return {
    of: (tenantId) => expected.get(tenantId) ?? unseenBytes,
    note(tenantId, bytes) {
      const before = expected.get(tenantId) ?? 0;
      expected.delete(tenantId);
      expected.set(tenantId, Math.max(leastBytes, bytes, Math.ceil(before * kept)));
      const [oldest] = expected.keys();
      if (expected.size > tenantsMax && oldest !== undefined) expected.delete(oldest);
    },
  };
}
