import { watchOutbox } from "@slipway/metrics";
import type { Connection, mongo } from "mongoose";
import { type Aside, type Consumer, type Item, Lane, batchMax, pace } from "./lane.ts";
import { localRead } from "./local-read.ts";
import type { OutboxEvent } from "./outbox.ts";
import { pacedLoop } from "./paced-loop.ts";
import { type SetAside, type SetAsideStore, setAsideStore } from "./set-aside.ts";

export type { Consumer, Untold } from "./lane.ts";

/** A document that tells its changes; `live` false marks one that is deleted once all is told. */
export interface Telling {
  _id: string;
  tenantId?: string;
  live?: boolean;
  outbox: OutboxEvent[];
}

export interface RelayOptions {
  /** Where what a consumer cannot take is set aside. */
  connection: Connection;
  collections: readonly mongo.Collection<Telling>[];
  /** Each is told by itself: none waits for another. */
  consumers: readonly Consumer[];
  warn: (line: string) => void;
  pollMs?: number;
}

/** What one service has not told yet. */
export interface Backlog {
  /** Documents with something to tell that are not set aside. */
  waiting: number;
  setAside: number;
  /** The first of those that are set aside. */
  items: SetAside[];
}

export interface Relay {
  /** Wakes the relay for events that a write has just committed. Forgetting to is only slower. */
  committed(collection: mongo.Collection<Telling>, documentId: string, events: OutboxEvent[]): void;
  start(): void;
  stop(): Promise<void>;
  /** Resolves when no committed event waits any more, but for what is set aside and fails again. */
  settle(): Promise<void>;
  backlog(limit: number): Promise<Backlog>;
  /** Tells what is set aside now, one event or all; answers how many. */
  retry(eventId?: string): Promise<number>;
}

const queueMax = 20_000;
const pollMax = 1_000;

/**
 * Tells committed events to their consumers, at least once, and takes them out of their documents
 * when each has acknowledged or has it set aside. The queues in memory are a wake-up; the poll finds
 * what they missed, in a crash for example. Consumers drop repeats by event id, so several replicas
 * may poll.
 */
export function createRelay(options: RelayOptions): Relay {
  return new OutboxRelay(options);
}

