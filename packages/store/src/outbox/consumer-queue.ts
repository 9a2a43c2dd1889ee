import { outcomeOf } from "@slipway/broker";
import type { mongo } from "mongoose";
import { type Batcher, createBatcher } from "./batcher.ts";
import { databaseFailureOf } from "../connection/database-error.ts";
import type { OutboxDocument, OutboxEvent } from "./outbox.ts";
import { type Span, eventSending, inSpan, isTracing, startSpan } from "@slipway/telemetry";

/** An event that a consumer has not taken, and why. */
export interface Undelivered {
  readonly id: string;
  readonly error: unknown;
}

/** A receiver of committed events. */
export interface Consumer {
  /** Its name in metrics, logs and dead letters. It never changes. */
  readonly name: string;
  /** Which events it receives; absent: every one. */
  wants?(event: OutboxEvent): boolean;
  /**
   * Resolves when the events are acknowledged, except those that it answers; rejects when none is.
   * A repeated event changes nothing more.
   */
  deliver(events: OutboxEvent[]): Promise<readonly Undelivered[] | void>;
}

/** An event on its way to its consumers. */
export interface Item {
  readonly collection: mongo.Collection<OutboxDocument>;
  readonly documentId: string;
  readonly event: OutboxEvent;
  /** Consumers that have yet to take it. */
  pending: number;
  /** Present on an event that is redelivered from a dead letter: its failures so far. */
  readonly deadLetterFailures?: number;
}

/** Events that leave the queue as dead letters. */
export interface Rejected {
  readonly items: readonly Item[];
  readonly failures: number;
  readonly error: unknown;
  /** When they are redelivered. */
  readonly afterMs: number;
}

interface ConsumerQueueOptions {
  readonly consumer: Consumer;
  readonly delivered: (items: readonly Item[]) => void;
  /** Resolves when the items are kept as dead letters; rejects when they are not. */
  readonly keepDeadLetters: (rejected: Rejected) => Promise<void>;
  readonly warn: (line: string) => void;
}

interface Queued {
  readonly item: Item;
  failures: number;
  /** Milliseconds since the epoch. */
  notBefore: number;
}

export const batchMax = 250;
/** The pace of deliveries and of pulls: under load few large batches cost less than many small ones. */
export const pace = { everyMs: 40, gatherMs: 100 };
const retryMs = { first: 100, max: 5_000 };
/** With their pauses these take some seconds, in which other events pass. */
const failuresMax = 6;
/** Above this limit, events for an unavailable consumer are dropped from memory and re-read from the database. */
const queuedMax = 2_000;
const redeliverMs = 15 * 60_000;

/**
 * Delivers events to one consumer, in batches, at its own speed. An unavailable consumer is tried ever
 * more seldom. Halving the batch finds an event that fails by itself. Other events pass it, and after
 * six failures it becomes a dead letter.
 */
export class ConsumerQueue {
  readonly consumer: Consumer;
  readonly batcher: Batcher;
  readonly #options: ConsumerQueueOptions;
  readonly #queued = new Map<string, Queued>();
  #batchMax = batchMax;
  #retryMs = retryMs.first;
  #isAway = false;
  /** Whether every queued event waits for its next attempt. */
  #isWaiting = false;

  constructor(options: ConsumerQueueOptions) {
    this.consumer = options.consumer;
    this.#options = options;
    this.batcher = createBatcher({
      ...pace,
      hasWork: () => this.#queued.size > 0,
      isFull: () => this.#queued.size >= this.#batchMax,
      run: () => this.#deliverBatch(),
    });
  }

