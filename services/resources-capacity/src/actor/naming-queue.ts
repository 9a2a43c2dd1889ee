/**
 * Most claims are named by a booking a few milliseconds after they were committed. Their records
 * wait that long to be written, so that one write says both.
 */
export interface Naming {
  /** Waits until bookings are known to name all of these, or for a moment. */
  expect(claimIds: readonly string[]): Expected;
  /** Bookings name these; answers those that nobody here waits for. */
  note(claimIds: readonly string[]): string[];
}

export interface Expected {
  /** Resolves with those that are named. */
  readonly named: Promise<ReadonlySet<string>>;
  /** Waits no longer. */
  readonly hurry: () => void;
}

/** Longer than a booking's insert takes on a busy machine, short enough that a ledger's log stays small. */
export const namingMsMax = 150;

interface Group {
  readonly unnamed: Set<string>;
  readonly named: Set<string>;
  readonly end: () => void;
}

const nothing: Expected = { named: Promise.resolve(new Set<string>()), hurry: () => undefined };

export function createNaming(): Naming {
  const groups = new Map<string, Group>();

  async function wait(group: Group, ended: Promise<void>): Promise<ReadonlySet<string>> {
    const claimIds = [...group.unnamed];
    for (const id of claimIds) groups.set(id, group);
    const timer = setTimeout(group.end, namingMsMax);
    await ended;
    clearTimeout(timer);
    for (const id of claimIds) groups.delete(id);
    return group.named;
  }

  return {
    expect(claimIds) {
      if (claimIds.length === 0) return nothing;
      const { promise, resolve } = Promise.withResolvers<void>();
      const group: Group = { unnamed: new Set(claimIds), named: new Set(), end: resolve };
      return { named: wait(group, promise), hurry: resolve };
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
  };
}
