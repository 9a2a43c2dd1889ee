/**
 * The installations that chaos and drills break: one server or a cluster, on a database of its own or before a
 * replica set that can be made to fail.
 */
import { join } from "node:path";
import { type Database, openDatabase } from "@slipway/dev/database";
import { eachTwice, fewTwice } from "@slipway/dev/layout";
import { type LocalCluster, startLocalCluster } from "@slipway/dev/local-cluster";
import { type ReplicaSet, startReplicaSet } from "@slipway/dev/replica-set";
import {
  type ServerProcess,
  apiKeyOf,
  runCommandLine,
  startServerProcess,
} from "@slipway/dev/server-process";

/** An installation that clients buy from. */
export interface Installation {
  readonly urls: readonly string[];
  readonly key: string;
  doctor(): ReturnType<typeof runCommandLine>;
}

interface Opened extends Installation {
  /** For the operator's command line, where it does not find the installation by the directory. */
  readonly commandEnv?: Readonly<Record<string, string>>;
  stop(): Promise<unknown>;
}

/** Closes the installation, whatever becomes of the work on it. */
export async function held<Site extends Opened, Result>(
  opening: Promise<Site>,
  work: (site: Site) => Promise<Result>,
): Promise<Result> {
  const site = await opening;
  try {
    return await work(site);
  } finally {
    await site.stop();
  }
}

export interface OneServer extends Opened {
  /** The one that runs now. */
  server(): ServerProcess;
  /** Starts it again at the same port, on the same data. */
  start(env?: Readonly<Record<string, string>>): Promise<void>;
}

export interface OneCluster extends Opened {
  readonly cluster: LocalCluster;
}

/** Before a replica set that can be made to fail. */
export interface OnReplicaSet extends Opened {
  readonly set: ReplicaSet;
  readonly database: Database;
}

export type ClusterSite = OneCluster & OnReplicaSet;

interface ServerOptions {
  readonly directory: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface ClusterOptions extends ServerOptions {
  /** Few processes, for a machine that does other things beside. */
  readonly isLean: boolean;
  /** The embedded engine unless given. */
  readonly mongodbUri?: string;
  /** The checkout whose program runs; this one unless given. */
  readonly checkout?: string;
  /** Whether clients know only a balancer before the gateways. */
  readonly isBalanced?: boolean;
}

const databasePrefix = "chaos";

export function openServerSite(options: ServerOptions): Promise<OneServer & OnReplicaSet> {
  return beforeReplicaSet(options.directory, (uri) => {
    const own = { MONGODB_URI: uri, DATABASE_PREFIX: databasePrefix };
    return openServer({ ...options, env: { ...options.env, ...own } });
  });
}

export function openClusterSite(options: ClusterOptions): Promise<ClusterSite> {
  return beforeReplicaSet(options.directory, (mongodbUri) =>
    openCluster({ ...options, mongodbUri }),
  );
}

async function beforeReplicaSet<Inner extends Opened>(
  directory: string,
  open: (uri: string) => Promise<Inner>,
): Promise<Inner & OnReplicaSet> {
  const place = { directory: join(directory, "database"), log: () => undefined };
  const database = await openDatabase(place);
  const stops: (() => Promise<unknown>)[] = [() => database.stop()];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).toReversed()) await each();
  };
  try {
    const set = await startReplicaSet(database.uri);
    stops.push(() => set.close());
    const opened = await open(set.uri);
    stops.push(() => opened.stop());
    return { ...opened, set, database, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** `npm start` on a directory. */
export async function openServer({ directory, env = {} }: ServerOptions): Promise<OneServer> {
  let server = await startServerProcess({ directory, env });
  const port = Number(new URL(server.url).port);
  return {
    urls: [server.url],
    key: await apiKeyOf(directory),
    server: () => server,
    async start(more = {}) {
      server = await startServerProcess({ directory, port, env: { ...env, ...more } });
    },
    doctor: () => runCommandLine(directory, ["doctor"]),
    stop: () => server.stop(),
  };
}

export async function openCluster(options: ClusterOptions): Promise<OneCluster> {
  const { directory, isLean, isBalanced: balanced = false } = options;
  const layout = isLean ? fewTwice : eachTwice;
  const own = { databasePrefix, layout, balanced, print: () => undefined };
  const cluster = await startLocalCluster({ ...options, ...own });
  try {
    await cluster.makeFirstTenant();
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  const { urls, balancerUrl, natsUrl } = cluster;
  const commandEnv = { NATS_URL: natsUrl, DATABASE_PREFIX: databasePrefix };
  return {
    urls: balancerUrl === undefined ? urls : [balancerUrl],
    key: await apiKeyOf(directory),
    cluster,
    commandEnv,
    doctor: () => runCommandLine(directory, ["doctor"], "", commandEnv),
    stop: () => cluster.stop(),
  };
}
