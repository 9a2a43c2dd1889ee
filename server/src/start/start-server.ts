import { setTimeout as pause } from "node:timers/promises";
import { type Gateway, type Readiness, startGateway } from "@slipway/gateway";
import { createLog, serviceLog } from "@slipway/gateway/log";
import { engineRestarted } from "@slipway/metrics";
import { openDatabase as openMongoDb, outageText } from "@slipway/store";
import { type Config, gatewayConfigOf } from "../settings/config.ts";
import { listenForCommands } from "../cli/command-listener.ts";
import { type Platform, startPlatform } from "../platform.ts";
import { untilDatabaseAnswers } from "../until-database-answers.ts";
import { CannotStart } from "../settings/cannot-start.ts";
import { openDataDirectory } from "../data/data-directory.ts";
import { type Credentials, makeFirstTenant } from "../data/first-start.ts";
import { expectFreePort } from "./free-port.ts";
import { serveMetrics } from "./metrics-port.ts";
import { say, saying } from "./say.ts";
import { startTelemetry } from "./start-telemetry.ts";
import { withOwnSecrets } from "../data/own-secrets.ts";

interface RunningServer {
  readonly url: string;
  /** Credentials that the first start on this data directory has made; undefined at every later start. */
  readonly credentials: Credentials | undefined;
  /**
   * Not ready any more, and answers end their connections; without a database of its own, for the drain time. Then in
   * order: requests, services, database, lock.
   */
  stop(): Promise<void>;
}

/** Opens a database that this process keeps itself. Rejects with one sentence where there can be none. */
export type OpenOwnDatabase = (options: {
  readonly directory: string;
  readonly log: (line: string) => void;
  readonly onDown: (reason: string) => void;
  readonly onUp: () => void;
}) => Promise<OwnDatabase>;

interface OwnDatabase {
  readonly uri: string;
  stop(): Promise<void>;
}

interface StartOptions {
  /** For a server that is given no MONGODB_URI; undefined: it does not start without. */
  readonly openOwnDatabase: OpenOwnDatabase | undefined;
  /** Fails a start that still waits for its database. */
  readonly giveUp: AbortSignal;
}

const readyMsMax = 30_000;
/** Nothing that is there takes longer to answer; after this the URI is more likely wrong. */
const answerMsMax = 60_000;

type Log = ReturnType<typeof createLog>;
type Stop = () => Promise<void>;

/**
 * Starts everything in this process, in the order in which one part needs the other. What was
 * started is stopped again when a later part fails; throws CannotStart for what its user can mend.
 */
