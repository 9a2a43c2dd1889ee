/** How much memory an answer will take, by the largest one that the tenant has got of its kind. */
export interface ExpectedBytes {
  of(tenantId: string): number;
  note(tenantId: string, bytes: number): void;
}

/**
 * Of an answer that was never seen, and of one page of many: 400 KB, several times over while records
 * become messages and text. It also decides how many pages of a tenant are loaded at the same time.
 */
export const pageBytesExpected = 4 * 1024 * 1024;
const tenantsMax = 1_000;

export function createExpectedBytes(): ExpectedBytes {
  const largest = new Map<string, number>();
  return {
    of: (tenantId) => largest.get(tenantId) ?? pageBytesExpected,
    note(tenantId, bytes) {
      if (bytes <= (largest.get(tenantId) ?? 0)) return;
      largest.set(tenantId, bytes);
      const [oldest] = largest.keys();
      if (largest.size > tenantsMax && oldest !== undefined) largest.delete(oldest);
    },
  };
}
