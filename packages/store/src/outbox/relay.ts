import { watchOutbox } from "@slipway/metrics";
import type { Connection, mongo } from "mongoose";
import { createBatcher } from "./batcher.ts";
import {
  type Consumer,
  ConsumerQueue,
  type Item,
  type Rejected,
  batchMax,
  pace,
} from "./consumer-queue.ts";
import {
  type DeadLetter,
  type DeadLetterStore,
  type RecordEvent,
  deadLetterStore,
} from "./dead-letters.ts";
import { sweepRead } from "../records/limit-reads.ts";
import { localRead } from "../records/local-read.ts";
import type { OutboxDocument, OutboxEvent } from "./outbox.ts";
import { removeDelivered } from "./remove-delivered.ts";

export type { Consumer, Undelivered } from "./consumer-queue.ts";
export type { RecordEvent } from "./dead-letters.ts";

interface RelayOptions {
  /** The connection to the database that keeps the dead letters. */
  connection: Connection;
  collections: readonly mongo.Collection<OutboxDocument>[];
  /** Each receives events at its own speed: none waits for another. */
  consumers: readonly Consumer[];
  warn: (line: string) => void;
  pollMs?: number;
}

/** The events of one service that are not delivered yet. */
interface Backlog {
  /** Documents with events in their outbox. */
  pending: number;
  deadLetters: number;
  /** The first of the dead letters. */
  items: DeadLetter[];
}

export interface Relay {
  /** Wakes the relay for events that a write has just committed. Without this call they are delivered later. */
  committed(
    collection: mongo.Collection<OutboxDocument>,
    documentId: string,
    events: OutboxEvent[],
  ): void;
  start(): void;
  stop(): Promise<void>;
  /** Resolves when no committed event is pending, except dead letters that fail again. */
  settle(): Promise<void>;
  backlog(limit: number): Promise<Backlog>;
  /**
   * Whether an event of the record from before this one has still to be delivered to it. Once false it stays
   * so: an event leaves its document when each consumer has acknowledged it or has it as a dead letter.
   */
  hasEarlier(event: RecordEvent, consumer: string): Promise<boolean>;
  /** Whether any event of the tenant up to an instant has still to be delivered, events of these records excepted. */
  hasEarlierOf(
    tenant: { readonly tenantId: string; readonly at: Date; readonly without: readonly string[] },
    consumer: string,
  ): Promise<boolean>;
  /** Redelivers dead letters now, one event's or all; answers how many. */
  retry(eventId?: string): Promise<number>;
}

/**
 * Pause between two polls, which find what a crash has left; all else is delivered at once. Every replica polls each of its
 * collections: at 2 s that was a third of the statements of a platform without requests.
 */
const pollEveryMs = 5_000;
const queueMax = 20_000;
const pollMax = 1_000;

/**
 * Delivers committed events to their consumers, at least once. It removes an event from its document
 * when each consumer has acknowledged it or has it as a dead letter. The queues in memory are a wake-up:
 * the poll finds what they missed, after a crash for example. Consumers drop repeats by event id, so
 * several replicas may poll.
 */
export function createRelay(options: RelayOptions): Relay {
  return new OutboxRelay(options);
}

