/**
 * `npm run cluster`: a cluster on this machine, as one that runs on several does; Ctrl-C ends all of it.
 * `-- --rolling-restart`: behind a balancer, every process is restarted in turn, round after round.
 */
import { parseArgs } from "node:util";
import { readConfig } from "@slipway/server/config";
import { listenForCommands } from "@slipway/server/command-listener";
import { CannotStart } from "@slipway/server/cannot-start";
import { openDataDirectory } from "@slipway/server/data-directory";
import { credentialsFile } from "@slipway/server/first-start";
import { say, saying, secondsSince } from "@slipway/server/say";
import { type LocalCluster, startLocalCluster } from "./local-cluster.ts";

const startedAt = performance.now();
process.umask(0o077);
const stops: (() => Promise<void>)[] = [];
const ending = new AbortController();
let stopping: Promise<void> | undefined;
for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.on(signal, () => {
    if (stopping) process.exit(1);
    say(`${signal}: ending every process; once more leaves at once.`);
    ending.abort();
    stopping = stop(0);
  });

try {
  const options = { "rolling-restart": { type: "boolean", default: false } } as const;
  const { "rolling-restart": isRolling } = parseArgs({ options }).values;
  const cluster = await start(isRolling);
  if (isRolling) await restartRoundAfterRound(cluster);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  if (!stopping) await stop(1);
}

async function start(isBalanced: boolean): Promise<LocalCluster> {
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
      balanced: isBalanced,
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

/** Stops the parts in the reverse order of their starts. */
async function stop(code: number): Promise<void> {
  for (const each of stops.splice(0).toReversed())
    await each().catch((error: unknown) => say(`Not ended cleanly: ${String(error)}`));
  say("The cluster has ended.");
  process.exit(code);
}
