/**
 * Most claims are named by a booking a few milliseconds after they were committed. Their records
 * wait that long to be written, so that one write says both.
 */
export interface Naming {
  /** Resolves when bookings are known to name all of these, or shortly after; answers those named. */
  expect(claimIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Bookings name these; answers those that nobody here waits for. */
  note(claimIds: readonly string[]): string[];
  /** Nobody waits any longer, now and from now on, until the function that this answers is called. */
  hurry(): () => void;
}

/** Longer than a booking's insert takes, short enough that a ledger's log stays small. */
const waitMsMax = 60;

interface Group {
  readonly unnamed: Set<string>;
  readonly named: Set<string>;
  end(): void;
}

export function createNaming(): Naming {
  const groups = new Map<string, Group>();
  const waiting = new Set<Group>();
  let hurrying = 0;

  async function wait(claimIds: readonly string[]): Promise<ReadonlySet<string>> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const group: Group = { unnamed: new Set(claimIds), named: new Set(), end: resolve };
    for (const id of claimIds) groups.set(id, group);
    waiting.add(group);
    const timer = setTimeout(resolve, waitMsMax);
    await promise;
    clearTimeout(timer);
    waiting.delete(group);
    for (const id of claimIds) groups.delete(id);
    return group.named;
  }

  return {
    async expect(claimIds) {
      return claimIds.length === 0 || hurrying > 0 ? new Set() : wait(claimIds);
    },

    note(claimIds) {
      return claimIds.filter((id) => {
        const group = groups.get(id);
        if (!group) return true;
        group.named.add(id);
        group.unnamed.delete(id);
        if (group.unnamed.size === 0) group.end();
        return false;
      });
    },

    hurry() {
      hurrying++;
      for (const group of waiting) group.end();
      return () => void hurrying--;
    },
  };
}
