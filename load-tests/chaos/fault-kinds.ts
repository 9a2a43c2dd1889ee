/** The faults of the database in a round, each at a moment and for a time that chance decides. */
import { setTimeout as pause } from "node:timers/promises";
import type { Leaving, ReplicaSet } from "@slipway/dev/replica-set";
import type { RandomSource } from "@slipway/simulation/random-source";

export const kindNames = [
  "step-down",
  "crash",
  "silence",
  "lag",
  "isolation",
  "isolation of bookings",
  "isolation of capacity",
  "two isolations",
  "errors",
  "write-concern errors",
  "drops",
  "clock",
] as const;

export type KindName = (typeof kindNames)[number];

/** The weights of the kinds: one that finds more comes more often. An isolation differs most from a single node. */
const weights: Readonly<Record<KindName, number>> = {
  "step-down": 2,
  crash: 1,
  silence: 1,
  lag: 1.5,
  isolation: 5,
  "isolation of bookings": 2,
  "isolation of capacity": 2,
  "two isolations": 2,
  errors: 1.5,
  "write-concern errors": 1.5,
  drops: 1.5,
  clock: 1,
};

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

export function drawKind(random: RandomSource): KindName {
  return random.pickOf(weights);
}

/** Lets it happen; says what it was when the database serves again. */
export async function happen(kind: KindName, setting: Setting): Promise<string> {
  const { set, random } = setting;
  const ms = Math.round(random.between(300, 6_000));
  switch (kind) {
    case "step-down":
      return left(set, { how: "step-down", ms: random.pick([300, 2_000]) });
    case "crash":
      return left(set, { how: "crash", ms: Math.round(random.between(500, 4_000)) });
    case "silence":
      return left(set, { how: "silence", ms: Math.round(random.between(2_000, 14_000)) });
    case "lag":
      return lag(setting);
    case "isolation":
      return isolated(setting, [undefined]);
    case "isolation of bookings":
      return isolated(setting, [bookings]);
    case "isolation of capacity":
      return isolated(setting, [capacity]);
    case "two isolations":
      return isolated(setting, [bookings, capacity]);
    case "errors":
      return some(setting, ms, "before or after");
    case "write-concern errors":
      return some(setting, ms, "write concern");
    case "drops":
      return some(setting, ms, "drop");
    case "clock":
      return clock(setting);
  }
}

async function left(set: ReplicaSet, leaving: Leaving): Promise<string> {
  await set.failOver(leaving);
  return `${leaving.how}, ${leaving.ms} ms without a primary`;
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

async function isolated(
  { set, random }: Setting,
  endings: readonly (string | undefined)[],
): Promise<string> {
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

/** Disturbs a share of all writes of a while. */
async function some(
  { set, random }: Setting,
  ms: number,
  what: "before or after" | "write concern" | "drop",
): Promise<string> {
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
  const failure =
    what === "drop"
      ? "connections dropped"
      : `${what === "write concern" ? "write-concern error" : "error"} ${code}`;
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
