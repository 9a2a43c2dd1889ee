import type { Request, ServiceBroker } from "@slipway/broker";
import { type Action, facts } from "@slipway/contracts";
import { LRUCache } from "lru-cache";
import { leaseMs, useMsMax } from "./lease.ts";
import { type Presence, presenceOf } from "./presence.ts";

export interface FactsOptions<Fact> {
  /** Reads a fact where it lives. What it throws reaches the request and is not kept. */
  load: (request: Request, key: string) => Promise<Fact>;
  /** The keys under which a change of this fact is announced, such as its option's and product's. */
  tagsOf: (fact: Fact) => readonly string[];
  /** How a fact that is kept is found to be as it was; without it, each is read whole again. */
  check?: Check<Fact>;
  /** Where announcements arrive; left out only where none do, in tests. */
  holder?: { broker: ServiceBroker; forgetBy: Action };
  entriesMax?: number;
  clock?: () => number;
}

/** Facts are compared by versions: equal ones are of equal facts. */
export interface Check<Fact> {
  versionOf: (fact: Fact) => string;
  /** The versions of what stands now, in the order of the keys; null for what is gone. */
  readVersions: (request: Request, keys: string[]) => Promise<readonly (string | null)[]>;
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
  readonly tenantId: string;
  readonly key: string;
  readonly readAt: number;
  readonly fact: Promise<Fact>;
  /** When the read began that found it true last, the whole one or one of versions. */
  trueAt: number;
  /** Known once loaded, if there is a check. */
  version: string | undefined;
  /** Known once loaded; until then any announcement may mean it. */
  tags: readonly string[] | undefined;
  forgotten: boolean;
  readonly uses: Set<Promise<unknown>>;
  /** Requests that run on it or wait for it to be read. */
  users: number;
  /** Whether anybody has asked for it since `trueAt`. */
  isWanted: boolean;
  checking: Promise<void> | undefined;
}

/** What nobody announces, such as a record mended by hand, is seen within this time. */
const wholeMsMax = 60_000;
/** What is wanted and older than this is checked together with what is due. */
const earlyMs = leaseMs / 2;

export function createFacts<Fact>(options: FactsOptions<Fact>): Facts<Fact> {
  return new LeasedFacts(options);
}

class LeasedFacts<Fact> implements Facts<Fact> {
  readonly #options: FactsOptions<Fact>;
  readonly #clock: () => number;
  readonly #presence: Presence | undefined;
  readonly #kept: LRUCache<string, Entry<Fact>>;
  readonly #ofTenant = new Map<string, Set<Entry<Fact>>>();
  // Per tenant, what requests run on: an entry may leave the cache (its lease ran out) before them.
  readonly #inUse = new Map<string, Set<Entry<Fact>>>();