class OutboxRelay implements Relay {
  readonly #options: RelayOptions;
  readonly #deadLetters: DeadLetterStore;
  readonly #queues: ConsumerQueue[] = [];
  /** Events on their way, by id. */
  readonly #known = new Map<string, Item>();
  readonly #done: Item[] = [];
  readonly #doneLetters: string[] = [];
  /** Dead letters whose event is still in the outbox because the relay crashed in between. */
  readonly #lettersInOutbox = new Set<string>();
  readonly #puller = createBatcher({
    ...pace,
    isFull: () => this.#done.length >= batchMax,
    hasWork: () => this.#done.length + this.#doneLetters.length > 0,
    run: () => this.#pull(),
  });
  #unwatch: () => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  #isStopped = true;
  #deadLetterCount = 0;
  #isPolling = false;
  /** Settles when the polls asked for so far have ended. */
  #polling: Promise<unknown> = Promise.resolve();
  /** Events that were delivered during the running poll, which may still find them. */
  readonly #deliveredMeanwhile = new Set<string>();

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#deadLetters = deadLetterStore(options.connection);
  }

  committed(
    collection: mongo.Collection<OutboxDocument>,
    documentId: string,
    events: OutboxEvent[],
  ): void {
    if (this.#isStopped) return;
    for (const event of events) this.#enqueue({ collection, documentId, event, pending: 0 });
  }

  start(): void {
    this.#isStopped = false;
    for (const consumer of this.#options.consumers) this.#queues.push(this.#queueOf(consumer));
    const database = this.#options.collections[0]?.dbName ?? "none";
    this.#unwatch = watchOutbox(database, () => ({
      consumers: this.#queues.map(({ consumer, size, oldestAt }) => ({
        consumer: consumer.name,
        events: size,
        lagSeconds: size === 0 ? 0 : Math.max(0, Date.now() - oldestAt) / 1_000,
      })),
      deadLetters: this.#deadLetterCount,
    }));
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#unwatch();
    await Promise.all(this.#queues.map(({ batcher }) => batcher.stop()));
    await this.#puller.idle();
    await this.#puller.stop();
  }

  async settle(): Promise<void> {
    const batchers = [...this.#queues.map(({ batcher }) => batcher), this.#puller];
    const ends = batchers.map((batcher) => batcher.flush());
    try {
      await this.#deadLetters.makeDue();
      do {
        for (const batcher of batchers) await batcher.idle();
      } while (((await this.#poll()) > 0 || this.#known.size > 0) && !this.#isStopped);
    } finally {
      for (const end of ends) end();
    }
  }

  async backlog(limit: number): Promise<Backlog> {
    const counts = await Promise.all(
      this.#options.collections.map((collection) => collection.countDocuments(pending, sweepRead)),
    );
    return {
      pending: counts.reduce((sum, count) => sum + count, 0),
      deadLetters: await this.#deadLetters.count(),
      items: await this.#deadLetters.list(limit),
    };
  }

  async hasEarlier(event: RecordEvent, consumer: string): Promise<boolean> {
    // The documents first: an event goes from its document to the dead letters, and never back.
    for (const collection of this.#options.collections) {
      const found = await collection.findOne(
        { _id: event.entityId },
        { projection: { outbox: 1 } },
      );
      const isEarlier = ({ id, at }: OutboxEvent): boolean => id !== event.id && at <= event.at;
      if (found?.outbox?.some(isEarlier)) return true;
    }
    return this.#deadLetters.hasEarlier(event, consumer);
  }

  async hasEarlierOf(
    { tenantId, at, without }: { tenantId: string; at: Date; without: readonly string[] },
    consumer: string,
  ): Promise<boolean> {
    const outbox = { $elemMatch: { at: { $lte: at } } };
    const earlier = { ...pending, tenantId, outbox, _id: { $nin: [...without] } };
    // The documents first, as above.
    for (const collection of this.#options.collections)
      if (await collection.findOne(earlier as object, { projection: { _id: 1 } })) return true;
    return this.#deadLetters.hasEarlierOf({ tenantId, at, without }, consumer);
  }

  async retry(eventId?: string): Promise<number> {
    const due = await this.#deadLetters.makeDue(eventId);
    await this.#poll();
    return due;
  }

  #queueOf(consumer: Consumer): ConsumerQueue {
    return new ConsumerQueue({
      consumer,
      warn: this.#options.warn,
      delivered: (items) => this.#delivered(consumer, items),
      keepDeadLetters: (rejected) => this.#keepDeadLetters(consumer, rejected),
    });
  }

  #enqueue(item: Item): void {
    const { event } = item;
    if (this.#known.has(event.id) || this.#known.size >= queueMax) return;
    this.#known.set(event.id, item);
    for (const queue of this.#queues) if (queue.wants(event) && queue.add(item)) item.pending++;
    if (item.pending === 0) this.#finished([item]);
  }

  #delivered({ name }: Consumer, items: readonly Item[]): void {
    const finished: Item[] = [];
    for (const item of items) {
      const id = deadLetterId(item.event, name);
      const isDeadLetter = item.deadLetterFailures !== undefined;
      if (this.#lettersInOutbox.delete(id) || isDeadLetter) this.#doneLetters.push(id);
      if (!isDeadLetter && --item.pending === 0) finished.push(item);
    }
    this.#finished(finished);
  }

  /** Keeps the dead letters first and finishes the items then: this order loses no event. */
  async #keepDeadLetters(
    { name }: Consumer,
    { items, failures, error, afterMs }: Rejected,
  ): Promise<void> {
    const now = Date.now();
    const letters = items.map(({ event }) => ({
      _id: deadLetterId(event, name),
      consumer: name,
      event,
      failures,
      reason: String(error).slice(0, 1_000),
      keptAt: new Date(now),
      nextAttemptAt: new Date(now + afterMs),
    }));
    await this.#deadLetters.keep(letters);
    const ids = letters.map(({ _id }) => _id).join(", ");
    if (failures > 0) this.#options.warn(`outbox: dead letter for ${name}: ${ids}`);
    this.#finished(
      items.filter((item) => item.deadLetterFailures === undefined && --item.pending === 0),
    );
  }

  #finished(items: readonly Item[]): void {
    this.#done.push(...items);
    this.#puller.notify();
  }

  /** One statement for all documents costs the server half of what one for each costs. */
  async #pull(): Promise<number> {
    const done = this.#done.splice(0);
    const doneLetters = this.#doneLetters.splice(0);
    try {
      if (doneLetters.length > 0) await this.#deadLetters.remove(doneLetters);
      const byCollection = Map.groupBy(done, ({ collection }) => collection);
      await Promise.all(
        [...byCollection].map(([collection, items]) => removeDelivered(collection, items)),
      );
    } catch (error) {
      // The poll finds them again, and their consumers drop the repeats.
      this.#options.warn(`outbox: delivered events are not pulled: ${String(error)}`);
    }
    for (const { event } of done) {
      this.#known.delete(event.id);
      // A poll under way may have read this event before; it must not be delivered again.
      if (this.#isPolling) this.#deliveredMeanwhile.add(event.id);
    }
    return 0;
  }

  /**
   * Finds pending events in the documents; answers how many. Polls run one after the other, so that
   * the next one finds the events of this one on their way.
   */
  #poll(): Promise<number> {
    const poll = this.#polling.then(() => this.#pollNow());
    this.#polling = poll.catch(() => undefined);
    return poll;
  }

  async #pollNow(): Promise<number> {
    // Without consumers every event would seem delivered.
    if (this.#isStopped) return 0;
    this.#isPolling = true;
    try {
      return (await this.#findDeadLetters()) + (await this.#find());
    } finally {
      this.#isPolling = false;
      this.#deliveredMeanwhile.clear();
    }
  }

  async #find(): Promise<number> {
    let found = 0;
    // Events that are known already must not hide others.
    const limit = pollMax + this.#known.size;
    for (const collection of this.#options.collections) {
      const documents = await collection
        .find(pending, { projection: { outbox: 1, tenantId: 1 }, limit, ...localRead })
        .toArray();
      const items = documents.flatMap(({ _id: documentId, outbox }) =>
        outbox.map((event) => ({ collection, documentId, event, pending: 0 })),
      );
      const undelivered = items.filter(({ event }) => !this.#deliveredMeanwhile.has(event.id));
      const unknown = undelivered.filter(({ event }) => !this.#known.has(event.id));
      const ids = new Set(unknown.map(({ documentId }) => documentId));
      const theirs = documents.filter(({ _id }) => ids.has(_id));
      // During that confirmation, an event that was committed here may have been delivered.
      // mark: committed-events
      for (const item of await committedOf(collection, theirs, unknown))
        if (!this.#deliveredMeanwhile.has(item.event.id)) this.#enqueue(item);
      found += undelivered.length;
    }
    return found;
  }

  async #findDeadLetters(): Promise<number> {
    this.#deadLetterCount = await this.#deadLetters.count();
    const [collection] = this.#options.collections;
    if (this.#deadLetterCount === 0 || !collection) return 0;
    // Letters of a consumer that takes nothing at present would come back at once, each by a write.
    const open = this.#queues.filter(({ hasRoom }) => hasRoom);
    if (open.length === 0) return 0;
    const consumers = open.map(({ consumer }) => consumer.name);
    const due = await this.#deadLetters.takeDue(Date.now(), { consumers, limit: pollMax });
    for (const { consumer, event, failures } of due) {
      const queue = open.find((each) => each.consumer.name === consumer);
      const item = { collection, documentId: "", event, pending: 1, deadLetterFailures: failures };
      if (queue?.add(item) === false) this.#lettersInOutbox.add(deadLetterId(event, consumer));
    }
    return due.length;
  }

  #schedule(found = 0): void {
    const { pollMs = pollEveryMs, warn } = this.#options;
    const poll = async (): Promise<void> => {
      const more = await this.#poll().catch((error: unknown) => {
        warn(`outbox: ${String(error)}`);
        return 0;
      });
      if (!this.#isStopped) this.#schedule(more);
    };
    // A full page is followed by the next one: a crash may have left many events.
    const afterMs = found < pollMax ? pollMs : Math.min(pollMs, 100);
    this.#timer = setTimeout(() => void poll(), afterMs).unref();
  }
}

const pending = { "outbox.id": { $exists: true } } as const;

/**
 * Returns those of the events that a poll has found that no fail-over and no crash can undo. A poll
 * reads writes that are not acknowledged yet; delivering one that is undone would report a change that
 * never happened. So a write without effect is acknowledged first, journaled and by a majority. An
 * event that is still in its document after that write was there before it. An event of an isolated
 * primary is not in the majority's state. An event that a crash before the journal has undone is in no
 * later state.
 */
async function committedOf(
  collection: mongo.Collection<OutboxDocument>,
  found: readonly OutboxDocument[],
  items: readonly Item[],
): Promise<readonly Item[]> {
  if (items.length === 0) return [];
  // The tenant in the filter spares a sharded database shards; documents of an operator have none.
  const tenantIds = [...new Set(found.map(({ tenantId }) => tenantId ?? null))];
  const these = {
    _id: { $in: found.map(({ _id }) => _id) },
    tenantId: { $in: tenantIds as string[] },
  };
  // mark: fence
  await collection.updateMany(these, { $unset: { fence: "" } });
  const documents = await collection.find(these, { projection: { outbox: 1 } }).toArray();
  const committed = new Set(documents.flatMap(({ outbox }) => (outbox ?? []).map(({ id }) => id)));
  return items.filter(({ event }) => committed.has(event.id));
}

function deadLetterId({ id }: OutboxEvent, consumer: string): string {
  return `${id} ${consumer}`;
}
