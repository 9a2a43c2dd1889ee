/**
 * `npm run chaos`: what was answered stays true, whatever goes wrong while it sells.
 * - `--rounds 20`: kills the server with SIGKILL at random moments, and sometimes the receiver of its webhooks. With
 *   `--cluster` a random process of a cluster each time, also the bus or the database.
 * - `--fail-over`: fails the database over, in all ways that a replica set does, while everything is done to bookings.
 * - `--pause`: stops each kind of process of a cluster for `--seconds` 60 and lets it go on.
 * - `--upgrade`: replaces a cluster of the last release (`--from REF`) by this one and back, while clients use it.
 * `--lean`: a cluster of few processes. `--seed N` repeats the moments, `--kind K` fails over in this way alone, or,
 * given more than once, in these ways in turn.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { RandomSource } from "@slipway/simulation/random-source";
import { type KindName, drawKind, happen, kindNames } from "./chaos/fault-kinds.ts";
import { runKills } from "./chaos/kills.ts";
import { kindsOf, pauseProcess } from "./chaos/pauses.ts";
import { runRounds } from "./chaos/rounds.ts";
import { openSite } from "./chaos/site.ts";
import { promptDelivery } from "./chaos/killed-receiver.ts";
import { runUpgrade } from "./chaos/upgrade.ts";

const { values } = parseArgs({
  options: {
    cluster: { type: "boolean", default: false },
    lean: { type: "boolean", default: false },
    "fail-over": { type: "boolean", default: false },
    pause: { type: "boolean", default: false },
    upgrade: { type: "boolean", default: false },
    from: { type: "string" },
    kind: { type: "string", multiple: true, default: [] },
    seconds: { type: "string", default: "60" },
    rounds: { type: "string" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
// Claims that no booking names are given back after this; short, so that a run is.
const confirmSeconds = 2;
const env = {
  CLAIM_CONFIRM_SECONDS: String(confirmSeconds),
  RATE_LIMIT_RPS: "0",
  ...promptDelivery,
};
const source = new RandomSource(Number(values.seed));
const label = `chaos-${values.seed}`;
const directory = await mkdtemp(join(tmpdir(), "slipway-chaos-"));
console.log(`seed ${values.seed}`);
try {
  if (values["fail-over"]) await failOvers(source);
  else if (values.pause) await pausesOfAll(source);
  else if (values.upgrade) await runUpgrade({ directory, isLean: values.lean, from: values.from });
  else await kills(source);
  await rm(directory, { recursive: true, force: true });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  const flags = process.argv
    .slice(2)
    .filter((flag, index, all) => flag !== "--seed" && all[index - 1] !== "--seed");
  console.error(
    `The data is kept in ${directory}; again: npm run chaos -- ${[...flags, "--seed", values.seed].join(" ")}`,
  );
  process.exitCode = 1;
}

function kills(drawn: RandomSource): Promise<void> {
  const random = (): number => drawn.next();
  const rounds = Number(values.rounds ?? 20);
  const { cluster: isCluster, lean: isLean } = values;
  return runKills({ directory, env, isCluster, isLean, rounds, label, random, confirmSeconds });
}

async function failOvers(drawn: RandomSource): Promise<void> {
  const inTurn = values.kind as KindName[];
  if (inTurn.some((kind) => !kindNames.includes(kind)))
    throw new Error(`--kind is one of: ${kindNames.join(", ")}`);
  const site = await openSite({ directory, env, isCluster: values.cluster, isLean: values.lean });
  try {
    const found = await runRounds({
      site,
      directory,
      random: drawn,
      label,
      rounds: Number(values.rounds ?? 20),
      happen: (round) =>
        happen(inTurn[(round - 1) % inTurn.length] ?? drawKind(drawn), {
          set: site.set,
          random: drawn,
        }),
    });
    conclude(found);
  } finally {
    await site.stop();
  }
}

async function pausesOfAll(drawn: RandomSource): Promise<void> {
  const site = await openSite({ directory, env, isCluster: true, isLean: values.lean });
  try {
    const each = kindsOf(site);
    const pauseOne = (name: string): Promise<string> =>
      pauseProcess(site, name, Number(values.seconds) * 1_000);
    const rounds = Number(values.rounds ?? each.length);
    conclude(
      await runRounds({
        site,
        directory,
        random: drawn,
        label,
        rounds,
        happen: (round) => pauseOne(each[(round - 1) % each.length] ?? ""),
      }),
    );
  } finally {
    await site.stop();
  }
}

function conclude(findings: readonly string[]): void {
  if (findings.length > 0) throw new Error(`${findings.length} findings`);
  console.log("nothing oversold, nothing answered lost, nothing delivered that is not stored");
}
