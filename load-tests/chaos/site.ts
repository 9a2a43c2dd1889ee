/** Slipway before a replica set that can be made to fail: one server, or a cluster. */
import { join } from "node:path";
import { type Database, openDatabase } from "@slipway/dev/database";
import { eachTwice, fewTwice } from "@slipway/dev/layout";
import { type LocalCluster, startLocalCluster } from "@slipway/dev/local-cluster";
import { type ReplicaSet, startReplicaSet } from "@slipway/dev/replica-set";
import { apiKeyOf, runCommandLine, startServerProcess } from "@slipway/dev/server-process";

export interface Site {
  readonly urls: readonly string[];
  readonly key: string;
  readonly set: ReplicaSet;
  readonly database: Database;
  /** Where there is more than one process. */
  readonly cluster: LocalCluster | undefined;
  doctor(): ReturnType<typeof runCommandLine>;
  stop(): Promise<void>;
}

interface SiteOptions {
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  readonly isCluster: boolean;
  /** Few processes, for a machine that does other things beside. */
  readonly isLean: boolean;
}

const databasePrefix = "chaos";

export async function openSite(options: SiteOptions): Promise<Site> {
  const { directory } = options;
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).toReversed()) await each();
  };
  try {
    const database = await openDatabase({
      directory: join(directory, "database"),
      log: () => undefined,
    });
    stops.push(() => database.stop());
    const set = await startReplicaSet(database.uri);
    stops.push(() => set.close());
    const opened = await (options.isCluster ? openCluster : openServer)(options, set.uri);
    stops.push(opened.stop);
    return { ...opened, key: await apiKeyOf(directory), set, database, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type OpenedSite = Pick<Site, "urls" | "cluster" | "doctor"> & { stop: () => Promise<unknown> };

async function openServer({ directory, env }: SiteOptions, uri: string): Promise<OpenedSite> {
  const server = await startServerProcess({
    directory,
    env: { ...env, MONGODB_URI: uri, DATABASE_PREFIX: databasePrefix },
  });
  return {
    urls: [server.url],
    cluster: undefined,
    doctor: () => runCommandLine(directory, ["doctor"]),
    stop: () => server.stop(),
  };
}

async function openCluster(
  { directory, env, isLean }: SiteOptions,
  uri: string,
): Promise<OpenedSite> {
  const cluster = await startLocalCluster({
    directory,
    databasePrefix,
    mongodbUri: uri,
    env,
    layout: isLean ? fewTwice : eachTwice,
    print: () => undefined,
  });
  await cluster.makeFirstTenant();
  const { urls, natsUrl } = cluster;
  const commands = { NATS_URL: natsUrl, DATABASE_PREFIX: databasePrefix };
  return {
    urls,
    cluster,
    doctor: () => runCommandLine(directory, ["doctor"], "", commands),
    stop: () => cluster.stop(),
  };
}
