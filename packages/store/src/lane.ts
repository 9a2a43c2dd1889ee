import { outcomeOf } from "@slipway/broker";
import type { mongo } from "mongoose";
import { databaseFailureOf } from "./database-error.ts";
import type { OutboxEvent } from "./outbox.ts";
import { type PacedLoop, pacedLoop } from "./paced-loop.ts";
import type { Telling } from "./relay.ts";

/** An event that a consumer has not taken, and why. */
export interface Untold {
  readonly id: string;
  readonly error: unknown;
}

/** Whoever must know what has been committed. */
export interface Consumer {
  /** In metrics, logs, and on what is set aside for it; stays what it is for ever. */
  readonly name: string;
  /** What it is told; absent: everything. */
  readonly wants?: (event: OutboxEvent) => boolean;
  /**
   * Resolves when the events are acknowledged, all but those it answers; rejects when none is.
   * Told more than once, an event changes nothing more.
   */
  readonly tell: (events: OutboxEvent[]) => Promise<readonly Untold[] | void>;
}

/** An event on its way to its consumers. */
export interface Item {
  readonly collection: mongo.Collection<Telling>;
  readonly documentId: string;
  readonly event: OutboxEvent;
  /** Consumers that have yet to take it. */
  left: number;
  /** It is told from where it was set aside, for one consumer, after so many failures. */
  readonly asideFailures?: number;
}

export interface Aside {
  readonly items: readonly Item[];
  readonly failures: number;
  readonly error: unknown;
  /** When it is told again by itself. */
  readonly afterMs: number;
}

export interface LaneOptions {
  readonly consumer: Consumer;
  readonly told: (items: readonly Item[]) => void;
  /** Resolves when the items are kept for later; rejects when they are not. */
  readonly setAside: (aside: Aside) => Promise<void>;
  readonly warn: (line: string) => void;
}

interface Held {
  readonly item: Item;
  failures: number;
  /** Milliseconds since the epoch. */
  notBefore: number;
}

export const batchMax = 250;
/** Of batches of a lane and of pulls: under load few large ones cost less than many small ones. */
export const pace = { everyMs: 40, gatherMs: 100 };
const retryMs = { first: 100, max: 5_000 };
/** With their pauses some seconds in which others pass. */
const failuresMax = 6;
/** Past so many an absent consumer's events wait in the database instead of in memory. */
const heldMax = 2_000;
const asideMs = 15 * 60_000;

/**
 * Tells one consumer what it wants, in batches, at its own speed. A consumer that is away is asked
 * again ever more seldom; an event that fails by itself is found by halving, lets others pass, and is
 * set aside after six failures.
 */
export class Lane {
  readonly consumer: Consumer;
  readonly loop: PacedLoop;
  readonly #options: LaneOptions;
  readonly #held = new Map<string, Held>();
  #batchMax = batchMax;
  #retryMs = retryMs.first;
  #isAway = false;
  /** Nothing that it holds is to be told yet. */
  #rests = false;

  constructor(options: LaneOptions) {
    this.consumer = options.consumer;
    this.#options = options;
    this.loop = pacedLoop({
      ...pace,
      hasWork: () => this.#held.size > 0,
      isFull: () => this.#held.size >= this.#batchMax,
      round: () => this.#round(),
    });
  }

