import type { BusWeather } from "./bus.ts";
import type { Chance } from "./chance.ts";
import type { Weather } from "./engine/engine.ts";
import { type Departure, departures, resources } from "./universe.ts";

/** How often each command is sent, beside the others. */
const usual = {
  create: 12,
  hold: 14,
  expand: 6,
  duplicate: 7,
  confirm: 14,
  extend: 6,
  replace: 10,
  approve: 13,
  cancel: 10,
  reject: 8,
  resize: 5,
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
  /** Departures that half of all wish for, and the resource that most resizes are about. */
  readonly favourites: readonly Departure[];
  readonly resized: string;
  readonly weather: Weather;
  readonly busWeather: BusWeather;
  /** Per write: whoever has written dies before he learns of it, mostly where nobody did before. */
  readonly deaths: number;
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
  deaths: { outage: 0, slow: 0.05, stray: 0.3, death: 0.006 },
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
const focuses = {
  all: {},
  moves: { replace: 4, extend: 3, confirm: 0.3, cancel: 0.5 },
  resizes: { resize: 8, expand: 2 },
  holds: { hold: 2, confirm: 2, extend: 2, create: 0.5, replace: 0.3 },
  ends: { create: 2, approve: 3, reject: 3, cancel: 2, duplicate: 3 },
} satisfies Record<string, Partial<Record<Kind, number>>>;

/** Where ends are about, bookings have to be approved first. */
function favouritesOf(chance: Chance, about: keyof typeof focuses): Departure[] {
  const slow = departures.filter(({ option }) => option.needsApproval);
  const among = about === "ends" ? slow : departures;
  return [chance.pick(among), chance.pick(among)];
}

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
  const skew = chance.pick([0, 300, 3_000, 3_000]);
  const about = chance.pick(["all", "all", "moves", "moves", "resizes", "holds", "ends"] as const);
  const weights = { ...usual };
  for (const [kind, times] of Object.entries(focuses[about]) as [Kind, number][])
    weights[kind] *= times;
  return {
    trouble,
    replicas,
    isShared,
    skewsMs: Array.from({ length: isShared ? replicas : replicas * 2 }, () =>
      // Beyond the deadline of a request clocks that differ let nothing be done at all.
      Math.round(skew * chance.pick([-1, 1, 2 * chance.next() - 1])),
    ),
    settings: {
      HOLD_SWEEP_SECONDS: chance.pick(["1", "4"]),
      // What is left of a move that did not end well is a choice until recovery comes.
      CLAIM_CONFIRM_SECONDS: chance.pick(
        about === "moves" ? ["0.5", "60", "60"] : ["0.5", "3", "15"],
      ),
      CLAIM_SWEEP_SECONDS: chance.pick(["1", "5", "10"]),
    },
    clients: chance.from(3, 10),
    thinkMs: chance.pick([2, 10, 50]),
    weights,
    favourites: favouritesOf(chance, about),
    resized: chance.pick(resources).name,
    weather: {
      lost: some(outage),
      unanswered: some(outage),
      late: some(outage * 2),
      slow: some(slow),
      // A resize that takes seconds finds that others have taken it for dead.
      slowMs: chance.pick(about === "resizes" ? [100, 2_000] : [30, 100, 1_500]),
      torn: chance.pick([0, 0.3]),
    },
    busWeather: {
      lost: some(outage / 2),
      unanswered: some(outage / 2),
      slow: some(slow),
      stray: some(stray),
    },
    deaths: some(death * 60),
    crashes: some(death / 3),
    freezes: some(death),
    leaps: chance.pick([0.001, 0.003, 0.006]),
  };
}
