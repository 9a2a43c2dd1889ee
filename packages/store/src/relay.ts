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
/** Batches begin no sooner after each other: a command for many costs little more than for one. */
const betweenBatchesMs = 40;
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
  #batchBegun = -Infinity;
  #settling = 0;
  #hurry: () => void = () => {};
  #polls = 0;
  /** While a poll reads: what it may still find although it is told. */
  readonly #toldMeanwhile = new Set<string>();

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
    this.#hurry();
    this.#unwatch?.();
    await this.#running;
  }

  async settle(): Promise<void> {
    this.#settling++;
    this.#hurry();
    try {
      while ((await this.#poll()) > 0 || this.#running) await this.#running;
    } finally {
      this.#settling--;
    }
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
    while (this.#queue.size > 0 && !this.#stopped) {
      await this.#gather();
      const items = [...this.#queue.values().take(batchMax)];
      try {
        this.#dequeue(items, await deliver(items, this.#options));
        this.#retryMs = retryMs.first;
      } catch (error) {
        this.#options.warn(`outbox: ${String(error)}; again in ${this.#retryMs} ms`);
        await pause(this.#retryMs);
        this.#retryMs = Math.min(retryMs.max, this.#retryMs * 2);
      }
    }
  }

  /** A poll under way may have read what has just been told: it is not to be told again. */
  #dequeue(items: Item[], told: Item[]): void {
    for (const { event } of items) this.#queue.delete(event.id);
    if (this.#polls === 0) return;
    for (const { event } of told) this.#toldMeanwhile.add(event.id);
  }

  /** After a rest an event goes out with what its turn of the event loop brings, else with more. */
  async #gather(): Promise<void> {
    const wait = this.#batchBegun + betweenBatchesMs - performance.now();
    await new Promise<void>((resume) => {
      this.#hurry = resume;
      if (wait > 0 && this.#settling === 0 && !this.#stopped) setTimeout(resume, wait);
      else setImmediate(resume);
    });
    this.#batchBegun = performance.now();
  }

  /** Finds what waits in the documents; answers how much that is. */
  async #poll(): Promise<number> {
    this.#polls++;
    try {
      return await this.#find();
    } finally {
      if (--this.#polls === 0) this.#toldMeanwhile.clear();
    }
  }

  async #find(): Promise<number> {
    let found = 0;
    for (const collection of this.#options.collections) {
      const documents = await collection
        .find({ "outbox.id": { $exists: true } }, { projection: { outbox: 1 }, limit: pollMax })
        .toArray();
      const items = documents
        .flatMap(({ _id, outbox }) =>
          outbox.map((event) => ({ collection, documentId: _id, event })),
        )
        .filter(({ event }) => !this.#toldMeanwhile.has(event.id));
      for (const item of items) this.#enqueue(item);
      found += items.length;
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

/** Answers what all have acknowledged. */
async function deliver(items: Item[], options: RelayOptions): Promise<Item[]> {
  const events = items.map(({ event }) => event);
  const left = await Promise.all(options.consumers.map((tell) => tell(events)));
  const untold = new Set(left.flatMap((ids) => ids ?? []));
  const acknowledged = items.filter(({ event }) => !untold.has(event.id));
  const byCollection = Map.groupBy(acknowledged, ({ collection }) => collection);
  await Promise.all([...byCollection].map(([collection, told]) => pull(collection, told)));
  return acknowledged;
}

/** A lost pull only repeats a delivery, so it need not wait for the journal. */
const unjournaled = { writeConcern: { w: 1, journal: false } } as const;

async function pull(collection: mongo.Collection<Telling>, items: Item[]): Promise<void> {
  // One statement for all costs the server half of what one for each document does.
  await collection.updateMany(
    { _id: { $in: [...new Set(items.map(({ documentId }) => documentId))] } },
    { $pull: { outbox: { id: { $in: items.map(({ event }) => event.id) } } } },
    unjournaled,
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