  /** False: the event is queued already. */
  add(item: Item): boolean {
    const { id } = item.event;
    if (this.#queued.has(id)) return false;
    this.#queued.set(id, { item, failures: item.deadLetterFailures ?? 0, notBefore: 0 });
    this.batcher.notify();
    if (this.#isWaiting) this.batcher.wake();
    return true;
  }

  wants(event: OutboxEvent): boolean {
    return this.consumer.wants?.(event) ?? true;
  }

  /** Whether dead letters may be redelivered. */
  get hasRoom(): boolean {
    return !this.#isAway && this.#queued.size < queuedMax / 2;
  }

  get size(): number {
    return this.#queued.size;
  }

  get oldestAt(): number {
    let oldest = Infinity;
    for (const { item } of this.#queued.values())
      oldest = Math.min(oldest, item.event.at.getTime());
    return oldest;
  }

  async #deliverBatch(): Promise<number> {
    const now = Date.now();
    const batch: Queued[] = [];
    for (const queued of this.#queued.values()) {
      if (queued.notBefore > now) continue;
      batch.push(queued);
      if (batch.length === this.#batchMax) break;
    }
    this.#isWaiting = batch.length === 0;
    if (this.#isWaiting) return this.#untilNext(now);
    try {
      const undelivered = await deliver(
        this.consumer,
        batch.map(({ item }) => item.event),
      );
      await this.#acknowledged(batch, undelivered ?? []);
      return 0;
    } catch (error) {
      return await this.#refused(batch, error);
    }
  }

  #untilNext(now: number): number {
    let next = Infinity;
    for (const { notBefore } of this.#queued.values()) next = Math.min(next, notBefore);
    return Math.max(1, next - now);
  }

  async #acknowledged(
    batch: readonly Queued[],
    undelivered: readonly Undelivered[],
  ): Promise<void> {
    this.#isAway = false;
    this.#retryMs = retryMs.first;
    this.#batchMax = Math.min(batchMax, this.#batchMax * 2);
    const errors = new Map(undelivered.map(({ id, error }) => [id, error]));
    const delivered = batch.filter(({ item }) => !errors.has(item.event.id));
    this.#remove(delivered);
    this.#options.delivered(delivered.map(({ item }) => item));
    for (const queued of batch)
      if (errors.has(queued.item.event.id))
        await this.#failed(queued, errors.get(queued.item.event.id));
  }

  /** Answers how long to leave the consumer alone. */
  async #refused(batch: readonly Queued[], error: unknown): Promise<number> {
    const isAway = isAbsence(error);
    const [only] = batch;
    // Halving finds the event that fails. A batch that takes too long may also be quick by halves.
    if (outcomeOf(error) !== "unavailable") this.#batchMax = Math.ceil(batch.length / 2);
    if (!isAway && batch.length > 1) return 0;
    const pauseMs = this.#retryMs;
    this.#retryMs = Math.min(retryMs.max, this.#retryMs * 2);
    this.#options.warn(
      `outbox: ${this.consumer.name} has not taken ${batch.length}: ${String(error)}; again in ${pauseMs} ms`,
    );
    if (!isAway && only) await this.#failed(only, error);
    this.#isAway = isAway;
    if (isAway && this.#queued.size > queuedMax) await this.#makeRoom(error);
    return pauseMs;
  }

  /** One event has failed by itself: others pass it, and after too many failures it leaves the queue. */
  async #failed(queued: Queued, error: unknown): Promise<void> {
    const { id } = queued.item.event;
    queued.failures++;
    queued.notBefore = Date.now() + Math.min(retryMs.max, retryMs.first * 2 ** queued.failures);
    // To the end of the queue.
    this.#queued.delete(id);
    this.#queued.set(id, queued);
    const { failures, item } = queued;
    const isAway = isAbsence(error);
    if (item.deadLetterFailures === undefined && (isAway || failures < failuresMax)) return;
    const afterMs = isAway ? retryMs.max : redeliverMs;
    const isKept = await this.#keepDeadLetters({ items: [item], failures, error, afterMs });
    if (isKept) this.#remove([queued]);
  }

  async #makeRoom(error: unknown): Promise<void> {
    const oldest = [...this.#queued.values().take(this.#queued.size - queuedMax / 2)];
    const items = oldest.map(({ item }) => item);
    const rejected = { items, failures: 0, error, afterMs: retryMs.max };
    if (await this.#keepDeadLetters(rejected)) this.#remove(oldest);
  }

  async #keepDeadLetters(rejected: Rejected): Promise<boolean> {
    try {
      await this.#options.keepDeadLetters(rejected);
      return true;
    } catch (error) {
      // The events stay in the queue, and in their documents too.
      this.#options.warn(`outbox: no dead letter is kept: ${String(error)}`);
      return false;
    }
  }

  #remove(queued: readonly Queued[]): void {
    for (const { item } of queued) this.#queued.delete(item.event.id);
  }
}

/**
 * Delivers a batch, with a span in the trace of each change that is traced. The calls of the delivery are shown in the
 * trace of the first: a batch is one call.
 */
async function deliver(
  consumer: Consumer,
  events: OutboxEvent[],
): Promise<readonly Undelivered[] | void> {
  if (!isTracing()) return consumer.deliver(events);
  const spans = sendings(consumer.name, events);
  const end = (error?: string): void => {
    for (const span of spans) span.end(error);
  };
  try {
    const undelivered = await inSpan(spans[0], () => consumer.deliver(events));
    end();
    return undelivered;
  } catch (error) {
    end(outcomeOf(error));
    throw error;
  }
}

function sendings(consumer: string, events: readonly OutboxEvent[]): Span[] {
  const batchCount = events.length;
  return events.flatMap(({ id, traceparent }) => {
    if (traceparent === undefined) return [];
    return startSpan(() => eventSending(consumer, { id, batchCount }), traceparent) ?? [];
  });
}

/** Whether the consumer or its database is unavailable, so that the events are not at fault. */
function isAbsence(error: unknown): boolean {
  const outcome = outcomeOf(error);
  const isAway = outcome === "unavailable" || outcome === "unanswered";
  return isAway || databaseFailureOf(error) !== "fault";
}
