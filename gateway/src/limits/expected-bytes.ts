import { answerBytesMin, unseenBytes } from "../constants.ts";

/** How much memory the next answer, or piece of one, will take, by those that the tenant has got of its kind. */
interface ExpectedBytes {
  of(tenantId: string): number;
  note(tenantId: string, bytes: number): void;
}

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
      expected.set(tenantId, Math.max(answerBytesMin, bytes, Math.ceil(before * kept)));
      const [oldest] = expected.keys();
      if (expected.size > tenantsMax && oldest !== undefined) expected.delete(oldest);
    },
  };
}
