import type { BusWeather } from "./bus.ts";
import type { Chance } from "./chance.ts";
import type { Weather } from "./engine/engine.ts";

/** What kind of trouble one world has: drawn once, so that each has its own. */
export interface Plan {
  readonly replicas: number;
  /** Whether bookings and resources-capacity share processes. */
  readonly isShared: boolean;
  /** By slot: clocks' lead, milliseconds. */
  readonly skewsMs: readonly number[];
  readonly settings: Readonly<Record<string, string>>;
  /** Clients that send one command after another. */
  readonly clients: number;
  /** Milliseconds between a client's commands, on average. */
  readonly thinkMs: number;
  readonly weather: Weather;
  readonly busWeather: BusWeather;
  /** Per step. */
  readonly crashes: number;
  readonly freezes: number;
  readonly leaps: number;
}

export function drawPlan(chance: Chance): Plan {
  const replicas = chance.pick([1, 2, 2, 2, 3]);
  const isShared = chance.is(0.6);
  const slots = isShared ? replicas : replicas * 2;
  // Beyond the deadline of a request clocks that differ let nothing be done at all.
  const skew = chance.pick([0, 0, 300, 3_000]);
  // Half of the worlds have one kind of trouble alone, which goes deeper.
  const troubles = chance.pick([0, 0.3, 1, 1, 3]);
  const some = (probability: number): number =>
    chance.is(0.6) ? probability * troubles * chance.next() : 0;
  return {
    replicas,
    isShared,
    skewsMs: Array.from({ length: slots }, () => Math.round(skew * (2 * chance.next() - 1))),
    settings: {
      HOLD_SWEEP_SECONDS: chance.pick(["0.5", "2", "4"]),
      CLAIM_CONFIRM_SECONDS: chance.pick(["0.5", "3", "15"]),
      CLAIM_SWEEP_SECONDS: chance.pick(["1", "3"]),
    },
    clients: chance.from(2, 8),
    thinkMs: chance.pick([5, 30, 200]),
    weather: {
      lost: some(0.02),
      unanswered: some(0.02),
      late: some(0.02),
      slow: some(0.05),
      torn: some(0.3),
    },
    busWeather: {
      lost: some(0.01),
      unanswered: some(0.01),
      slow: some(0.05),
      stray: some(0.3),
    },
    crashes: some(0.004),
    freezes: some(0.004),
    leaps: chance.pick([0.0005, 0.002, 0.006]),
  };
}
