import { type Waiting, watchOutbox } from "@slipway/metrics";
import type { mongo } from "mongoose";
import type { OutboxEvent } from "./outbox.ts";

/** A document that tells its changes; `live` false marks one that is deleted once all is told. */
export interface Telling {
  _id: string;
  live?: boolean;
  outbox: OutboxEvent[];
}

/**
 * Resolves when the events are acknowledged; it may answer the ids of some that are not, which then
 * hold up no other and are told again by a later poll. Rejects when nothing could be told.
 */
export type Consumer = (events: OutboxEvent[]) => Promise<readonly string[] | void>;

export interface RelayOptions {
  collections: readonly mongo.Collection<Telling>[];
  /** Each delivers events to one consumer; resolves when it has acknowledged all of them. */
  consumers: readonly Consumer[];
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
const pollMax = 1_000;
const retryMs = { first: 100, max: 5_000 };

/**
 * Tells committed events to their consumers, at least once, and takes them out of their documents
 * when all have acknowledged. The queue in memory is a wake-up; the poll finds what it missed, in a
 * crash for example. Consumers drop repeats by event id, so several replicas may poll.
 */
export function createRelay(options: RelayOptions): Relay {
  return new OutboxRelay(options);
}

class OutboxRelay implements Relay {
  readonly #options: RelayOptions;
  readonly #queue = new Map<string, Item>();
  #unwatch: (() => void) | undefined;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = true;
  #retryMs = retryMs.first;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  committed(
    collection: mongo.Collection<Telling>,
    documentId: string,
    events: OutboxEvent[],
  ): void {
    for (const event of events) this.#enqueue({ collection, documentId, event });
    this.#wake();
  }

  start(): void {
    this.#stopped = false;
    const database = this.#options.collections[0]?.dbName ?? "none";
    this.#unwatch = watchOutbox(database, () => this.#waiting());
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#unwatch?.();
    await this.#running;
  }

  async settle(): Promise<void> {
    while ((await this.#poll()) > 0 || this.#running) await this.#running;
  }

  /** Read from the queue, which the poll keeps true to within its period. */
  #waiting(): Waiting {
    const now = Date.now();
    let oldest = now;
    for (const { event } of this.#queue.values()) oldest = Math.min(oldest, event.at.getTime());
    return { events: this.#queue.size, lagSeconds: (now - oldest) / 1_000 };
  }

  #enqueue(item: Item): void {
    if (this.#queue.size < queueMax) this.#queue.set(item.event.id, item);
  }

  #wake(): void {
    if (this.#stopped) return;
    this.#running ??= this.#drain().finally(() => {
      this.#running = undefined;
      // What came between the last look at the queue and here.
      if (this.#queue.size > 0) this.#wake();
    });
  }

  async #drain(): Promise<void> {
    // Lets the writes of one turn of the event loop share a batch.
    await new Promise((resume) => setImmediate(resume));
    while (this.#queue.size > 0 && !this.#stopped) {
      const items = [...this.#queue.values().take(batchMax)];
      try {
        await deliver(items, this.#options);
        for (const { event } of items) this.#queue.delete(event.id);
        this.#retryMs = retryMs.first;
      } catch (error) {
        this.#options.warn(`outbox: ${String(error)}; again in ${this.#retryMs} ms`);
        await pause(this.#retryMs);
        this.#retryMs = Math.min(retryMs.max, this.#retryMs * 2);
      }
    }
  }

  /** Finds what waits in the documents; answers how much that is. */
  async #poll(): Promise<number> {
    let found = 0;
    for (const collection of this.#options.collections) {
      const documents = await collection
        .find({ "outbox.id": { $exists: true } }, { projection: { outbox: 1 }, limit: pollMax })
        .toArray();
      for (const { _id, outbox } of documents)
        for (const event of outbox) {
          this.#enqueue({ collection, documentId: _id, event });
          found++;
        }
    }
    if (found > 0) this.#wake();
    return found;
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      this.#poll()
        .catch((error: unknown) => {
          this.#options.warn(`outbox: ${String(error)}`);
        })
        .finally(() => {
          if (!this.#stopped) this.#schedule();
        });
    }, this.#options.pollMs ?? 2_000).unref();
  }
}

async function deliver(items: Item[], options: RelayOptions): Promise<void> {
  const events = items.map(({ event }) => event);
  const left = await Promise.all(options.consumers.map((tell) => tell(events)));
  const untold = new Set(left.flatMap((ids) => ids ?? []));
  const acknowledged = items.filter(({ event }) => !untold.has(event.id));
  const byCollection = Map.groupBy(acknowledged, ({ collection }) => collection);
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
