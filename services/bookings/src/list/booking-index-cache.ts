/** Caches the booking indexes of tenants that ask for lists; each is as fresh as a database read. */
import { partsOf } from "@slipway/contracts";
import { indexReadMax, indexTooBigMs, indexWindowMs } from "../constants.ts";
import { type BookingIndex, createBookingIndex } from "./booking-index.ts";
import type { BookingIndexStore } from "./booking-index-store.ts";

interface IndexCacheOptions {
  store: BookingIndexStore;
  /** A lower bound of the database's clock, in milliseconds. */
  databaseTimeLowerBound: () => number;
  /** The limit for all indexes together. */
  bytesMax: number;
  /** Counts broken database connections and changes of the primary. */
  breaks: () => number;
  warn: (message: string) => void;
}

interface Kept {
  index: BookingIndex;
  /** The count of `breaks` when loading began. */
  readonly breaks: number;
  /** Settles when loading ends. */
  loaded: Promise<void>;
  /** Set where it does not fit, by `performance.now()`: then it is loaded again. */
  tooBigUntil: number | undefined;
  /** Every write with an earlier updatedAt has been read. */
  readFrom: number;
  reading: Promise<void> | undefined;
  /** The read after that one; all callers in between share it. */
  next: Promise<void> | undefined;
}

/**
 * An index holds what a majority has, so a fail-over undoes nothing in it. A single node may show writes
 * that its journal lacks: its crash breaks every connection, and then the index is loaded again.
 */
export function cacheBookingIndexes(options: IndexCacheOptions) {
  const { store, databaseTimeLowerBound, bytesMax, breaks, warn } = options;
  /** In order of use, the least recently used first. */
  const kept = new Map<string, Kept>();

  function begin(tenantId: string): Kept {
    const one = emptyIndex(breaks(), databaseTimeLowerBound());
    one.loaded = load(tenantId, one);
    one.loaded.catch(() => forget(tenantId, one));
    return one;
  }

  async function load(tenantId: string, one: Kept): Promise<void> {
    await store.awaitMajority(tenantId);
    for await (const { key, booking } of store.readAll(tenantId)) {
      one.index.put(key, booking);
      if (one.index.bytes > bytesMax) {
        one.index = createBookingIndex();
        one.tooBigUntil = performance.now() + indexTooBigMs;
        warn(`the bookings of ${tenantId} exceed LIST_MEMORY_MB: its lists scan the database`);
        return;
      }
    }
  }

  function forget(tenantId: string, one = kept.get(tenantId)): void {
    if (kept.get(tenantId) === one) kept.delete(tenantId);
  }

  return {
    /**
     * The tenant's index with every write made before this call. The first call loads all bookings of the
     * tenant: "unread" after `patienceMs` of loading, "too big" if they do not fit in memory.
     */
    async get(tenantId: string, patienceMs: number) {
      const found = kept.get(tenantId);
      // mark: kept-directory
      const one = isUsable(found, breaks()) ? found : begin(tenantId);
      kept.delete(tenantId);
      kept.set(tenantId, one);
      if (!(await isWithin(one.loaded, patienceMs))) return "unread";
      const isTooBig = one.tooBigUntil !== undefined;
      if (!isTooBig) await catchUp(one, () => readChanges(options, tenantId, one));
      evict(kept, bytesMax, tenantId);
      return isTooBig ? "too big" : one.index;
    },
    /** Drops the index; the next call loads it again. */
    forget: (tenantId: string) => forget(tenantId),
  };
}

export type BookingIndexCache = ReturnType<typeof cacheBookingIndexes>;

function isUsable(found: Kept | undefined, breaks: number): found is Kept {
  if (found?.breaks !== breaks) return false;
  return found.tooBigUntil === undefined || performance.now() < found.tooBigUntil;
}

function emptyIndex(breaks: number, databaseTime: number): Kept {
  return {
    index: createBookingIndex(),
    breaks,
    loaded: Promise.resolve(),
    tooBigUntil: undefined,
    readFrom: databaseTime - indexWindowMs,
    reading: undefined,
    next: undefined,
  };
}

/** Evicts the least recently used first. */
function evict(kept: Map<string, Kept>, bytesMax: number, inUse: string): void {
  let bytes = 0;
  for (const { index } of kept.values()) bytes += index.bytes;
  for (const [tenantId, { index }] of kept) {
    if (bytes <= bytesMax) return;
    if (tenantId === inUse) continue;
    kept.delete(tenantId);
    bytes -= index.bytes;
  }
}

/** Whether the promise resolves in this time; throws if it rejects. */
async function isWithin(loaded: Promise<void>, patienceMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, patienceMs, false);
  try {
    return await Promise.race([loaded.then(() => true), promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A read that begins after this call; all waiting callers share it. */
function catchUp(one: Kept, read: () => Promise<void>): Promise<void> {
  if (one.next) return one.next;
  const before = one.reading?.catch(() => undefined);
  one.next = (async () => {
    await before;
    one.next = undefined;
    one.reading = read();
    await one.reading;
  })();
  return one.next;
}

async function readChanges(
  { store, databaseTimeLowerBound }: IndexCacheOptions,
  tenantId: string,
  one: Kept,
): Promise<void> {
  const readFrom = databaseTimeLowerBound() - indexWindowMs;
  const { index } = one;
  // A majority may get a change long after its updatedAt: wait for all writes made so far.
  await store.awaitMajority(tenantId);
  const changed = await store.listChanged(tenantId, new Date(one.readFrom));
  const unknown = changed.filter(({ id, updatedAt }) => index.updatedAtOf(id) !== updatedAt);
  for (const some of partsOf(unknown, indexReadMax)) {
    const ids = some.map(({ id }) => id);
    // A booking that is gone needs a row only if it had one.
    for (const { key, booking } of await store.read(tenantId, ids))
      if (booking || index.updatedAtOf(key.id) !== undefined) index.put(key, booking);
  }
  one.readFrom = Math.max(one.readFrom, readFrom);
}
