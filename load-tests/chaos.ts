/**
 * `npm run chaos`: what was answered stays true, whatever goes wrong while it sells.
 * - `--rounds 20`: kills the server with SIGKILL at random moments, and sometimes the receiver of its webhooks. With
 *   `--cluster` a random process of a cluster each time, also the bus or the database.
 * - `--fail-over`: fails the database over, in all ways that a replica set does, while everything is done to bookings.
 * - `--pause`: stops each kind of process of a cluster for `--seconds` 60 and lets it go on.
 * - `--upgrade`: replaces a cluster of the last release (`--from REF`) by this one and back, while clients use it.
 * `--lean`: a cluster of few processes. `--seed N` repeats the moments, `--kind K` fails over in this way alone, or stops
 * this kind of process; given more than once, in turn.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { RandomSource } from "@slipway/simulation/random-source";
import { drawKind, faultKinds } from "./chaos/fault-kinds.ts";
import { kindsOf, killSomething, pauseProcess } from "./chaos/kills.ts";
import { type RoundsOptions, runRounds } from "./chaos/rounds.ts";
import * as sites from "./chaos/site.ts";
import { promptDelivery } from "./chaos/killed-receiver.ts";
import { namedRows } from "./named-rows.ts";
import { runUpgrade } from "./drills/upgrade.ts";

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
const env = {
  // Claims that no booking names are given back after this; short, so that a run is.
  CLAIM_CONFIRM_SECONDS: "2",
  RATE_LIMIT_RPS: "0",
  ...promptDelivery,
};
const source = new RandomSource(Number(values.seed));
const label = `chaos-${values.seed}`;
const directory = await mkdtemp(join(tmpdir(), "slipway-chaos-"));
const options = { directory, env, isLean: values.lean };
console.log(`seed ${values.seed}`);
try {
  if (values["fail-over"]) await failOvers();
  else if (values.pause) await pauses();
  else if (values.upgrade) await runUpgrade({ directory, isLean: values.lean, from: values.from });
  else await kills();
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

function kills(): Promise<void> {
  const opening: Promise<sites.OneCluster | sites.OneServer> = values.cluster
    ? sites.openCluster(options)
    : sites.openServer(options);
  return sites.held(opening, (target) =>
    roundsOn(target, {
      isResold: true,
      happen: (_, receiver) => killSomething({ target, receiver, random: source }),
    }),
  );
}

function failOvers(): Promise<void> {
  const inTurn = values.kind.flatMap((kind) => namedRows(faultKinds, [kind]));
  const opening: Promise<sites.OnReplicaSet> = values.cluster
    ? sites.openClusterSite(options)
    : sites.openServerSite(options);
  return sites.held(opening, (site) =>
    roundsOn(site, {
      happen: (round) => {
        const [, { happen } = drawKind(source)] = inTurn[(round - 1) % inTurn.length] ?? [];
        return happen({ set: site.set, random: source });
      },
    }),
  );
}

function pauses(): Promise<void> {
  return sites.held(sites.openClusterSite(options), (site) => {
    const each = namedRows(kindsOf(site), values.kind).map(([, name]) => name);
    const ms = Number(values.seconds) * 1_000;
    return roundsOn(site, {
      rounds: each.length,
      happen: (round) => pauseProcess(site, each[(round - 1) % each.length] ?? "", ms),
    });
  });
}

type Happening = Pick<RoundsOptions, "happen" | "isResold"> & {
  /** Unless `--rounds` says it. */
  readonly rounds?: number;
};

async function roundsOn(
  site: sites.Installation,
  { rounds = 20, ...happening }: Happening,
): Promise<void> {
  const all = { ...happening, rounds: Number(values.rounds ?? rounds) };
  const findings = await runRounds({ site, directory, random: source, label, ...all });
  if (findings.length > 0) throw new Error(`${findings.length} findings`);
  console.log("nothing oversold, nothing answered lost, nothing delivered that is not stored");
}
