import { outcomeOf } from "@slipway/broker";
import { type Span, eventSending, inSpan, isTracing, startSpan } from "@slipway/telemetry";
import { databaseFailureOf } from "../connection/database-error.ts";
import { BatchLoop } from "./batch-loop.ts";
import type { OutboxEvent } from "./outbox.ts";

/** An event that a consumer has not taken, and why. */
export interface Undelivered {
  readonly id: string;
  readonly error: unknown;
}

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

interface Queued extends Pick<PromiseWithResolvers<void>, "promise" | "resolve" | "reject"> {
  readonly event: OutboxEvent;
}

export const batchMax = 250;
/** The time between two deliveries, and between two pulls: under load few large batches cost less than many small ones. */
export const paceMs = 100;
const retryMs = { first: 100, max: 5_000 };
/** Beyond so many events the older half of an unavailable consumer's leaves the memory. */
const queuedMax = 10_000;

/** Why an event has left the queue of a relay that stops. */
export const stopped = new Error("the relay has stopped");

/**
 * Delivers events to one consumer, in batches, at its own speed. An unavailable consumer is tried ever more seldom. Halving
 * the batch finds an event that fails by itself; it leaves the queue, and the others go on.
 */
export class ConsumerQueue {
  readonly consumer: Consumer;
  readonly loop: BatchLoop;
  readonly #warn: (line: string) => void;
  readonly #queued = new Map<string, Queued>();
  #batchMax = batchMax;
  #retryMs = retryMs.first;
  #isAway = false;
  #isStopped = false;

  constructor(consumer: Consumer, warn: (line: string) => void) {
    this.consumer = consumer;
    this.#warn = warn;
    this.loop = new BatchLoop({
      everyMs: paceMs,
      hasWork: () => this.#queued.size > 0,
      isFull: () => this.#queued.size >= this.#batchMax,
      run: () => this.#deliverBatch(),
    });
  }

  /** Resolves when the consumer has taken the event. Rejects where it fails by itself, or is dropped from a full memory. */
  deliver(event: OutboxEvent): Promise<void> {
    const known = this.#queued.get(event.id);
    if (known) return known.promise;
    if (this.#isStopped) return Promise.reject(stopped);
    const outcome = Promise.withResolvers<void>();
    this.#queued.set(event.id, { ...outcome, event });
    this.loop.notify();
    return outcome.promise;
  }

  wants(event: OutboxEvent): boolean {
    return this.consumer.wants?.(event) ?? true;
  }

  /** Whether dead letters may be redelivered. */
  get hasRoom(): boolean {
    return !this.#isAway && this.size < queuedMax / 2;
  }

  get size(): number {
    return this.#queued.size;
  }

  get oldestAt(): number {
    return this.#queued
      .values()
      .reduce((oldest, { event }) => Math.min(oldest, event.at.getTime()), Infinity);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.loop.stop();
    this.#reject(this.#queued.size, stopped);
  }

  /** Answers how long to leave the consumer alone. */
  async #deliverBatch(): Promise<number> {
    const batch = [...this.#queued.values().take(this.#batchMax)];
    const events = batch.map(({ event }) => event);
    try {
      const undelivered = await deliver(this.consumer, events);
      this.#batchMax = Math.min(batchMax, this.#batchMax * 2);
      return this.#end(batch, new Map(undelivered?.map(({ id, error }) => [id, error])));
    } catch (error) {
      // A batch that takes too long may also be quick by halves.
      if (outcomeOf(error) !== "unavailable") this.#batchMax = Math.ceil(batch.length / 2);
      if (isAbsence(error)) return this.#leave(batch.length, error);
      return batch.length > 1 ? 0 : this.#end(batch, new Map([[events[0]?.id ?? "", error]]));
    }
  }

  #end(batch: readonly Queued[], errors: ReadonlyMap<string, unknown>): number {
    this.#isAway = false;
    let delayed = 0;
    for (const queued of batch) {
      const { id } = queued.event;
      const error = errors.get(id);
      this.#queued.delete(id);
      if (!errors.has(id)) queued.resolve();
      else if (!isAbsence(error)) queued.reject(error);
      else {
        // To the end of the queue: others pass it.
        this.#queued.set(id, queued);
        delayed++;
      }
    }
    if (delayed < batch.length) this.#retryMs = retryMs.first;
    return delayed > 0 ? this.#nextPause() : 0;
  }

  /** The events stay in their order. */
  #leave(count: number, error: unknown): number {
    this.#isAway = true;
    if (this.size > queuedMax) this.#reject(this.size - queuedMax / 2, error);
    const pauseMs = this.#nextPause();
    const { name } = this.consumer;
    const again = `again in ${pauseMs} ms`;
    this.#warn(`outbox: ${name} has not taken ${count}: ${String(error)}; ${again}`);
    return pauseMs;
  }

  #nextPause(): number {
    const pauseMs = this.#retryMs;
    this.#retryMs = Math.min(retryMs.max, pauseMs * 2);
    return pauseMs;
  }

  #reject(count: number, error: unknown): void {
    for (const { event, reject } of this.#queued.values().take(count)) {
      this.#queued.delete(event.id);
      reject(error);
    }
  }
}

/** Delivers a batch, with a span in each traced change's trace. Its calls are in the trace of the first. */
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
export function isAbsence(error: unknown): boolean {
  const outcome = outcomeOf(error);
  const isAway = outcome === "unavailable" || outcome === "unanswered";
  return isAway || databaseFailureOf(error) !== "fault";
}
