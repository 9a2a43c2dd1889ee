/** Faults of the database servers and of clocks in a world. */
import type { RandomSource } from "./random-source.ts";
import type { Trouble } from "./engine/server.ts";

/**
 * How many of the worlds that know any trouble have fail-overs, databases and processes whose clocks
 * are off, and processes that sleep for a minute.
 */
export const failOverShare = 0.25;

export interface Databases {
  /** One server for both databases, or one for each. */
  readonly servers: number;
  /** One node each, without others. */
  readonly isAlone: boolean;
  /** Until a write is durable, milliseconds on average; 0: at once. */
  readonly lagMs: number;
  /** Troubles, per step. */
  readonly perStep: number;
  readonly kinds: Readonly<Record<Trouble["kind"], number>>;
  /** How far the clock of a new primary is off, at most, milliseconds. */
  readonly leadMs: number;
  /** The clock of one process, by slot, is so wrong that the process stops serving. */
  readonly wrongClock: { readonly slot: number; readonly byMs: number } | undefined;
}

const ofOneNode = { crash: 3, lag: 1, isolation: 0, stepDown: 0 };
const ofReplicaSets = { crash: 1, lag: 1, isolation: 3, stepDown: 1 };

const noTrouble: Databases = {
  servers: 1,
  isAlone: false,
  lagMs: 0,
  perStep: 0,
  kinds: ofReplicaSets,
  leadMs: 0,
  wrongClock: undefined,
};

/** @param share of worlds that have fail-overs. */
export function drawDatabases(
  random: RandomSource,
  { share, slots }: { share: number; slots: number },
): Databases {
  if (!random.is(share)) return noTrouble;
  const isAlone = random.is(0.3);
  const byMs = random.pick([-1, 1]) * random.from(3_000, 600_000);
  return {
    servers: random.is(0.6) ? 2 : 1,
    isAlone,
    lagMs: random.pick([1, 5, 30, 300]),
    perStep: random.pick([0.001, 0.003, 0.01]),
    kinds: isAlone ? ofOneNode : ofReplicaSets,
    leadMs: random.pick([0, 0, 1_500, 6_000]),
    // Where others serve.
    wrongClock: slots > 2 && random.is(0.3) ? { slot: random.below(slots), byMs } : undefined,
  };
}

/** Draws the next trouble of a server. */
export function drawTrouble(random: RandomSource, { kinds, leadMs }: Databases): Trouble {
  return {
    kind: random.pickOf<Trouble["kind"]>(kinds),
    stallMs: Math.ceil(random.around(random.pick([300, 3_000, 6_000, 14_000]))),
    gapMs: Math.ceil(random.around(random.pick([5, 300, 3_000]))),
    leadMs: Math.round(leadMs * (2 * random.next() - 1)),
  };
}