class OutboxRelay implements Relay {
  readonly #options: RelayOptions;
  readonly #aside: SetAsideStore;
  readonly #lanes: Lane[] = [];
  /** Events on their way, by id. */
  readonly #known = new Map<string, Item>();
  readonly #done: Item[] = [];
  readonly #asideDone: string[] = [];
  /** Set aside by a relay that ended before it pulled them: on their way from their documents too. */
  readonly #twice = new Set<string>();
  readonly #puller = pacedLoop({
    ...pace,
    isFull: () => this.#done.length >= batchMax,
    hasWork: () => this.#done.length + this.#asideDone.length > 0,
    round: () => this.#pull(),
  });
  #unwatch: () => void = () => {};
  #prepared: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = true;
  #asideCount = 0;
  #isPolling = false;
  /** Settles when the polls asked for so far have ended. */
  #polling: Promise<unknown> = Promise.resolve();
  /** While a poll reads: what it may still find although it is told. */
  readonly #toldMeanwhile = new Set<string>();

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#aside = setAsideStore(options.connection);
  }

  committed(
    collection: mongo.Collection<Telling>,
    documentId: string,
    events: OutboxEvent[],
  ): void {
    if (this.#isStopped) return;
    for (const event of events) this.#enqueue({ collection, documentId, event, left: 0 });
  }

  start(): void {
    this.#isStopped = false;
    for (const consumer of this.#options.consumers) this.#lanes.push(this.#laneOf(consumer));
    const database = this.#options.collections[0]?.dbName ?? "none";
    this.#unwatch = watchOutbox(database, () => ({
      consumers: this.#lanes.map(({ consumer, size, oldestAt }) => ({
        consumer: consumer.name,
        events: size,
        lagSeconds: size === 0 ? 0 : Math.max(0, Date.now() - oldestAt) / 1_000,
      })),
      setAside: this.#asideCount,
    }));
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#unwatch();
    await Promise.all(this.#lanes.map(({ loop }) => loop.stop()));
    await this.#puller.idle();
    await this.#puller.stop();
  }

  async settle(): Promise<void> {
    const loops = [...this.#lanes.map(({ loop }) => loop), this.#puller];
    const ends = loops.map((loop) => loop.hurry());
    try {
      await this.#aside.hasten();
      do {
        for (const loop of loops) await loop.idle();
      } while (((await this.#poll()) > 0 || this.#known.size > 0) && !this.#isStopped);
    } finally {
      for (const end of ends) end();
    }
  }

  async backlog(limit: number): Promise<Backlog> {
    const counts = await Promise.all(
      this.#options.collections.map((collection) => collection.countDocuments(untold)),
    );
    return {
      waiting: counts.reduce((sum, count) => sum + count, 0),
      setAside: await this.#aside.count(),
      items: await this.#aside.list(limit),
    };
  }

  async retry(eventId?: string): Promise<number> {
    const hastened = await this.#aside.hasten(eventId);
    await this.#poll();
    return hastened;
  }

  #laneOf(consumer: Consumer): Lane {
    return new Lane({
      consumer,
      warn: this.#options.warn,
      told: (items) => this.#told(consumer, items),
      setAside: (aside) => this.#setAside(consumer, aside),
    });
  }

  #enqueue(item: Item): void {
    const { event } = item;
    if (this.#known.has(event.id) || this.#known.size >= queueMax) return;
    this.#known.set(event.id, item);
    for (const lane of this.#lanes) if (lane.wants(event) && lane.add(item)) item.left++;
    if (item.left === 0) this.#finished([item]);
  }

  #told({ name }: Consumer, items: readonly Item[]): void {
    const finished: Item[] = [];
    for (const item of items) {
      const id = asideId(item.event, name);
      if (this.#twice.delete(id) || item.asideFailures !== undefined) this.#asideDone.push(id);
      if (item.asideFailures === undefined && --item.left === 0) finished.push(item);
    }
    this.#finished(finished);
  }

  /** The order of the two writes is what keeps an event: first it is kept, then it may leave its document. */
  async #setAside(consumer: Consumer, { items, failures, error, afterMs }: Aside): Promise<void> {
    const now = Date.now();
    const { name } = consumer;
    const kept = items.map(({ event }) => ({
      _id: asideId(event, name),
      consumer: name,
      event,
      failures,
      reason: String(error).slice(0, 1_000),
      setAsideAt: new Date(now),
      nextAttemptAt: new Date(now + afterMs),
    }));
    await this.#aside.keep(kept);
    if (failures > 0)
      this.#options.warn(`outbox: set aside for ${name}: ${kept.map(({ _id }) => _id).join(", ")}`);
    this.#finished(items.filter((item) => item.asideFailures === undefined && --item.left === 0));
  }

  #finished(items: readonly Item[]): void {
    this.#done.push(...items);
    this.#puller.wake();
  }

  /** One statement for all costs the server half of what one for each document does. */
  async #pull(): Promise<number> {
    const done = this.#done.splice(0);
    const asideDone = this.#asideDone.splice(0);
    try {
      if (asideDone.length > 0) await this.#aside.remove(asideDone);
      const byCollection = Map.groupBy(done, ({ collection }) => collection);
      await Promise.all([...byCollection].map(([collection, told]) => pull(collection, told)));
    } catch (error) {
      // The poll finds them again, and their consumers know them.
      this.#options.warn(`outbox: told events are not pulled: ${String(error)}`);
    }
    for (const { event } of done) {
      this.#known.delete(event.id);
      // A poll under way may have read what has just been told: it is not to be told again.
      if (this.#isPolling) this.#toldMeanwhile.add(event.id);
    }
    return 0;
  }

  /**
   * Finds what waits in the documents; answers how much that is. One after the other: what one poll
   * has taken, the next must find on its way.
   */
  #poll(): Promise<number> {
    const poll = this.#polling.then(() => this.#pollNow());
    this.#polling = poll.catch(() => undefined);
    return poll;
  }

  async #pollNow(): Promise<number> {
    // Without its consumers everything would seem told.
    if (this.#isStopped) return 0;
    this.#isPolling = true;
    try {
      this.#prepared ??= this.#aside.prepare();
      await this.#prepared;
      return (await this.#findSetAside()) + (await this.#find());
    } catch (error) {
      this.#prepared = undefined;
      throw error;
    } finally {
      this.#isPolling = false;
      this.#toldMeanwhile.clear();
    }
  }

  async #find(): Promise<number> {
    let found = 0;
    // What is known already must not hide what is not.
    const limit = pollMax + this.#known.size;
    for (const collection of this.#options.collections) {
      const documents = await collection
        .find(untold, { projection: { outbox: 1, tenantId: 1 }, limit, ...localRead })
        .toArray();
      const items = documents.flatMap(({ _id: documentId, outbox }) =>
        outbox.map((event) => ({ collection, documentId, event, left: 0 })),
      );
      const untoldYet = items.filter(({ event }) => !this.#toldMeanwhile.has(event.id));
      const unknown = untoldYet.filter(({ event }) => !this.#known.has(event.id));
      const ids = new Set(unknown.map(({ documentId }) => documentId));
      const theirs = documents.filter(({ _id }) => ids.has(_id));
      // While that is confirmed, a change that was committed here may have been delivered.
      // mark: committed-events
      for (const item of await committedOf(collection, theirs, unknown))
        if (!this.#toldMeanwhile.has(item.event.id)) this.#enqueue(item);
      found += untoldYet.length;
    }
    return found;
  }

  async #findSetAside(): Promise<number> {
    this.#asideCount = await this.#aside.count();
    const [collection] = this.#options.collections;
    if (this.#asideCount === 0 || !collection) return 0;
    if (!this.#lanes.some((lane) => lane.hasRoom)) return 0;
    const due = await this.#aside.takeDue(Date.now(), pollMax);
    for (const { consumer, event, failures } of due) {
      const lane = this.#lanes.find((each) => each.consumer.name === consumer);
      const item = { collection, documentId: "", event, left: 1, asideFailures: failures };
      if (lane?.add(item) === false) this.#twice.add(asideId(event, consumer));
    }
    return due.length;
  }

  #schedule(found = 0): void {
    const { pollMs = 2_000, warn } = this.#options;
    const poll = async (): Promise<void> => {
      const more = await this.#poll().catch((error: unknown) => {
        warn(`outbox: ${String(error)}`);
        return 0;
      });
      if (!this.#isStopped) this.#schedule(more);
    };
    // A full page is followed by the next one: a crash may have left much.
    const afterMs = found < pollMax ? pollMs : Math.min(pollMs, 100);
    this.#timer = setTimeout(() => void poll(), afterMs).unref();
  }
}

const untold = { "outbox.id": { $exists: true } } as const;

/**
 * Of events that a poll has found those that no fail-over and no crash takes back. A poll sees writes
 * that nobody has acknowledged: what it told of one that is undone would be a change that never was.
 * So a write that changes nothing is acknowledged first, journaled and by a majority, and what is then
 * still there was there before it. An event of an isolated primary is not in the majority's state; one
 * that a crash before the journal has undone is in no later state.
 */
async function committedOf(
  collection: mongo.Collection<Telling>,
  found: readonly Telling[],
  items: readonly Item[],
): Promise<readonly Item[]> {
  if (items.length === 0) return [];
  // By tenant too: a sharded database then asks no shard in vain. What an operator does has none.
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

function asideId({ id }: OutboxEvent, consumer: string): string {
  return `${id} ${consumer}`;
}

/** A lost pull only repeats a delivery, so it need not wait for the journal. */
const unjournaled = { writeConcern: { w: 1, journal: false } } as const;

async function pull(collection: mongo.Collection<Telling>, items: Item[]): Promise<void> {
  const ids = [...new Set(items.map(({ documentId }) => documentId))];
  const tenantIds = [...new Set(items.map(({ event }) => event.fact.tenantId))];
  const told = { $pull: { outbox: { id: { $in: items.map(({ event }) => event.id) } } } };
  // By tenant too: a sharded database then asks no shard in vain.
  const { matchedCount } = await collection.updateMany(
    { _id: { $in: ids }, tenantId: { $in: tenantIds } },
    told,
    { ...unjournaled, hint: { _id: 1 } },
  );
  // What an operator does to a record is told of nobody's tenant.
  if (matchedCount < ids.length)
    await collection.updateMany({ _id: { $in: ids } }, told, unjournaled);
  const ended = items.filter(({ event }) => event.fact.after === null);
  if (ended.length > 0)
    await collection.deleteMany(
      { _id: { $in: ended.map((item) => item.documentId) }, live: false, outbox: { $size: 0 } },
      unjournaled,
    );
}
