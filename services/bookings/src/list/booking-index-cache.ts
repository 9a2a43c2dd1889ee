/** Keeps the directories of tenants that ask for lists, each as true as a read of the database. */
import { lateMaxMs } from "../feed/change-feed.ts";
import { type Directory, createDirectory } from "./booking-index.ts";
import type { DirectoryStore } from "./booking-index-store.ts";

export interface Directories {
  /**
   * The tenant's directory with everything in it that was written before this was called. The first
   * call has all bookings of the tenant read; "unread" after `patienceMs` of that, and "too big" where
   * they are too many to be kept in memory.
   */
  get(tenantId: string, patienceMs: number): Promise<Directory | "unread" | "too big">;
  /** Reads everything anew when it is next asked for. */
  forget(tenantId: string): void;
}

export interface DirectoriesOptions {
  store: DirectoryStore;
  /** The database's clock, or a little less. */
  databaseFloor: () => number;
  /** Of all directories together. */
  bytesMax: number;
  /** Connections to the database that have broken, and primaries that have changed. */
  breaks: () => number;
}

interface Kept {
  directory: Directory;
  /** When it was begun, as `breaks` counts. */
  readonly breaks: number;
  /** Settles when the first read is done. */
  readonly loaded: Promise<void>;
  isTooBig: boolean;
  /** All that carries an earlier updatedAt and may still be written has been read. */
  readFrom: number;
  /** Under way. */
  reading: Promise<void> | undefined;
  /** Begins when that has ended: for all who come meanwhile. */
  next: Promise<void> | undefined;
}

/** A change may be written this long after its updatedAt; a second more for what is not exact. */
const windowMs = lateMaxMs + 1_000;
const readMax = 1_000;
/** A tenant that has not fitted is tried again after this time. */
const tooBigMs = 600_000;

/**
 * A directory shows what a majority has, so a fail-over takes nothing back of it. A lone node shows
 * what its journal may lack: a crash of it breaks every connection, and what was kept is read anew.
 */
export function keepDirectories(options: DirectoriesOptions): Directories {
  const { store, databaseFloor, bytesMax, breaks } = options;
  /** In the order of use, the longest unused first. */
  const kept = new Map<string, Kept>();

  function begin(tenantId: string): Kept {
    const directory = createDirectory();
    const readFrom = databaseFloor() - windowMs;
    const one: Kept = {
      directory,
      breaks: breaks(),
      loaded: load(tenantId, () => one),
      isTooBig: false,
      readFrom,
      reading: undefined,
      next: undefined,
    };
    one.loaded.catch(() => forget(tenantId, one));
    return one;
  }

  async function load(tenantId: string, of: () => Kept): Promise<void> {
    await store.awaitMajority(tenantId);
    for await (const { key, booking } of store.readAll(tenantId)) {
      const one = of();
      one.directory.put(key, booking);
      if (one.directory.bytes > bytesMax) return giveUp(tenantId, one);
    }
  }

  function giveUp(tenantId: string, one: Kept): void {
    one.directory = createDirectory();
    one.isTooBig = true;
    setTimeout(() => forget(tenantId, one), tooBigMs).unref();
  }

  function forget(tenantId: string, one = kept.get(tenantId)): void {
    if (kept.get(tenantId) === one) kept.delete(tenantId);
  }

  /** Those that were not asked for the longest go first. */
  function evict(inUse: string): void {
    let bytes = 0;
    for (const { directory } of kept.values()) bytes += directory.bytes;
    for (const [tenantId, { directory }] of kept) {
      if (bytes <= bytesMax) return;
      if (tenantId === inUse) continue;
      kept.delete(tenantId);
      bytes -= directory.bytes;
    }
  }

  return {
    async get(tenantId, patienceMs) {
      const found = kept.get(tenantId);
      // mark: kept-directory
      const one = found?.breaks === breaks() ? found : begin(tenantId);
      kept.delete(tenantId);
      kept.set(tenantId, one);
      if (!(await isWithin(one.loaded, patienceMs))) return "unread";
      if (!one.isTooBig) await catchUp(one, () => readChanges(options, tenantId, one));
      evict(tenantId);
      return one.isTooBig ? "too big" : one.directory;
    },
    forget: (tenantId) => forget(tenantId),
  };
}

/** Whether it comes about in this time; what it fails with is thrown. */
async function isWithin(loaded: Promise<void>, patienceMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, patienceMs, false);
  try {
    return await Promise.race([loaded.then(() => true), promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A read that begins after this call; all who wait for it share it. */
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
  { store, databaseFloor }: DirectoriesOptions,
  tenantId: string,
  one: Kept,
): Promise<void> {
  const readFrom = databaseFloor() - windowMs;
  const { directory } = one;
  // A change may become a majority's long after its updatedAt: all that was applied by now has to be.
  await store.awaitMajority(tenantId);
  const changed = await store.listChanged(tenantId, new Date(one.readFrom));
  const unknown = changed.filter(({ id, updatedAt }) => directory.updatedAtOf(id) !== updatedAt);
  for (let from = 0; from < unknown.length; from += readMax) {
    const ids = unknown.slice(from, from + readMax).map(({ id }) => id);
    for (const { key, booking } of await store.read(tenantId, ids)) directory.put(key, booking);
  }
  one.readFrom = Math.max(one.readFrom, readFrom);
}