  /** False: it is on its way already. */
  add(item: Item): boolean {
    const { id } = item.event;
    if (this.#held.has(id)) return false;
    this.#held.set(id, { item, failures: item.asideFailures ?? 0, notBefore: 0 });
    this.loop.wake();
    if (this.#rests) this.loop.nudge();
    return true;
  }

  wants(event: OutboxEvent): boolean {
    return this.consumer.wants?.(event) ?? true;
  }

  /** Whether what was set aside may be tried again. */
  get hasRoom(): boolean {
    return !this.#isAway && this.#held.size < heldMax / 2;
  }

  get size(): number {
    return this.#held.size;
  }

  get oldestAt(): number {
    let oldest = Infinity;
    for (const { item } of this.#held.values()) oldest = Math.min(oldest, item.event.at.getTime());
    return oldest;
  }

  async #round(): Promise<number> {
    const now = Date.now();
    const batch: Held[] = [];
    for (const held of this.#held.values()) {
      if (held.notBefore > now) continue;
      batch.push(held);
      if (batch.length === this.#batchMax) break;
    }
    this.#rests = batch.length === 0;
    if (this.#rests) return this.#untilNext(now);
    try {
      const untold = await this.consumer.tell(batch.map(({ item }) => item.event));
      await this.#taken(batch, untold ?? []);
      return 0;
    } catch (error) {
      return await this.#refused(batch, error);
    }
  }

  #untilNext(now: number): number {
    let next = Infinity;
    for (const { notBefore } of this.#held.values()) next = Math.min(next, notBefore);
    return Math.max(1, next - now);
  }

  async #taken(batch: readonly Held[], untold: readonly Untold[]): Promise<void> {
    this.#isAway = false;
    this.#retryMs = retryMs.first;
    this.#batchMax = Math.min(batchMax, this.#batchMax * 2);
    const errors = new Map(untold.map(({ id, error }) => [id, error]));
    const told = batch.filter(({ item }) => !errors.has(item.event.id));
    this.#leave(told);
    this.#options.told(told.map(({ item }) => item));
    for (const held of batch)
      if (errors.has(held.item.event.id)) await this.#failed(held, errors.get(held.item.event.id));
  }

  /** Answers how long to leave the consumer alone. */
  async #refused(batch: readonly Held[], error: unknown): Promise<number> {
    const isAway = isAbsence(error);
    const [only] = batch;
    // Which of them it is, halving finds; and what takes too long together may be quick by halves.
    if (outcomeOf(error) !== "unavailable") this.#batchMax = Math.ceil(batch.length / 2);
    if (!isAway && batch.length > 1) return 0;
    const pauseMs = this.#retryMs;
    this.#retryMs = Math.min(retryMs.max, this.#retryMs * 2);
    this.#options.warn(
      `outbox: ${this.consumer.name} has not taken ${batch.length}: ${String(error)}; again in ${pauseMs} ms`,
    );
    if (!isAway && only) await this.#failed(only, error);
    this.#isAway = isAway;
    if (isAway && this.#held.size > heldMax) await this.#makeRoom(error);
    return pauseMs;
  }

  /** One event has failed by itself: others pass it, and after too many failures it leaves. */
  async #failed(held: Held, error: unknown): Promise<void> {
    const { id } = held.item.event;
    held.failures++;
    held.notBefore = Date.now() + Math.min(retryMs.max, retryMs.first * 2 ** held.failures);
    // To the end of the queue.
    this.#held.delete(id);
    this.#held.set(id, held);
    const { failures, item } = held;
    const isAway = isAbsence(error);
    if (item.asideFailures === undefined && (isAway || failures < failuresMax)) return;
    const afterMs = isAway ? retryMs.max : asideMs;
    const isKept = await this.#setAside({ items: [item], failures, error, afterMs });
    if (isKept) this.#leave([held]);
  }

  async #makeRoom(error: unknown): Promise<void> {
    const oldest = [...this.#held.values().take(this.#held.size - heldMax / 2)];
    const items = oldest.map(({ item }) => item);
    const isKept = await this.#setAside({ items, failures: 0, error, afterMs: retryMs.max });
    if (isKept) this.#leave(oldest);
  }

  async #setAside(aside: Aside): Promise<boolean> {
    try {
      await this.#options.setAside(aside);
      return true;
    } catch (error) {
      // They stay where they are, in their documents too.
      this.#options.warn(`outbox: nothing is set aside: ${String(error)}`);
      return false;
    }
  }

  #leave(held: readonly Held[]): void {
    for (const { item } of held) this.#held.delete(item.event.id);
  }
}

/** Whether the consumer or its database is away, so that it is not the events' fault. */
function isAbsence(error: unknown): boolean {
  const outcome = outcomeOf(error);
  const isAway = outcome === "unavailable" || outcome === "unanswered";
  return isAway || databaseFailureOf(error) !== "fault";
}
