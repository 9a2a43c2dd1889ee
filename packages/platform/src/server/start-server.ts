import { setTimeout as pause } from "node:timers/promises";
import { startGateway } from "@slipway/gateway";
import { createLog, serviceLog } from "@slipway/gateway/log";
import { engineRestarted } from "@slipway/metrics";
import { UnfitDatabase, databaseFailureOf } from "@slipway/store";
import type { Config } from "../config.ts";
import { listenForCommands } from "../cli/command-listener.ts";
import { type Database, openDatabase } from "../engine/database.ts";
import { type Platform, startPlatform } from "../platform.ts";
import { authPepper } from "./auth-pepper.ts";
import { CannotStart } from "./cannot-start.ts";
import { openDataDirectory } from "./data-directory.ts";
import { type Credentials, makeFirstTenant } from "./first-start.ts";
import { expectFreePort } from "./free-port.ts";
import { serveMetrics } from "./metrics-port.ts";
import { say, saying } from "./say.ts";
import { secretsKey } from "./secrets-key.ts";

export interface RunningServer {
  readonly url: string;
  /** What the first start on this data directory has made; undefined at every later one. */
  readonly credentials: Credentials | undefined;
  /** Not ready any more, then in order: requests, services, database, lock. */
  stop(): Promise<void>;
}

const readyMsMax = 30_000;

type Log = ReturnType<typeof createLog>;
type Stop = () => Promise<void>;

/**
 * Starts everything in this process, in the order in which one part needs the other. What was
 * started is stopped again when a later part fails; throws CannotStart for what its user can mend.
 */
export async function startServer(config: Config): Promise<RunningServer> {
  const stops: Stop[] = [];
  const stop: Stop = async () => {
    for (const each of stops.splice(0).toReversed()) await each();
  };
  try {
    return { ...(await start(config, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(config: Config, stops: Stop[]): Promise<Omit<RunningServer, "stop">> {
  const directory = await openDataDirectory(config.directory);
  stops.push(() => directory.release());
  await expectFreePort(config);
  const metrics = await serveMetrics(config);
  stops.push(async () => metrics?.stop());
  const log = createLog(config.logLevel);
  const progress = { isComplete: false };
  const database = await startDatabase(config, log, progress);
  stops.push(() => database.stop());
  const platform = await saying("Starting the services", startServices(config, database.uri, log));
  stops.push(() => platform.stop());
  const listener = await listenForCommands(config.directory, platform.broker);
  stops.push(() => listener.stop());
  const lacks = (): string[] => (progress.isComplete ? platform.lacks() : ["starting"]);
  const { broker } = platform;
  const gateway = await startGateway({
    broker,
    port: config.port,
    host: config.host,
    publicUrl: config.publicUrl,
    limits: config.limits,
    log,
    lacks,
  });
  stops.push(() => gateway.stop());
  const credentials = await makeFirstTenant(config.directory, broker);
  progress.isComplete = true;
  await untilReady(gateway.url);
  return { url: gateway.url, credentials };
}

/** Asks as a client would, so that "ready" is said of what a client finds. */
async function untilReady(url: string): Promise<void> {
  const until = performance.now() + readyMsMax;
  for (;;) {
    const { ok } = await fetch(`${url}/readyz`);
    if (ok) return;
    if (performance.now() > until)
      throw new Error(`${url}/readyz did not answer 200 within ${readyMsMax / 1_000} s`);
    await pause(20);
  }
}

function startDatabase(
  { directory, mongodbUri }: Config,
  log: Log,
  progress: { readonly isComplete: boolean },
): Promise<Database> {
  const opening = openDatabase({
    directory,
    mongodbUri,
    // What takes time at a start is for the person who waits; later it is news for the log.
    log: (line) => (progress.isComplete ? log.warn({ part: "database" }, line) : say(`  ${line}`)),
    onDown(reason) {
      engineRestarted();
      log.error({ part: "database", reason }, "the database is down");
    },
    onUp: () => log.info({ part: "database" }, "the database is up again"),
  }).catch((error: Error) => {
    throw new CannotStart(error.message, { cause: error });
  });
  return mongodbUri === undefined ? saying("Starting the database", opening) : opening;
}

async function startServices(config: Config, mongodbUri: string, log: Log): Promise<Platform> {
  const { databasePrefix, settings, directory } = config;
  const pepper = settings["AUTH_PEPPER"] ?? (await authPepper(directory));
  const keys = settings["SECRETS_KEYS"] ?? (await secretsKey(directory));
  const options = {
    mongodbUri,
    databasePrefix,
    settings: { ...settings, AUTH_PEPPER: pepper, SECRETS_KEYS: keys },
    log: serviceLog(log),
  };
  return startPlatform(options).catch((error: Error) => {
    if (error instanceof UnfitDatabase) throw new CannotStart(error.message, { cause: error });
    if (databaseFailureOf(error) === "fault") throw error;
    throw new CannotStart(`The MongoDB at MONGODB_URI does not answer: ${error.message}.`);
  });
}
