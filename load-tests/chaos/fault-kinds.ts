/** The faults of the database in a round, each at a moment and for a time that chance decides. */
import { setTimeout as pause } from "node:timers/promises";
import type { Leaving, ReplicaSet } from "@slipway/dev/replica-set";
import type { RandomSource } from "@slipway/simulation/random-source";

/** Databases are named by their services. */
const bookings = "-bookings";
const capacity = "-resources-capacity";
const codes = [10_107, 189, 91, 11_600, 11_602, 13_436, 262, 112, 6, 89, 50, 462, 16_500];
const writeConcernCodes = [64, 100, 91, 189, 11_602];
const writes = ["insert", "update", "delete", "findAndModify"];
const clockStepMsMax = 8_000;

export interface Setting {
  readonly set: ReplicaSet;
  readonly random: RandomSource;
}

interface FaultKind {
  /** One that finds more comes more often. An isolation differs most from a single node. */
  readonly weight: number;
  /** Lets it happen; says what it was when the database serves again. */
  readonly happen: (setting: Setting) => Promise<string>;
}

export const faultKinds: Readonly<Record<string, FaultKind>> = {
  "step-down": {
    weight: 2,
    happen: ({ set, random }) => left(set, { how: "step-down", ms: random.pick([300, 2_000]) }),
  },
  crash: {
    weight: 1,
    happen: ({ set, random }) => left(set, { how: "crash", ms: random.between(500, 4_000) }),
  },
  silence: {
    weight: 1,
    happen: ({ set, random }) => left(set, { how: "silence", ms: random.between(2_000, 14_000) }),
  },
  lag: { weight: 1.5, happen: lag },
  isolation: { weight: 5, happen: (setting) => isolated(setting, [undefined]) },
  "isolation of bookings": { weight: 2, happen: (setting) => isolated(setting, [bookings]) },
  "isolation of capacity": { weight: 2, happen: (setting) => isolated(setting, [capacity]) },
  "two isolations": { weight: 2, happen: (setting) => isolated(setting, [bookings, capacity]) },
  errors: { weight: 1.5, happen: (setting) => some(setting, "before or after") },
  "write-concern errors": { weight: 1.5, happen: (setting) => some(setting, "write concern") },
  drops: { weight: 1.5, happen: (setting) => some(setting, "drop") },
  clock: { weight: 1, happen: clock },
};

/** By its weight. */
export function drawKind(random: RandomSource): FaultKind {
  return random.pickRow(faultKinds);
}

async function left(set: ReplicaSet, leaving: Leaving): Promise<string> {
  const ms = Math.round(leaving.ms);
  await set.failOver({ ...leaving, ms });
  return `${leaving.how}, ${ms} ms without a primary`;
}

/** Now and then longer than a socket waits. */
async function lag({ set, random }: Setting): Promise<string> {
  const ms = Math.round(random.next() < 0.2 ? 14_000 : random.between(300, 6_000));
  const isolation = await set.isolate();
  await pause(ms);
  if (random.next() < 0.3) {
    await isolation.rollBack();
    return `lag of ${ms} ms, then rolled back`;
  }
  await isolation.heal();
  return `lag of ${ms} ms`;
}

async function isolated({ set, random }: Setting, endings: readonly (string | undefined)[]) {
  const ends = await Promise.all(
    endings.map(async (ending) => {
      const isolation = await set.isolate(ending);
      const ms = Math.round(random.between(500, 7_000));
      await pause(ms);
      const how = random.next() < 0.75 ? "step-down" : "crash";
      await isolation.rollBack({ how, ms: Math.round(random.between(300, 1_500)) });
      return `${ending ?? "all"} for ${ms} ms (${how})`;
    }),
  );
  return `isolated ${ends.join(" and ")}, rolled back`;
}

const failures = {
  "before or after": "error",
  "write concern": "write-concern error",
  drop: "connections dropped",
};

/** Disturbs a share of all writes of a while. */
async function some({ set, random }: Setting, what: keyof typeof failures): Promise<string> {
  const ms = Math.round(random.between(300, 6_000));
  const share = random.between(0.02, 0.3);
  const code = random.pick(what === "write concern" ? writeConcernCodes : codes);
  const when = what === "write concern" || random.next() < 0.5 ? "after" : "before";
  const effects = {
    "before or after": { error: code },
    "write concern": { writeConcernError: code },
    drop: "drop",
  } as const;
  const where = (): boolean => random.next() < share;
  const fault = set.inject({ commands: writes, where, when, effect: effects[what] });
  await pause(ms);
  fault.remove();
  const failure = what === "drop" ? failures.drop : `${failures[what]} ${code}`;
  return `${failure} ${when} applying ${fault.count()} writes in ${ms} ms`;
}

async function clock({ set, random }: Setting): Promise<string> {
  const stepMs = Math.round(random.between(-clockStepMsMax, clockStepMsMax));
  const elected = set.failOver({ how: "step-down", ms: 300 });
  set.shiftClock(stepMs);
  await elected;
  await pause(4_000);
  const back = set.failOver({ how: "step-down", ms: 300 });
  set.shiftClock(0);
  await back;
  return `step-down to a clock ${stepMs} ms ahead, and back`;
}
