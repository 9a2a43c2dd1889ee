import { watchOutbox } from "@slipway/metrics";
import type { Connection, mongo } from "mongoose";
import { BatchLoop } from "./batch-loop.ts";
import { type Consumer, ConsumerQueue, batchMax, paceMs, stopped } from "./consumer-queue.ts";
import { type DeadLetter, DeadLetters, type EarlierEvents, failuresMax } from "./dead-letters.ts";
import { sweepRead } from "../records/limit-reads.ts";
import { localRead } from "../records/local-read.ts";
import type { OutboxDocument, OutboxEvent } from "./outbox.ts";
import { type Item, removeDelivered } from "./remove-delivered.ts";

export type { Consumer, Undelivered } from "./consumer-queue.ts";
export type { EarlierEvents } from "./dead-letters.ts";

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
  items: DeadLetter[];
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

export type Relay = Pick<OutboxRelay, keyof OutboxRelay>;

class OutboxRelay {
  readonly #options: RelayOptions;
  readonly #letters: DeadLetters;
  #queues: readonly ConsumerQueue[] = [];
  /** Events on their way, by the ids of event or letter. */
  readonly #known = new Map<string, Item>();
  /** Those of them that have come to the end. */
  readonly #done: Item[] = [];
  #isPollDue = false;
  /** Pulls and polls one after the other: so a poll finds nothing that is not known or new. */
  readonly #sweeper = new BatchLoop({
    everyMs: paceMs,
    isFull: () => this.#done.length >= batchMax,
    hasWork: () => this.#done.length > 0 || this.#isPollDue,
    run: () => this.#sweep(),
  });
  #unwatch: () => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  #isStopped = true;
  #letterCount = 0;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#letters = new DeadLetters(options.connection, options.warn);
  }

  /** Wakes the relay for events that a write has just committed. Without this call they are delivered later. */
  committed(
    collection: mongo.Collection<OutboxDocument>,
    documentId: string,
    events: OutboxEvent[],
  ): void {
    if (this.#isStopped) return;
    for (const event of events) this.#enqueue({ collection, documentId, event });
  }

  start(): void {
    const { collections, consumers, warn } = this.#options;
    this.#isStopped = false;
    this.#queues = consumers.map((consumer) => new ConsumerQueue(consumer, warn));
    this.#unwatch = watchOutbox(collections[0]?.dbName ?? "none", () => ({
      consumers: this.#queues.map(({ consumer, size, oldestAt }) => ({
        consumer: consumer.name,
        events: size,
        lagSeconds: size === 0 ? 0 : Math.max(0, Date.now() - oldestAt) / 1_000,
      })),
      deadLetters: this.#letterCount,
    }));
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#unwatch();
    await Promise.all(this.#queues.map((queue) => queue.stop()));
    await this.#sweeper.idle();
    await this.#sweeper.stop();
  }

  /** Resolves when no committed event is pending, except dead letters that fail again. */
  async settle(): Promise<void> {
    for (let round = 0; round <= failuresMax; round++) {
      if ((await this.#letters.makeDue()) === 0 && round > 0) return;
      do {
        this.#askPoll();
        await Promise.all(this.#queues.map(({ loop }) => loop.idle()));
        await this.#sweeper.idle();
      } while (this.#known.size > 0 && !this.#isStopped);
    }
  }

  async backlog(limit: number): Promise<Backlog> {
    const counts = await Promise.all(
      this.#options.collections.map((collection) => collection.countDocuments(pending, sweepRead)),
    );
    return {
      pending: counts.reduce((sum, count) => sum + count, 0),
      deadLetters: await this.#letters.count(),
      items: await this.#letters.list(limit),
    };
  }

  /**
   * Whether any of these events has still to be delivered to the consumer. Once false it stays so: an event leaves its
   * document when each consumer has acknowledged it or has it as a dead letter.
   */
  async hasEarlier(events: EarlierEvents, consumer: string): Promise<boolean> {
    const { tenantId, at, than, without = [] } = events;
    const outbox = { $elemMatch: { at: { $lte: at }, id: { $ne: than?.id ?? "" } } };
    const _id = than?.entityId ?? { $nin: [...without] };
    const earlier = { ...pending, tenantId, outbox, _id } as object;
    // The documents first: an event goes from its document to the dead letters, and never back.
    for (const collection of this.#options.collections)
      if (await collection.findOne(earlier, { projection: { _id: 1 } })) return true;
    return this.#letters.has(events, consumer);
  }

  /** Redelivers dead letters now, one event's or all; answers how many. */
  async retry(eventId?: string): Promise<number> {
    const due = await this.#letters.makeDue(eventId);
    this.#askPoll();
    return due;
  }

  #enqueue(item: Item): void {
    const { event, letter } = item;
    const id = letter?._id ?? event.id;
    if (this.#known.has(id) || this.#known.size >= queueMax) return;
    this.#known.set(id, item);
    const wanting = this.#queues.filter((queue) =>
      letter ? queue.consumer.name === letter.consumer : queue.wants(event),
    );
    Promise.all(wanting.map((queue) => this.#deliver(queue, item))).then(
      (kept) => {
        if (letter && kept.includes(true)) this.#known.delete(id);
        else this.#done.push(item);
        this.#sweeper.notify();
      },
      (error: unknown) => {
        // The poll finds it again.
        this.#known.delete(id);
        if (error !== stopped) this.#options.warn(`outbox: no letter is kept: ${String(error)}`);
      },
    );
  }

  /** True: the event is a dead letter now. */
  async #deliver(queue: ConsumerQueue, { event, letter }: Item): Promise<boolean> {
    try {
      await queue.deliver(event);
      return false;
    } catch (error) {
      await this.#letters.keep(queue.consumer, event, { error, before: letter?.failures ?? 0 });
      return true;
    }
  }

  #schedule(): void {
    const poll = (): void => {
      this.#askPoll();
      this.#schedule();
    };
    this.#timer = setTimeout(poll, this.#options.pollMs ?? pollEveryMs).unref();
  }

  #askPoll(): void {
    this.#isPollDue = true;
    this.#sweeper.notify();
  }

  async #sweep(): Promise<number> {
    await this.#pull();
    const isDue = this.#isPollDue && !this.#isStopped;
    this.#isPollDue = false;
    if (isDue)
      await this.#poll().catch((error: unknown) => this.#options.warn(`outbox: ${String(error)}`));
    return 0;
  }

  /** One statement for all documents costs the server half of what one for each costs. */
  async #pull(): Promise<void> {
    const done = this.#done.splice(0);
    const letters = done.flatMap(({ letter }) => letter?._id ?? []);
    const events = done.filter(({ letter }) => !letter);
    const byCollection = Map.groupBy(events, ({ collection }) => collection);
    try {
      if (letters.length > 0) await this.#letters.remove(letters);
      await Promise.all(
        [...byCollection].map(([collection, items]) => removeDelivered(collection, items)),
      );
    } catch (error) {
      // The poll finds them again, and their consumers drop the repeats.
      this.#options.warn(`outbox: delivered events are not pulled: ${String(error)}`);
    }
    for (const { event, letter } of done) this.#known.delete(letter?._id ?? event.id);
  }

  async #poll(): Promise<void> {
    this.#letterCount = await this.#letters.count();
    if (this.#letterCount > 0) await this.#findLetters();
    for (const collection of this.#options.collections) await this.#find(collection);
  }

  /** Letters of a consumer that takes nothing at present would come back at once, each by a write. */
  async #findLetters(): Promise<void> {
    const [collection] = this.#options.collections;
    const open = this.#queues.filter(({ hasRoom }) => hasRoom);
    if (open.length === 0 || !collection) return;
    const names = open.map(({ consumer }) => consumer.name);
    const due = await this.#letters.takeDue(names, pollMax);
    for (const letter of due)
      this.#enqueue({ collection, documentId: "", event: letter.event, letter });
    if (due.length >= pollMax) this.#isPollDue = true;
  }

  async #find(collection: mongo.Collection<OutboxDocument>): Promise<void> {
    if (this.#known.size >= queueMax) return;
    // Events that are known already must not hide others.
    const limit = pollMax + this.#known.size;
    const documents = await collection
      .find(pending, { projection: { outbox: 1, tenantId: 1 }, limit, ...localRead })
      .toArray();
    const unknown = documents.flatMap(({ _id: documentId, outbox }) =>
      outbox
        .filter(({ id }) => !this.#known.has(id))
        .map((event) => ({ collection, documentId, event })),
    );
    const ids = new Set(unknown.map(({ documentId }) => documentId));
    const theirs = documents.filter(({ _id }) => ids.has(_id));
    // mark: committed-events
    for (const item of await committedOf(collection, theirs, unknown)) this.#enqueue(item);
    // A crash may have left many events: a full page is followed by the next one.
    if (theirs.length >= pollMax) this.#isPollDue = true;
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
