import type { mongo } from "mongoose";
import type { OutboxEvent } from "./outbox.ts";

/** A document that tells its changes; `live` false marks one that is deleted once all is told. */
export interface Telling {
  _id: string;
  live?: boolean;
  outbox: OutboxEvent[];
}

export interface RelayOptions {
  collections: readonly mongo.Collection<Telling>[];
  /** Each delivers events to one consumer; resolves when it has acknowledged all of them. */
  consumers: readonly ((events: OutboxEvent[]) => Promise<void>)[];
  warn: (line: string) => void;
  pollMs?: number;
}

export interface Relay {
  /** Wakes the relay for events that a write has just committed. Forgetting to is only slower. */
  committed(collection: mongo.Collection<Telling>, documentId: string, events: OutboxEvent[]): void;
  start(): void;
  stop(): Promise<void>;
  /** Resolves when no committed event waits any more. */
  settle(): Promise<void>;
}

interface Item {
  collection: mongo.Collection<Telling>;
  documentId: string;
  event: OutboxEvent;
}

const batchMax = 250;
const queueMax = 20_000;
const retryMs = { first: 100, max: 5_000 };

/**
 * Tells committed events to their consumers, at least once, and takes them out of their documents
 * when all have acknowledged. The queue in memory is a wake-up; the poll finds what it missed, in a
 * crash for example. Consumers drop repeats by event id, so several replicas may poll.
 */
export function createRelay(options: RelayOptions): Relay {
  const queue = new Map<string, Item>();
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = true;
  let retryDelayMs = retryMs.first;

  function enqueue(item: Item): void {
    if (queue.size < queueMax) queue.set(item.event.id, item);
  }

  function wake(): void {
    if (stopped) return;
    running ??= drain().finally(() => {
      running = undefined;
      // What came between the last look at the queue and here.
      if (queue.size > 0 && retryDelayMs === retryMs.first) wake();
    });
  }

  async function drain(): Promise<void> {
    // Lets the writes of one turn of the event loop share a batch.
    await new Promise((resume) => setImmediate(resume));
    while (queue.size > 0 && !stopped) {
      const items = [...queue.values()].slice(0, batchMax);
      try {
        await deliver(items, options);
        for (const { event } of items) queue.delete(event.id);
        retryDelayMs = retryMs.first;
      } catch (error) {
        options.warn(`outbox: ${String(error)}; again in ${retryDelayMs} ms`);
        const delay = retryDelayMs;
        retryDelayMs = Math.min(retryMs.max, retryDelayMs * 2);
        await pause(delay);
      }
    }
  }

  async function poll(): Promise<number> {
    let found = 0;
    for (const collection of options.collections) {
      const documents = await collection
        .find({ "outbox.id": { $exists: true } }, { projection: { outbox: 1 }, limit: 1_000 })
        .toArray();
      for (const { _id, outbox } of documents)
        for (const event of outbox) {
          enqueue({ collection, documentId: _id, event });
          found++;
        }
    }
    if (found > 0) wake();
    return found;
  }

  function schedule(): void {
    timer = setTimeout(() => {
      poll()
        .catch((error: unknown) => options.warn(`outbox: ${String(error)}`))
        .finally(() => (stopped ? undefined : schedule()));
    }, options.pollMs ?? 2_000).unref();
  }

  return {
    committed(collection, documentId, events) {
      for (const event of events) enqueue({ collection, documentId, event });
      wake();
    },
    start() {
      stopped = false;
      schedule();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
    async settle() {
      while ((await poll()) > 0 || running) await running;
    },
  };
}

async function deliver(items: Item[], options: RelayOptions): Promise<void> {
  const events = items.map(({ event }) => event);
  await Promise.all(options.consumers.map((tell) => tell(events)));
  const byCollection = Map.groupBy(items, ({ collection }) => collection);
  await Promise.all([...byCollection].map(([collection, told]) => pull(collection, told)));
}

/** A lost pull only repeats a delivery, so it need not wait for the journal. */
const unjournaled = { writeConcern: { w: 1, journal: false } } as const;

async function pull(collection: mongo.Collection<Telling>, items: Item[]): Promise<void> {
  const byDocument = Map.groupBy(items, ({ documentId }) => documentId);
  await collection.bulkWrite(
    [...byDocument].map(([documentId, told]) => ({
      updateOne: {
        filter: { _id: documentId },
        update: { $pull: { outbox: { id: { $in: told.map(({ event }) => event.id) } } } },
      },
    })),
    { ordered: false, ...unjournaled },
  );
  const ended = items.filter(({ event }) => event.fact.after === null);
  if (ended.length > 0)
    await collection.deleteMany(
      { _id: { $in: ended.map((item) => item.documentId) }, live: false, outbox: { $size: 0 } },
      unjournaled,
    );
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, milliseconds));
}
