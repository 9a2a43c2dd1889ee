import { setTimeout as pause } from "node:timers/promises";
import { type Request, type ServiceBroker, isLate, refuse } from "@slipway/broker";
import { type Action, referenceCache } from "@slipway/contracts";
import { LRUCache } from "lru-cache";
import { earlyMs, pacePollMs, useMsMax, valueLeaseMs, wholeMsMax } from "./constants.ts";
import { type Heartbeat, heartbeatOf } from "./heartbeat.ts";
import { type LoadPace, createLoadPace } from "./load-pace.ts";

interface LeasedCacheOptions<Value> {
  /** Reads a value from the service that owns it. An error reaches the request and is not cached. */
  load: (request: Request, key: string) => Promise<Value>;
  /** The keys by which this value is invalidated, such as the ids of its option and product. */
  tagsOf: (value: Value) => readonly string[];
  /** How an expired value is revalidated; without it, each value is read whole again. */
  check?: Check<Value>;
  /** The broker and the action that invalidate this cache; left out only in tests. */
  holder?: { broker: ServiceBroker; invalidatedBy: Action };
  /** The size of all values together as JSON. In memory a character takes up to 4 bytes. A larger value is not kept. */
  charactersMax: number;
  clock?: () => number;
}

/** The size of an entry beside its value: the key, the tags and the entry itself. An entry that is loading has no more. */
const entryCharacters = 250;

/** Values are compared by versions: equal versions mean equal values. */
interface Check<Value> {
  versionOf: (value: Value) => string;
  /** The current versions, in the order of the keys; null for a value that is gone. */
  readVersions: (request: Request, keys: string[]) => Promise<readonly (string | null)[]>;
}

/** A cache of other services' records, each used under a lease. */
export type LeasedCache<Value> = Pick<LeasedEntries<Value>, "use" | "invalidate">;

type Work<Value, Result> = (value: Value, inTime: Request) => Promise<Result>;

interface Entry<Value> {
  readonly tenantId: string;
  readonly key: string;
  readonly readAt: number;
  readonly value: Promise<Value>;
  /** When the last read or check began that found this value current. */
  currentAt: number;
  /** Known once loaded, if there is a check. */
  version: string | undefined;
  /** Known once loaded; until then any invalidation may mean it. */
  tags: readonly string[] | undefined;
  isInvalid: boolean;
  readonly uses: Set<Promise<unknown>>;
  /** Requests that use it or wait for its read. */
  users: number;
  /** Whether a request has asked for it since `currentAt`. */
  isWanted: boolean;
  checking: Promise<void> | undefined;
}

export function createLeasedCache<Value>(options: LeasedCacheOptions<Value>): LeasedCache<Value> {
  return new LeasedEntries(options);
}

class LeasedEntries<Value> {
  readonly #options: LeasedCacheOptions<Value>;
  readonly #clock: () => number;
  readonly #pace: LoadPace;
  readonly #heartbeat: Heartbeat | undefined;
  readonly #entries: LRUCache<string, Entry<Value>>;
  readonly #ofTenant = new Map<string, Set<Entry<Value>>>();
  // Entries in use, per tenant: an entry may be replaced in the cache before its requests end.
  readonly #inUse = new Map<string, Set<Entry<Value>>>();

