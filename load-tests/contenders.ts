/** The servers that the bench compares, each in processes of its own, all on one engine. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { startClusterProcess } from "@slipway/dev/cluster-process";
import { endProcess } from "@slipway/dev/end-process";
import { apiKeyOf, startServerProcess } from "@slipway/dev/server-process";

export interface Contender {
  readonly name: "baseline" | "floor" | "slipway" | "cluster";
  readonly urls: readonly string[];
  /** An API key; the baseline and the floor know none. */
  readonly key: string;
  /** Its process; what it started is below it. */
  readonly pid: number;
  /** The prefix of Slipway's databases: `<prefix>-bookings` and so on. */
  readonly databasePrefix: string;
  stop(): Promise<unknown>;
}

/** The baseline or the floor: what they are is said in their files. */
export async function startPlain(
  engineUri: string,
  name: "baseline" | "floor",
): Promise<Contender> {
  const program = name === "floor" ? "floor" : "server";
  const file = fileURLToPath(new URL(`baseline/${program}.ts`, import.meta.url));
  const child = spawn(process.execPath, [file], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, MONGODB_URI: engineUri, DATABASE: name, NODE_ENV: "production" },
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  return {
    name,
    urls: [url],
    key: "none",
    pid: child.pid ?? 0,
    databasePrefix: name,
    stop: () => endProcess(child, () => child.kill("SIGTERM")),
  };
}

/**
 * Everything in one process, as `npm start` runs it.
 * @param options the checkout whose program it is, if not this one's, which has databases of its own; more for its environment.
 */
export async function startSlipway(
  engineUri: string,
  directory: string,
  { checkout, env }: { checkout?: string; env?: Readonly<Record<string, string>> | undefined } = {},
): Promise<Contender> {
  const databasePrefix = checkout === undefined ? "bench" : "bench-other";
  const server = await startServerProcess({
    directory,
    ...(checkout === undefined ? {} : { checkout }),
    env: { ...envOf(engineUri, databasePrefix), ...env },
  });
  const key = await apiKeyOf(directory);
  const { url, pid } = server;
  return { name: "slipway", urls: [url], key, pid, databasePrefix, stop: () => server.stop() };
}

/** Two gateways and two replicas of every service over NATS, as `npm run cluster` runs them. */
export async function startCluster(engineUri: string, directory: string): Promise<Contender> {
  const databasePrefix = "bench-cluster";
  const env = { ...envOf(engineUri, databasePrefix), RATE_LIMIT_RPS: "0" };
  const cluster = await startClusterProcess({ directory, env });
  const { urls, pid } = cluster;
  const key = await apiKeyOf(directory);
  return { name: "cluster", urls, key, pid, databasePrefix, stop: () => cluster.stop() };
}

/** The baseline keeps no access log, so the others keep none here. */
function envOf(MONGODB_URI: string, DATABASE_PREFIX: string) {
  return { MONGODB_URI, DATABASE_PREFIX, LOG_LEVEL: "warn", NODE_ENV: "production" };
}