export async function startServer(config: Config, options: StartOptions): Promise<RunningServer> {
  const stops: Stop[] = [];
  const stop: Stop = async () => {
    for (const each of stops.splice(0).toReversed()) await each();
  };
  try {
    return { ...(await start(config, stops, options)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  config: Config,
  stops: Stop[],
  { openOwnDatabase, giveUp }: StartOptions,
): Promise<Omit<RunningServer, "stop">> {
  const source = config.mongodbUri ?? openOwnDatabase;
  // First of all: a container that names no MongoDB has no place for a directory either.
  if (source === undefined)
    throw new CannotStart("Slipway has no MongoDB: set MONGODB_URI to a MongoDB 7 or newer.");
  const directory = await openDataDirectory(config.directory);
  stops.push(() => directory.release());
  await expectFreePort(config);
  const metrics = await serveMetrics(config);
  stops.push(async () => metrics?.stop());
  const telemetry = await startTelemetry(config, { role: undefined, id: String(process.pid) });
  stops.push(async () => telemetry?.stop());
  const log = createLog(config.logLevel);
  const progress = { isComplete: false };
  const mongodbUri = await openSource(source, config, { stops, log, progress, giveUp });
  const starting = startServices(config, { mongodbUri, log, giveUp });
  const platform = await saying("Starting the services", starting);
  stops.push(() => platform.stop());
  const listener = await listenForCommands(config.directory, platform.broker);
  stops.push(() => listener.stop());
  const lacks = (): string[] => (progress.isComplete ? platform.lacks() : ["starting"]);
  const { broker } = platform;
  const gateway = await startGateway({ ...gatewayConfigOf(config), broker, log, lacks });
  // A person who stops `npm start` does not wait. A node has a balancer and clients, which need that time.
  const drainMs = openOwnDatabase ? 0 : config.drainMs;
  stops.push(async () => {
    if (drainMs > 0) gateway.drain();
    await pause(drainMs);
    await gateway.stop();
  });
  const credentials = await makeFirstTenant(config.directory, broker);
  progress.isComplete = true;
  await untilReady(gateway);
  return { url: gateway.url, credentials };
}

interface Opening {
  readonly stops: Stop[];
  readonly log: Log;
  readonly progress: { readonly isComplete: boolean };
  readonly giveUp: StartOptions["giveUp"];
}

/** The URI of a MongoDB that answers. A database of its own is started, and noted to be stopped. */
async function openSource(
  source: string | OpenOwnDatabase,
  { directory }: Config,
  { stops, log, progress, giveUp }: Opening,
): Promise<string> {
  if (typeof source === "string") {
    await untilItAnswers(source, giveUp);
    return source;
  }
  const database = await startOwnDatabase(source, directory, { log, progress });
  stops.push(() => database.stop());
  return database.uri;
}

/** Waits until /readyz answers that the server is ready, so that "ready" holds for clients too. */
async function untilReady(gateway: Gateway): Promise<void> {
  const reasons = (): Readiness["reasons"] => gateway.readiness().reasons;
  const until = performance.now() + readyMsMax;
  while (reasons().length > 0) {
    if (performance.now() > until)
      throw new Error(`not ready within ${readyMsMax / 1_000} s: ${reasons().join(", ")}`);
    await pause(20);
  }
}

function startOwnDatabase(
  open: OpenOwnDatabase,
  directory: string,
  { log, progress }: { log: Log; progress: { readonly isComplete: boolean } },
): Promise<OwnDatabase> {
  const opening = open({
    directory,
    // A slow step at a start is shown to the person who waits; later it goes into the log.
    log: (line) => (progress.isComplete ? log.warn({ part: "database" }, line) : say(`  ${line}`)),
    onDown(reason) {
      engineRestarted();
      log.error({ part: "database", reason }, "the database is down");
    },
    onUp: () => log.info({ part: "database" }, "the database is up again"),
  }).catch((error: Error) => {
    throw new CannotStart(error.message, { cause: error });
  });
  return saying("Starting the database", opening);
}

/** An interactive start fails when the database is unreachable; a cluster node keeps waiting. */
async function untilItAnswers(mongodbUri: string, giveUp: AbortSignal): Promise<void> {
  const isOver = AbortSignal.timeout(answerMsMax);
  const ask = async (): Promise<void> => {
    const database = await openMongoDb(mongodbUri, "admin", { service: "start" });
    await database.close();
  };
  try {
    await untilDatabaseAnswers(ask, {
      giveUp: AbortSignal.any([giveUp, isOver]),
      onOutage: (reason) =>
        say(`The MongoDB at MONGODB_URI does not answer: ${reason}. Waiting for it ...`),
    });
  } catch (error) {
    if (!isOver.aborted || giveUp.aborted) throw error;
    const seconds = answerMsMax / 1_000;
    throw new CannotStart(
      `The MongoDB at MONGODB_URI has not answered for ${seconds} s: ${outageText(error as Error)}.`,
    );
  }
}

async function startServices(
  { databasePrefix, settings, directory }: Config,
  { mongodbUri, log, giveUp }: { mongodbUri: string; log: Log; giveUp: AbortSignal },
): Promise<Platform> {
  return startPlatform({
    mongodbUri,
    databasePrefix,
    migrates: true,
    settings: await withOwnSecrets(settings, directory),
    log: serviceLog(log),
    giveUp,
    onOutage: (service, reason) => say(`  ${service} waits for its database: ${reason}`),
  });
}
