/** How fast a cache reads values for each tenant, so that one with large values leaves time to the others. */
import { paceBurstMs, paceCharactersPerSecond } from "./constants.ts";

interface Account {
  /** When everything that was read is paid for. */
  paidAt: number;
  /** The size of the value that was read last: what the next one most likely costs. */
  lastSize: number;
}

const accountsMax = 10_000;

export function createLoadPace(clock: () => number) {
  const accounts = new Map<string, Account>();

  const accountOf = (tenantId: string): Account => {
    const known = accounts.get(tenantId);
    if (known) return known;
    if (accounts.size >= accountsMax) forgetPaid(accounts, clock());
    const made = { paidAt: 0, lastSize: 0 };
    accounts.set(tenantId, made);
    return made;
  };

  return {
    /** Whether the tenant has read so much that its next value has to wait. */
    isAhead: (tenantId: string) => (accounts.get(tenantId)?.paidAt ?? 0) > clock() + paceBurstMs,
    /** Counts a reading that begins; the returned function corrects it to the size that was read. */
    begin(tenantId: string) {
      const account = accountOf(tenantId);
      const expected = account.lastSize;
      account.paidAt = Math.max(account.paidAt, clock()) + msOf(expected);
      return (size: number) => {
        account.paidAt += msOf(size - expected);
        account.lastSize = size;
      };
    },
  };
}

export type LoadPace = ReturnType<typeof createLoadPace>;

function msOf(characters: number): number {
  return (characters / paceCharactersPerSecond) * 1_000;
}

function forgetPaid(accounts: Map<string, Account>, now: number): void {
  for (const [tenantId, { paidAt }] of accounts) if (paidAt <= now) accounts.delete(tenantId);
}
