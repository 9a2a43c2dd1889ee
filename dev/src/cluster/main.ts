/** `npm run cluster`: a cluster on this machine, as one that runs on several does; Ctrl-C ends all of it. */
import type { Settings } from "@slipway/broker";
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
let stopping: Promise<void> | undefined;
for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.on(signal, () => {
    if (stopping) process.exit(1);
    say(`${signal}: ending every process; once more leaves at once.`);
    stopping = stop(0);
  });

try {
  await start();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  if (!stopping) await stop(1);
}

async function start(): Promise<void> {
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
      env: secretsIn(config.settings),
      print,
    }),
  );
  stops.push(() => cluster.stop());
  const listener = await listenForCommands(config.directory, cluster.broker);
  stops.push(() => listener.stop());
  await cluster.makeFirstTenant();
  present(cluster, config.directory);
}

/** The secrets that the environment gives; what it leaves out is kept in the directory. */
function secretsIn({ AUTH_PEPPER, SECRETS_KEYS }: Settings): Record<string, string> {
  return { ...(AUTH_PEPPER && { AUTH_PEPPER }), ...(SECRETS_KEYS && { SECRETS_KEYS }) };
}

function present(cluster: LocalCluster, directory: string): void {
  const { urls, natsUrl, names } = cluster;
  say("");
  say(`The cluster is ready after ${secondsSince(startedAt)} s: ${names.length} processes.`);
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
