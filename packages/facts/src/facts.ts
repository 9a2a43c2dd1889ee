import type { Request } from "@slipway/broker";
import { LRUCache } from "lru-cache";

/** Facts of another service are used for at most this long after the read that brought them began. */
export const leaseMs = 1_000;

export interface FactsOptions<Fact> {
  /** Reads a fact where it lives. What it throws reaches the request and is not kept. */
  load: (request: Request, key: string) => Promise<Fact>;
  /** The keys under which a change of this fact is announced, such as its option's and product's. */
  tagsOf: (fact: Fact) => readonly string[];
  entriesMax?: number;
  clock?: () => number;
}

/** Facts of other services, kept under a lease (capacity.md section 6). */
export interface Facts<Fact> {
  /**
   * Runs `work` on the fact of the caller's tenant under this key. `forget` waits for it, so the
   * work must not cause a change that is announced to these very facts.
   */
  use<Result>(
    request: Request,
    key: string,
    work: (fact: Fact) => Promise<Result>,
  ): Promise<Result>;
  /** Drops what is kept under these tags; resolves when no work on it runs any more. */
  forget(tenantId: string, tags: readonly string[]): Promise<void>;
}

interface Entry<Fact> {
  readonly readAt: number;
  readonly fact: Promise<Fact>;
  /** Known once loaded; until then any announcement may mean it. */
  tags: readonly string[] | undefined;
  forgotten: boolean;
  readonly uses: Set<Promise<unknown>>;
}

export function createFacts<Fact>(options: FactsOptions<Fact>): Facts<Fact> {
  const { load, tagsOf, entriesMax = 5_000, clock = Date.now } = options;
  const kept = new LRUCache<string, Entry<Fact>>({ max: entriesMax });
  // Entries that left the cache (a lease ran out) while work on them still runs.
  const inUse = new Map<string, Set<Entry<Fact>>>();

  function read(request: Request, key: string): Entry<Fact> {
    const cacheKey = `${request.caller.tenantId}|${key}`;
    const found = kept.get(cacheKey);
    if (found && !found.forgotten && clock() - found.readAt < leaseMs) return found;
    const fact = load(request, key);
    const entry: Entry<Fact> = {
      readAt: clock(),
      fact,
      tags: undefined,
      forgotten: false,
      uses: new Set(),
    };
    kept.set(cacheKey, entry);
    fact.then(
      (loaded) => {
        entry.tags = tagsOf(loaded);
      },
      () => {
        entry.forgotten = true;
      },
    );
    return entry;
  }

  function track(tenantId: string, entry: Entry<Fact>): Set<Entry<Fact>> {
    const entries = inUse.get(tenantId) ?? new Set();
    inUse.set(tenantId, entries.add(entry));
    return entries;
  }

  return {
    async use(request, key, work) {
      const { tenantId } = request.caller;
      for (;;) {
        const entry = read(request, key);
        const entries = track(tenantId, entry);
        try {
          const fact = await entry.fact;
          // Announced while it was being read: it may be the state of before.
          if (entry.forgotten) continue;
          const running = work(fact);
          entry.uses.add(running);
          try {
            return await running;
          } finally {
            entry.uses.delete(running);
          }
        } finally {
          if (entry.uses.size === 0) entries.delete(entry);
          if (entries.size === 0 && inUse.get(tenantId) === entries) inUse.delete(tenantId);
        }
      }
    },

    async forget(tenantId, tags) {
      const running: Promise<unknown>[] = [];
      const affected = new Set(inUse.get(tenantId));
      for (const [cacheKey, entry] of kept.entries())
        if (cacheKey.startsWith(`${tenantId}|`)) affected.add(entry);
      for (const entry of affected) {
        if (entry.tags && !entry.tags.some((tag) => tags.includes(tag))) continue;
        entry.forgotten = true;
        running.push(...entry.uses);
      }
      await Promise.allSettled(running);
    },
  };
}
