import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import type { RandomSource } from "./random-source.ts";
import type { Event, Scheduler } from "./scheduler.ts";

/** The timer that `setTimeout` returns in a run. */
class VirtualTimer {
  readonly #event: Event;

  constructor(event: Event) {
    this.#event = event;
  }

  cancel(): void {
    this.#event.isCancelled = true;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

const real = {
  now: Date.now,
  random: Math.random,
  randomUUID: crypto.randomUUID,
  setTimeout: globalThis.setTimeout,
  setImmediate: globalThis.setImmediate,
  clearTimeout: globalThis.clearTimeout,
  performanceNow: performance.now.bind(performance),
};

/** Real milliseconds, while the run has virtual ones. */
export function realMs(): number {
  return real.performanceNow();
}

/**
 * Replaces clocks, timers and randomness of this whole process: the code under test has the time of the
 * replica whose event happens, and its timers are events of that replica.
 */
export function virtualise(scheduler: Scheduler, random: RandomSource): void {
  const clock = (): number => Math.floor(scheduler.now + scheduler.current.skewMs);
  const post = (label: string, run: () => void, ms = 0): VirtualTimer => {
    const delay = Math.max(0, Number.isFinite(ms) ? ms : 0);
    return new VirtualTimer(scheduler.post(scheduler.current, label, run, delay));
  };
  replace({
    now: clock,
    random: () => random.next(),
    randomUUID: (() => random.uuid()) as typeof crypto.randomUUID,
    setTimeout: ((run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) =>
      post("timer", () => run(...given), Math.max(1, ms ?? 1))) as never,
    setImmediate: ((run: (...given: unknown[]) => void, ...given: unknown[]) =>
      post("immediate", () => run(...given))) as never,
    clearTimeout: (timer: unknown) => {
      if (timer instanceof VirtualTimer) timer.cancel();
    },
    performanceNow: clock,
  });
}

/** Restores the process's real clocks, timers and randomness. */
export function unvirtualise(): void {
  replace(real);
}

function replace(means: typeof real): void {
  Date.now = means.now;
  Math.random = means.random;
  crypto.randomUUID = means.randomUUID;
  syncBuiltinESMExports();
  globalThis.setTimeout = means.setTimeout;
  globalThis.setImmediate = means.setImmediate;
  globalThis.clearTimeout = means.clearTimeout;
  performance.now = means.performanceNow;
}
