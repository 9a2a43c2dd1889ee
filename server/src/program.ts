/** The whole of Slipway in one process or, where NATS_URL is set, one node of a cluster. */
import { inspect } from "node:util";
import { setFlagsFromString } from "node:v8";
import {
  type Config,
  type NodeConfig,
  readConfig,
  warningsOfEnvironment,
} from "./settings/config.ts";
import { CannotStart } from "./settings/cannot-start.ts";
import type { Credentials } from "./data/first-start.ts";
import { say, secondsSince } from "./start/say.ts";
import type { OpenOwnDatabase } from "./start/start-server.ts";

const startedAt = performance.now();
// Whatever this process writes is its user's alone.
process.umask(0o077);
// Else V8 comes to make objects in old memory at places whose objects of the start lived long. Those of a request
// then keep the whole of it until old memory is collected (docs/decisions/0014).
setFlagsFromString("--no-allocation-site-pretenuring");

let starting: Promise<{ stop(): Promise<void> }> | undefined;
/** Ends a start that waits for others, which may take long. */
const giveUp = new AbortController();
let stopping: Promise<void> | undefined;

/**
 * Runs what the environment says until a signal ends it.
 * @param openOwnDatabase what a server opens that is given no MONGODB_URI; without it that is a reason not to start
 */
export async function runProgram(openOwnDatabase?: OpenOwnDatabase): Promise<void> {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop(signal));
  try {
    const config = readConfig();
    for (const sentence of warningsOfEnvironment()) say(sentence);
    if (config.node) await runNode(config, config.node);
    else await runAlone(config, openOwnDatabase);
    say("Stop it with Ctrl-C or SIGTERM. What follows is its log.");
  } catch (error) {
    // A start that a signal has ended meanwhile has not failed.
    if (stopping) await stopping;
    say(error instanceof CannotStart ? error.message : `Slipway cannot start: ${inspect(error)}`);
    process.exit(1);
  }
}

async function runAlone(config: Config, openOwnDatabase?: OpenOwnDatabase): Promise<void> {
  say(`Slipway starts as process ${process.pid}; its data is in ${config.directory}`);
  const { startServer } = await import("./start/start-server.ts");
  const server = startServer(config, { openOwnDatabase, giveUp: giveUp.signal });
  starting = server;
  const { url, credentials } = await server;
  if (credentials) await present(credentials, url, config.directory);
  say(`Slipway is ready after ${secondsSince(startedAt)} s: ${url} (process ${process.pid})`);
}

async function runNode(config: Config, node: NodeConfig): Promise<void> {
  const { services, hasGateway } = node;
  const parts = [...services, ...(hasGateway ? ["gateway"] : [])].join(",");
  say(`Slipway starts a node of a cluster as process ${process.pid}: ${parts}`);
  const { startNode } = await import("./start/start-node.ts");
  const running = startNode(config, node, giveUp.signal);
  starting = running;
  const { nodeId, url } = await running;
  const at = url === undefined ? "" : `: ${url}`;
  say(`Node ${nodeId} runs after ${secondsSince(startedAt)} s${at}`);
}

/** Once: ends what runs and exits with 0. Twice: exits at once. */
function stop(signal: NodeJS.Signals): void {
  if (stopping) {
    say(`${signal} again: leaving at once.`);
    process.exit(1);
  }
  say(`${signal}: finishing what runs; once more leaves at once.`);
  giveUp.abort();
  stopping = end();
}

async function end(): Promise<void> {
  try {
    const server = await starting?.catch(() => undefined);
    await server?.stop();
    say("Slipway has stopped.");
    process.exit(0);
  } catch (error) {
    say(`Slipway has not stopped cleanly: ${String(error)}`);
    process.exit(1);
  }
}

/** Shown to a person at a terminal alone: whatever else reads these lines, such as a journal, keeps them. */
async function present(credentials: Credentials, url: string, directory: string): Promise<void> {
  const { credentialsFile } = await import("./data/first-start.ts");
  say("");
  if (!process.stderr.isTTY) {
    say(`A tenant, a user and an API key were made: ${credentialsFile(directory)} has them.`);
    say("");
    return;
  }
  say("A tenant, a user and an API key were made. They are shown this once; you find them in");
  say(`${credentialsFile(directory)}, which this user alone can read.`);
  say("");
  say(`  tenant    ${credentials.tenantId}`);
  say(`  API key   ${credentials.apiKey}`);
  say(`  user      ${credentials.email}`);
  say(`  password  ${credentials.password}`);
  say(`  console   ${url}/console`);
  say("");
  say(`  curl -H "Authorization: Bearer ${credentials.apiKey}" ${url}/api/v1/me`);
  say("");
}
