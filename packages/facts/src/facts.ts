import type { Request, ServiceBroker } from "@slipway/broker";
import type { Action } from "@slipway/contracts";
import { LRUCache } from "lru-cache";
import { leaseMs, useMsMax } from "./lease.ts";
import { type Presence, presenceOf } from "./presence.ts";

export interface FactsOptions<Fact> {
  /** Reads a fact where it lives. What it throws reaches the request and is not kept. */
  load: (request: Request, key: string) => Promise<Fact>;
  /** The keys under which a change of this fact is announced, such as its option's and product's. */
  tagsOf: (fact: Fact) => readonly string[];
  /** Where announcements arrive; left out only where none do, in tests. */
  holder?: { broker: ServiceBroker; forgetBy: Action };
  entriesMax?: number;
  clock?: () => number;
}

/** Facts of other services, kept under a lease (capacity.md section 6). */
export interface Facts<Fact> {
  /**
   * Runs `work` on the fact of the caller's tenant under this key. `forget` waits for it, so the
   * work must not cause a change that is announced to these very facts. The work commits nothing
   * past the deadline of the request that it is given.
   */
  use<Result>(request: Request, key: string, work: Work<Fact, Result>): Promise<Result>;
  /** Drops what is kept under these tags; resolves when no work on it runs any more. */
  forget(tenantId: string, tags: readonly string[]): Promise<void>;
}

type Work<Fact, Result> = (fact: Fact, inTime: Request) => Promise<Result>;

interface Entry<Fact> {
  readonly readAt: number;
  readonly fact: Promise<Fact>;
  /** Known once loaded; until then any announcement may mean it. */
  tags: readonly string[] | undefined;
  forgotten: boolean;
  readonly uses: Set<Promise<unknown>>;
  /** Requests that run on it or wait for it to be read. */
  users: number;
}

export function createFacts<Fact>(options: FactsOptions<Fact>): Facts<Fact> {
  return new LeasedFacts(options);
}

class LeasedFacts<Fact> implements Facts<Fact> {
  readonly #options: FactsOptions<Fact>;
  readonly #clock: () => number;
  readonly #presence: Presence | undefined;
  readonly #kept: LRUCache<string, Entry<Fact>>;
  // Per tenant, what requests run on: an entry may leave the cache (its lease ran out) before them.
  readonly #inUse = new Map<string, Set<Entry<Fact>>>();

  constructor(options: FactsOptions<Fact>) {
    this.#options = options;
    this.#clock = options.clock ?? Date.now;
    this.#kept = new LRUCache({ max: options.entriesMax ?? 5_000 });
    if (!options.holder) return;
    this.#presence = presenceOf(options.holder.broker);
    this.#presence?.keep(options.holder.forgetBy);
  }

  async use<Result>(request: Request, key: string, work: Work<Fact, Result>): Promise<Result> {
    const { tenantId } = request.caller;
    for (;;) {
      const licence = this.#presence?.licence();
      if (licence) await licence;
      const inTime = this.#presence ? shortened(request) : request;
      const entry = this.#read(request, key);
      this.#enter(tenantId, entry);
      try {
        const ran = await runOn(entry, (fact) => work(fact, inTime));
        if (ran) return ran.result;
      } finally {
        this.#leave(tenantId, entry);
      }
    }
  }

  async forget(tenantId: string, tags: readonly string[]): Promise<void> {
    const affected = new Set(this.#inUse.get(tenantId));
    for (const [cacheKey, entry] of this.#kept.entries())
      if (cacheKey.startsWith(`${tenantId}|`)) affected.add(entry);
    const running: Promise<unknown>[] = [];
    for (const entry of affected) {
      if (entry.tags && !entry.tags.some((tag) => tags.includes(tag))) continue;
      entry.forgotten = true;
      running.push(...entry.uses);
    }
    await Promise.allSettled(running);
  }

  #read(request: Request, key: string): Entry<Fact> {
    const cacheKey = `${request.caller.tenantId}|${key}`;
    const found = this.#kept.get(cacheKey);
    if (found && !found.forgotten && this.#clock() - found.readAt < leaseMs) return found;
    const readAt = this.#clock();
    const fact = this.#options.load(request, key);
    const entry: Entry<Fact> = {
      readAt,
      fact,
      tags: undefined,
      forgotten: false,
      uses: new Set(),
      users: 0,
    };
    this.#kept.set(cacheKey, entry);
    fact.then(
      (loaded) => {
        entry.tags = this.#options.tagsOf(loaded);
      },
      () => {
        entry.forgotten = true;
      },
    );
    return entry;
  }

  #enter(tenantId: string, entry: Entry<Fact>): void {
    entry.users++;
    const entries = this.#inUse.get(tenantId) ?? new Set();
    this.#inUse.set(tenantId, entries.add(entry));
  }

  #leave(tenantId: string, entry: Entry<Fact>): void {
    if (--entry.users > 0) return;
    const entries = this.#inUse.get(tenantId);
    entries?.delete(entry);
    if (entries?.size === 0) this.#inUse.delete(tenantId);
  }
}

function shortened(request: Request): Request {
  return { ...request, deadline: Math.min(request.deadline, Date.now() + useMsMax) };
}

/** Undefined when the fact was announced as changed while it was being read. */
async function runOn<Fact, Result>(
  entry: Entry<Fact>,
  work: (fact: Fact) => Promise<Result>,
): Promise<{ result: Result } | undefined> {
  const fact = await entry.fact;
  if (entry.forgotten) return undefined;
  const running = work(fact);
  entry.uses.add(running);
  try {
    return { result: await running };
  } finally {
    entry.uses.delete(running);
  }
}