  constructor(options: FactsOptions<Fact>) {
    this.#options = options;
    this.#clock = options.clock ?? Date.now;
    this.#kept = new LRUCache({
      max: options.entriesMax ?? 5_000,
      dispose: (entry) => remove(this.#ofTenant, entry),
    });
    if (!options.holder) return;
    this.#presence = presenceOf(options.holder.broker);
    this.#presence?.keep(options.holder.forgetBy);
  }

  async use<Result>(request: Request, key: string, work: Work<Fact, Result>): Promise<Result> {
    const { tenantId } = request.caller;
    for (;;) {
      const licence = this.#presence?.licence();
      if (licence) await licence;
      const found = this.#kept.get(`${tenantId}|${key}`);
      if (found && this.#mayCheck(found)) {
        found.checking ??= this.#check(request, found);
        await found.checking;
        continue;
      }
      const inTime = this.#presence ? shortened(request) : request;
      const entry = found && this.#isTrue(found) ? found : this.#read(request, key);
      this.#enter(entry);
      let running: Promise<Result> | undefined;
      try {
        const fact = await entry.fact;
        // It was announced as changed while it was being read.
        if (entry.forgotten) continue;
        running = work(fact, inTime);
        entry.uses.add(running);
        return await running;
      } finally {
        this.#leave(entry, running);
      }
    }
  }

  async forget(tenantId: string, tags: readonly string[]): Promise<void> {
    const affected = new Set([
      ...(this.#inUse.get(tenantId) ?? []),
      ...(this.#ofTenant.get(tenantId) ?? []),
    ]);
    const running: Promise<unknown>[] = [];
    for (const entry of affected) {
      if (entry.tags && !entry.tags.some((tag) => tags.includes(tag))) continue;
      // mark: forget-fact
      entry.forgotten = true;
      running.push(...entry.uses);
    }
    await Promise.allSettled(running);
  }

  #isTrue({ forgotten, trueAt }: Entry<Fact>): boolean {
    return !forgotten && this.#clock() - trueAt < leaseMs;
  }

  /** Whether its lease has run out and versions can tell if it is still true. */
  #mayCheck(entry: Entry<Fact>): boolean {
    return this.#isComparable(entry) && !this.#isTrue(entry);
  }

  #isComparable({ version, forgotten, readAt }: Entry<Fact>): boolean {
    return version !== undefined && !forgotten && this.#clock() - readAt < wholeMsMax;
  }

  /**
   * Reads the version of an entry, and by the same call those of the tenant's others that will be
   * due soon: so the calls do not grow with the number of facts in use. What an announcement has
   * forgotten meanwhile stays forgotten, whatever the reply says.
   */
  #check(request: Request, due: Entry<Fact>): Promise<void> {
    const beganAt = this.#clock();
    const asked = [due];
    for (const entry of this.#ofTenant.get(due.tenantId) ?? []) {
      if (asked.length === facts.versionsMax) break;
      if (entry === due || entry.checking || !this.#isComparable(entry)) continue;
      if (entry.isWanted && beganAt - entry.trueAt >= earlyMs) asked.push(entry);
    }
    const checking = this.#compare(request, asked, beganAt).finally(() => {
      for (const entry of asked) entry.checking = undefined;
    });
    for (const entry of asked) entry.checking = checking;
    return checking;
  }

  async #compare(request: Request, asked: readonly Entry<Fact>[], beganAt: number): Promise<void> {
    const keys = asked.map(({ key }) => key);
    // Without an answer each is read whole: whoever needs it hears why that cannot be.
    const versions = await this.#options.check?.readVersions(request, keys).catch(() => undefined);
    for (const [index, entry] of asked.entries()) {
      if (versions && versions[index] === entry.version) {
        entry.trueAt = beganAt;
        entry.isWanted = false;
      }
      // One that is still under its lease stays when nothing could be learnt.
      const isOther = versions !== undefined && versions[index] !== entry.version;
      if (isOther || !this.#isTrue(entry)) entry.forgotten = true;
    }
  }

  #read(request: Request, key: string): Entry<Fact> {
    const { tenantId } = request.caller;
    const readAt = this.#clock();
    const entry: Entry<Fact> = {
      tenantId,
      key,
      readAt,
      fact: this.#options.load(request, key),
      trueAt: readAt,
      version: undefined,
      tags: undefined,
      forgotten: false,
      uses: new Set(),
      users: 0,
      isWanted: false,
      checking: undefined,
    };
    this.#kept.set(`${tenantId}|${key}`, entry);
    add(this.#ofTenant, entry);
    entry.fact.then(
      (loaded) => {
        entry.tags = this.#options.tagsOf(loaded);
        entry.version = this.#options.check?.versionOf(loaded);
      },
      () => {
        entry.forgotten = true;
      },
    );
    return entry;
  }

  #enter(entry: Entry<Fact>): void {
    entry.users++;
    entry.isWanted = true;
    add(this.#inUse, entry);
  }

  #leave(entry: Entry<Fact>, running: Promise<unknown> | undefined): void {
    if (running) entry.uses.delete(running);
    if (--entry.users === 0) remove(this.#inUse, entry);
  }
}

type ByTenant<Fact> = Map<string, Set<Entry<Fact>>>;

function add<Fact>(byTenant: ByTenant<Fact>, entry: Entry<Fact>): void {
  const entries = byTenant.get(entry.tenantId) ?? new Set();
  byTenant.set(entry.tenantId, entries.add(entry));
}

function remove<Fact>(byTenant: ByTenant<Fact>, entry: Entry<Fact>): void {
  const entries = byTenant.get(entry.tenantId);
  entries?.delete(entry);
  if (entries?.size === 0) byTenant.delete(entry.tenantId);
}

function shortened(request: Request): Request {
  return { ...request, deadline: Math.min(request.deadline, Date.now() + useMsMax) };
}
