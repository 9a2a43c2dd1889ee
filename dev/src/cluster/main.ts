/**
 * `npm run cluster`: a cluster on this machine, as one that runs on several does; Ctrl-C ends all of it.
 * `-- --rolling-restart`: behind a balancer, every process is restarted in turn, round after round.
 * `-- --upgrade-all`: behind a balancer, every process is replaced at once, as by `helm upgrade`, while clients
 * use it and a processor is kept busy; `--rounds N` times. Exit code 1: a request failed, or something is lost.
 */
import { parseArgs } from "node:util";
import { readConfig } from "@slipway/server/config";
import { listenForCommands } from "@slipway/server/command-listener";
import { CannotStart } from "@slipway/server/cannot-start";
import { openDataDirectory } from "@slipway/server/data-directory";
import { credentialsFile } from "@slipway/server/first-start";
import { say, saying, secondsSince } from "@slipway/server/say";
import { apiKeyOf } from "../server-process.ts";
import { type LocalCluster, startLocalCluster } from "./local-cluster.ts";
import { tryUpgrades } from "./upgrade/trial.ts";

const startedAt = performance.now();
process.umask(0o077);
const { isRolling, upgrades, mistake } = readFlags();
const stops: (() => Promise<void>)[] = [];
const ending = new AbortController();
let stopping: Promise<void> | undefined;
for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.on(signal, () => {
    if (stopping) process.exit(1);
    say(`${signal}: ending every process; once more leaves at once.`);
    ending.abort();
    // A trial that does not come to its end has shown nothing.
    stopping = stop(upgrades > 0 ? 1 : 0);
  });

try {
  if (mistake !== undefined) throw new CannotStart(mistake);
  const cluster = await start();
  if (isRolling) await restartRoundAfterRound(cluster);
  if (upgrades > 0) await upgradeAndEnd(cluster);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  if (!stopping) await stop(1);
}

interface Flags {
  isRolling: boolean;
  /** How many; none: 0. */
  upgrades: number;
  mistake?: string;
}

function readFlags(): Flags {
  const options = {
    "rolling-restart": { type: "boolean", default: false },
    "upgrade-all": { type: "boolean", default: false },
    rounds: { type: "string", default: "1" },
  } as const;
  try {
    const { values } = parseArgs({ options });
    const { "rolling-restart": isRestart, "upgrade-all": isUpgrade, rounds } = values;
    if ((isRestart && isUpgrade) || !/^[1-9]\d{0,2}$/.test(rounds)) throw new Error("no such run");
    return { isRolling: isRestart, upgrades: isUpgrade ? Number(rounds) : 0 };
  } catch {
    const known =
      "npm run cluster knows -- --rolling-restart, and -- --upgrade-all with --rounds N, 1 to 999.";
    return { isRolling: false, upgrades: 0, mistake: known };
  }
}

async function start(): Promise<LocalCluster> {
  const config = readConfig();
  if (config.node)
    throw new CannotStart("A local cluster has its own nats-server: unset NATS_URL.");
  const directory = await openDataDirectory(config.directory);
  stops.push(() => directory.release());
  const { mongodbUri, databasePrefix, host, port } = config;
  const cluster = await saying(
    "Starting nats-server, the database, two replicas of each service and two gateways",
    startLocalCluster({
      directory: config.directory,
      mongodbUri,
      databasePrefix,
      host,
      port,
      balanced: isRolling || upgrades > 0,
      print,
    }),
  );
  stops.push(() => cluster.stop());
  const listener = await listenForCommands(config.directory, cluster.broker);
  stops.push(() => listener.stop());
  await cluster.makeFirstTenant();
  present(cluster, config.directory);
  return cluster;
}

/** Until the cluster is ended. A round that fails ends it. */
async function restartRoundAfterRound(cluster: LocalCluster): Promise<void> {
  for (let round = 1; !ending.signal.aborted; round++) {
    const begunAt = performance.now();
    await cluster.rollingRestart(ending.signal);
    if (ending.signal.aborted) return;
    say(`Round ${round}: every process has been restarted, in ${secondsSince(begunAt)} s.`);
  }
}

/** The cluster ends with it. */
async function upgradeAndEnd(cluster: LocalCluster): Promise<void> {
  const key = await apiKeyOf(readConfig().directory);
  const rounds = Array.from({ length: upgrades }, (_, index) => ({
    named: `${index + 1} of ${upgrades}`,
  }));
  const isGood = await tryUpgrades({ cluster, key, upgrades: rounds, hasBusyNeighbour: true });
  if (!stopping) await stop(isGood ? 0 : 1);
}

function present(cluster: LocalCluster, directory: string): void {
  const { urls, balancerUrl, natsUrl, names } = cluster;
  say("");
  say(`The cluster is ready after ${secondsSince(startedAt)} s: ${names.length} processes.`);
  if (balancerUrl !== undefined) say(`  balancer     ${balancerUrl}`);
  for (const url of urls) say(`  gateway      ${url}`);
  say(`  credentials  ${credentialsFile(directory)}`);
  say(`  NATS_URL     ${natsUrl}`);
  say("The command line (npm run slipway) finds it by its directory or by NATS_URL.");
  say(
    "Ctrl-C ends all of it; a process that is killed is started again. What follows is their log.",
  );
  say("");
}

function print(name: string, line: string): void {
  process.stdout.write(`${name.padEnd(20)} ${line}\n`);
}

/** What was started last ends first. */
async function stop(code: number): Promise<void> {
  for (const each of stops.splice(0).toReversed())
    await each().catch((error: unknown) => say(`Not ended cleanly: ${String(error)}`));
  say("The cluster has ended.");
  process.exit(code);
}