  constructor(options: LeasedCacheOptions<Value>) {
    this.#options = options;
    this.#clock = options.clock ?? Date.now;
    this.#pace = createLoadPace(this.#clock);
    this.#entries = new LRUCache({
      maxSize: options.charactersMax,
      dispose: (entry) => remove(this.#ofTenant, entry),
    });
    if (!options.holder) return;
    this.#heartbeat = heartbeatOf(options.holder.broker);
    this.#heartbeat?.addCache(options.holder.invalidatedBy, {
      isInUse: () => this.#inUse.size > 0,
      clear: () => this.#entries.clear(),
    });
  }

  /**
   * Runs `work` on the value of the caller's tenant under this key. `invalidate` waits for it, so the
   * work must not cause an invalidation of this cache. The work commits nothing past the deadline of
   * the request that it is given.
   */
  async use<Result>(request: Request, key: string, work: Work<Value, Result>): Promise<Result> {
    const { tenantId } = request.caller;
    for (;;) {
      const lease = this.#heartbeat?.lease();
      if (lease) await lease;
      const found = this.#entries.get(`${tenantId}|${key}`);
      const isCurrent = found !== undefined && this.#isCurrent(found);
      // Its lease has ended, and a check of its version may renew it.
      if (found && !isCurrent && this.#isComparable(found)) {
        found.checking ??= this.#check(request, found);
        await found.checking;
        continue;
      }
      if (!isCurrent && this.#pace.isAhead(tenantId)) {
        await waitAMoment(request);
        continue;
      }
      const inTime = this.#heartbeat ? shortened(request) : request;
      const entry = isCurrent ? found : this.#read(request, key);
      this.#enter(entry);
      let running: Promise<Result> | undefined;
      try {
        const value = await entry.value;
        // It was invalidated while it was being read.
        if (entry.isInvalid) continue;
        running = work(value, inTime);
        entry.uses.add(running);
        return await running;
      } finally {
        this.#leave(entry, running);
      }
    }
  }

  /** Drops the values under these tags; resolves when no work on them runs any more. */
  async invalidate(tenantId: string, tags: readonly string[]): Promise<void> {
    const affected = new Set([
      ...(this.#inUse.get(tenantId) ?? []),
      ...(this.#ofTenant.get(tenantId) ?? []),
    ]);
    const running: Promise<unknown>[] = [];
    for (const entry of affected) {
      if (entry.tags && !entry.tags.some((tag) => tags.includes(tag))) continue;
      // mark: invalidate-value
      entry.isInvalid = true;
      running.push(...entry.uses);
    }
    await Promise.allSettled(running);
  }

  #isCurrent({ isInvalid, currentAt }: Entry<Value>): boolean {
    return !isInvalid && this.#clock() - currentAt < valueLeaseMs;
  }

  #isComparable({ version, isInvalid, readAt }: Entry<Value>): boolean {
    return version !== undefined && !isInvalid && this.#clock() - readAt < wholeMsMax;
  }

  /**
   * Reads the version of an entry, and by the same call those of the tenant's entries that will be
   * due soon. So the calls do not grow with the number of values in use. An entry that is invalidated
   * meanwhile stays invalid, whatever the reply says.
   */
  #check(request: Request, due: Entry<Value>): Promise<void> {
    const beganAt = this.#clock();
    const asked = [due];
    for (const entry of this.#ofTenant.get(due.tenantId) ?? []) {
      if (asked.length === referenceCache.versionsMax) break;
      if (entry === due || entry.checking || !this.#isComparable(entry)) continue;
      if (entry.isWanted && beganAt - entry.currentAt >= earlyMs) asked.push(entry);
    }
    const checking = this.#compare(request, asked, beganAt).finally(() => {
      for (const entry of asked) entry.checking = undefined;
    });
    for (const entry of asked) entry.checking = checking;
    return checking;
  }

  async #compare(request: Request, asked: readonly Entry<Value>[], beganAt: number): Promise<void> {
    const keys = asked.map(({ key }) => key);
    // Without an answer each value is read whole; that read reports why it fails.
    const versions = await this.#options.check?.readVersions(request, keys).catch(() => undefined);
    for (const [index, entry] of asked.entries()) {
      if (versions && versions[index] === entry.version) {
        entry.currentAt = beganAt;
        entry.isWanted = false;
      }
      // Without an answer, an entry that is still under its lease stays.
      const isOther = versions !== undefined && versions[index] !== entry.version;
      if (isOther || !this.#isCurrent(entry)) entry.isInvalid = true;
    }
  }

  #read(request: Request, key: string): Entry<Value> {
    const { tenantId } = request.caller;
    const readAt = this.#clock();
    const count = this.#pace.begin(tenantId);
    const entry: Entry<Value> = {
      tenantId,
      key,
      readAt,
      value: this.#options.load(request, key),
      currentAt: readAt,
      version: undefined,
      tags: undefined,
      isInvalid: false,
      uses: new Set(),
      users: 0,
      isWanted: false,
      checking: undefined,
    };
    this.#keep(entry, entryCharacters);
    entry.value.then(
      (loaded) => {
        entry.tags = this.#options.tagsOf(loaded);
        entry.version = this.#options.check?.versionOf(loaded);
        const size = entryCharacters + (JSON.stringify(loaded) ?? "").length;
        count(size);
        this.#resize(entry, size);
      },
      () => {
        count(0);
        entry.isInvalid = true;
      },
    );
    return entry;
  }

  #keep(entry: Entry<Value>, size: number): void {
    const name = `${entry.tenantId}|${entry.key}`;
    this.#entries.set(name, entry, { size });
    if (this.#entries.peek(name) === entry) add(this.#ofTenant, entry);
  }

  /** Its size is known once it is loaded. One that was replaced meanwhile is left out. */
  #resize(entry: Entry<Value>, size: number): void {
    const name = `${entry.tenantId}|${entry.key}`;
    if (this.#entries.peek(name) !== entry) return;
    this.#entries.delete(name);
    this.#keep(entry, size);
  }

  #enter(entry: Entry<Value>): void {
    entry.users++;
    entry.isWanted = true;
    add(this.#inUse, entry);
  }

  #leave(entry: Entry<Value>, running: Promise<unknown> | undefined): void {
    if (running) entry.uses.delete(running);
    if (--entry.users === 0) remove(this.#inUse, entry);
  }
}

/** Refuses DEADLINE_EXCEEDED. */
async function waitAMoment(request: Request): Promise<void> {
  if (isLate(request)) throw refuse("DEADLINE_EXCEEDED");
  await pause(pacePollMs);
}

type ByTenant<Value> = Map<string, Set<Entry<Value>>>;

function add<Value>(byTenant: ByTenant<Value>, entry: Entry<Value>): void {
  const entries = byTenant.get(entry.tenantId) ?? new Set();
  byTenant.set(entry.tenantId, entries.add(entry));
}

function remove<Value>(byTenant: ByTenant<Value>, entry: Entry<Value>): void {
  const entries = byTenant.get(entry.tenantId);
  entries?.delete(entry);
  if (entries?.size === 0) byTenant.delete(entry.tenantId);
}

function shortened(request: Request): Request {
  return { ...request, deadline: Math.min(request.deadline, Date.now() + useMsMax) };
}
