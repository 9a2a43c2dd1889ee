import { Coverage } from "./coverage.ts";
import { failOverShare } from "./fail-overs.ts";
import { realMs, unvirtualise } from "./virtual-time.ts";
import { World } from "./world.ts";

/** Steps of one world: long enough for a hold to end and recovery to come, short enough to replay. */
const stepsOfWorld = 6_000;

/** One world of so many lasts until its days are archived. */
const worldsToArchive = 4;
const stepsOfArchive = 1_500;

export interface Outcome {
  readonly steps: number;
  readonly worlds: number;
  readonly seconds: number;
  /** The hash of all that happened: equal for equal seeds. */
  readonly hash: string;
  readonly coverage: Coverage;
  readonly failure?: Failure;
}

export interface Failure {
  readonly seed: number;
  readonly steps: number;
  readonly error: Error;
  readonly lines: readonly string[];
}

/** Runs worlds of consecutive seeds until all have taken so many steps, or one breaks. */
export async function simulate(
  seed: number,
  steps: number,
  failOvers = failOverShare,
): Promise<Outcome> {
  const startedAt = realMs();
  const coverage = new Coverage();
  let taken = 0;
  let worlds = 0;
  let hash = "";
  let failure: Failure | undefined;
  while (taken < steps && !failure) {
    const world = new World(seed + worlds++, coverage, failOvers);
    const onFault = (error: unknown): void => world.oracle.fault(error);
    process.on("unhandledRejection", onFault);
    try {
      await world.begin();
      await world.live(Math.min(stepsOfWorld, Math.max(1, steps - taken - world.scheduler.steps)));
      await world.rest();
      // Worlds of their own, so that the others stay as short as they were.
      if ((seed + worlds) % worldsToArchive === 0) await world.archive(stepsOfArchive);
    } catch (error) {
      const at = { seed: seed + worlds - 1, steps: world.scheduler.steps };
      failure = { ...at, error: error as Error, lines: world.lines };
    } finally {
      process.off("unhandledRejection", onFault);
      unvirtualise();
    }
    taken += world.scheduler.steps;
    hash = combined(hash, world.scheduler.hash);
  }
  const seconds = (realMs() - startedAt) / 1_000;
  return { steps: taken, worlds, seconds, hash, coverage, ...(failure ? { failure } : {}) };
}

function combined(...hashes: readonly string[]): string {
  let sum = 0;
  for (const hash of hashes) sum = Math.imul(sum, 31) + Number.parseInt(hash || "0", 16);
  return (sum >>> 0).toString(16).padStart(8, "0");
}
