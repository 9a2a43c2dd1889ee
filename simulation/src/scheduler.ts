import type { RandomSource } from "./random-source.ts";

/** A process that may freeze or crash: a replica, the engine, a client. */
export interface Process {
  readonly name: string;
  isAlive: boolean;
  /** Its clock's lead over the true time, milliseconds. */
  readonly skewMs: number;
  /** It runs nothing before this instant. */
  frozenUntil: number;
}

/** One thing that can happen next; what it causes at once happens with it. */
export interface Event {
  at: number;
  /** Among those of one instant. */
  order: number;
  readonly process: Process;
  readonly label: string;
  readonly run: () => void;
  isCancelled: boolean;
}

/** Taken before a run replaces it: it comes when all promises have gone on as far as they can. */
const realImmediate = setImmediate;

/**
 * The pending events of a run. It draws the next one at random, one at a time. Time stands still while
 * an event can happen, and then leaps to the next instant.
 */
export class Scheduler {
  now: number;
  steps = 0;
  /** The process whose event happens. */
  current: Process;
  readonly #random: RandomSource;
  readonly #ready: Event[] = [];
  readonly #later = new Timeline();
  #hash = 0;

  constructor(random: RandomSource, now: number, fakes: Process) {
    this.#random = random;
    this.now = now;
    this.current = fakes;
  }

  /** The events so far, as a number: equal runs have equal ones. */
  get hash(): string {
    return (this.#hash >>> 0).toString(16).padStart(8, "0");
  }

  post(process: Process, label: string, run: () => void, delayMs = 0): Event {
    const at = this.now + delayMs;
    const event = { at, order: 0, process, label, run, isCancelled: false };
    if (delayMs > 0) this.#later.push(event);
    else this.#ready.push(event);
    return event;
  }

  /** Lets one event happen, with all that follows from it at once; false: none is left. */
  async step(): Promise<boolean> {
    const event = this.#next();
    if (!event) return false;
    this.steps++;
    this.note(event.process.name);
    this.note(event.label);
    this.current = event.process;
    event.run();
    await new Promise<void>((resume) => realImmediate(resume));
    return true;
  }

  /** Adds a text to the hash of the run. */
  note(text: string): void {
    let hash = this.#hash;
    for (let index = 0; index < text.length; index++)
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    this.#hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  }

  #next(): Event | undefined {
    for (;;) {
      this.#takeDue();
      const event = this.#draw();
      if (event && this.#mayRun(event)) return event;
      if (event) continue;
      const next = this.#later.first();
      if (!next) return undefined;
      this.now = Math.max(this.now, next.at);
    }
  }

  #takeDue(): void {
    for (let next = this.#later.first(); next && next.at <= this.now; next = this.#later.first()) {
      this.#later.pop();
      if (!next.isCancelled) this.#ready.push(next);
    }
  }

  #draw(): Event | undefined {
    if (this.#ready.length === 0) return undefined;
    const index = this.#random.below(this.#ready.length);
    const event = this.#ready[index];
    const last = this.#ready.pop();
    if (last && index < this.#ready.length) this.#ready[index] = last;
    return event;
  }

  #mayRun(event: Event): boolean {
    const { process } = event;
    if (event.isCancelled || !process.isAlive) return false;
    if (process.frozenUntil <= this.now) return true;
    event.at = process.frozenUntil;
    this.#later.push(event);
    return false;
  }
}

/** Events by the instant they are due, those of one instant in the order they came: a binary heap. */
class Timeline {
  readonly #heap: Event[] = [];
  #orders = 0;

  first(): Event | undefined {
    while (this.#heap[0]?.isCancelled) this.pop();
    return this.#heap[0];
  }

  push(event: Event): void {
    const heap = this.#heap;
    event.order = this.#orders++;
    heap.push(event);
    for (let child = heap.length - 1; child > 0; ) {
      const parent = (child - 1) >> 1;
      if (!this.#isBefore(child, parent)) break;
      this.#swap(child, parent);
      child = parent;
    }
  }

  pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    heap[0] = last;
    for (let parent = 0; ; ) {
      const left = 2 * parent + 1;
      let least = parent;
      if (left < heap.length && this.#isBefore(left, least)) least = left;
      if (left + 1 < heap.length && this.#isBefore(left + 1, least)) least = left + 1;
      if (least === parent) return;
      this.#swap(least, parent);
      parent = least;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const [one, other] = [this.#heap[a], this.#heap[b]];
    if (!one || !other) return false;
    return one.at < other.at || (one.at === other.at && one.order < other.order);
  }

  #swap(a: number, b: number): void {
    const [one, other] = [this.#heap[a], this.#heap[b]];
    if (one && other) [this.#heap[a], this.#heap[b]] = [other, one];
  }
}
