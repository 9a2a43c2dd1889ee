import type { BusWeather } from "./bus.ts";
import type { Chance } from "./chance.ts";
import type { Weather } from "./engine/engine.ts";

/** How often each command is sent, beside the others. */
const usual = {
  create: 12,
  hold: 16,
  expand: 4,
  duplicate: 5,
  confirm: 12,
  extend: 8,
  replace: 14,
  approve: 3,
  cancel: 12,
  reject: 5,
  resize: 4,
  require: 0.4,
  block: 0.7,
  rename: 0.3,
};

export type Kind = keyof typeof usual;

/** What kind of trouble one world has: drawn once, so that each has its own. */
export interface Plan {
  readonly trouble: Trouble;
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
  readonly weights: Readonly<Record<Kind, number>>;
  readonly weather: Weather;
  readonly busWeather: BusWeather;
  /** Per step. */
  readonly crashes: number;
  readonly freezes: number;
  readonly leaps: number;
}

/** Each makes another kind of race likely; the last has some of everything. */
type Trouble = "none" | "strays" | "outages" | "deaths" | "everything";

const severities: Readonly<Record<Trouble, Severity>> = {
  none: { outage: 0, slow: 0, stray: 0, death: 0 },
  strays: { outage: 0, slow: 0.25, stray: 0.6, death: 0 },
  outages: { outage: 0.03, slow: 0.15, stray: 0.4, death: 0 },
  deaths: { outage: 0, slow: 0.05, stray: 0.3, death: 0.005 },
  everything: { outage: 0.015, slow: 0.1, stray: 0.3, death: 0.002 },
};

interface Severity {
  /** Of each way in which an operation can fail. */
  outage: number;
  slow: number;
  stray: number;
  death: number;
}

/** What worlds are about: some commands come more often there. */
const focuses: readonly Partial<Record<Kind, number>>[] = [
  {},
  {},
  { replace: 4, extend: 3, confirm: 0.3, cancel: 0.5 },
  { resize: 8, expand: 2 },
  { hold: 2, confirm: 2, extend: 2, create: 0.5, replace: 0.3 },
  { approve: 4, reject: 3, duplicate: 3 },
];

export function drawPlan(chance: Chance): Plan {
  const trouble = chance.pickOf<Trouble>({
    none: 1,
    strays: 2,
    outages: 2,
    deaths: 2,
    everything: 3,
  });
  const { outage, slow, stray, death } = severities[trouble];
  const some = (most: number): number => most * chance.next();
  const replicas = trouble === "none" ? 1 : chance.pick([2, 2, 2, 3]);
  const isShared = chance.is(0.6);
  const skew = chance.pick([0, 0, 300, 3_000]);
  const focus = chance.pick(focuses);
  const weights = { ...usual };
  for (const [kind, times] of Object.entries(focus) as [Kind, number][]) weights[kind] *= times;
  return {
    trouble,
    replicas,
    isShared,
    skewsMs: Array.from({ length: isShared ? replicas : replicas * 2 }, () =>
      // Beyond the deadline of a request clocks that differ let nothing be done at all.
      Math.round(skew * (2 * chance.next() - 1)),
    ),
    settings: {
      HOLD_SWEEP_SECONDS: chance.pick(["1", "4"]),
      CLAIM_CONFIRM_SECONDS: chance.pick(["0.5", "3", "15", "60"]),
      CLAIM_SWEEP_SECONDS: chance.pick(["1", "5", "10"]),
    },
    clients: chance.from(3, 10),
    thinkMs: chance.pick([2, 10, 50]),
    weights,
    weather: {
      lost: some(outage),
      unanswered: some(outage),
      late: some(outage),
      slow: some(slow),
      torn: chance.pick([0, 0.3]),
    },
    busWeather: {
      lost: some(outage / 2),
      unanswered: some(outage / 2),
      slow: some(slow),
      stray: some(stray),
    },
    crashes: some(death),
    freezes: some(death),
    leaps: chance.pick([0.001, 0.003, 0.006]),
  };
}
