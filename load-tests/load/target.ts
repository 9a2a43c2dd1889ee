/** The server that is loaded: one that is there, one process, or a cluster on this machine. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startClusterProcess } from "@slipway/dev/cluster-process";
import { eachTwice, fewTwice, membersOf, nameOf } from "@slipway/dev/layout";
import {
  apiKeyOf,
  makeTenant,
  runCommandLine,
  startServerProcess,
} from "@slipway/dev/server-process";
import { setTimeout as pause } from "node:timers/promises";
import { openSite } from "../chaos/site.ts";

export type Kind = "given" | "local" | "cluster";

interface Restarted {
  readonly processes: number;
  /** How often the database failed over. */
  readonly failOvers?: number;
  /** The number of processes that take part. */
  readonly of: number;
}

export interface Target {
  readonly kind: Kind;
  readonly urls: readonly string[];
  readonly key: string;
  /** A key of a second tenant. */
  readonly secondKey: string;
  /** The settings that it was started with; none where it was there already. */
  readonly settings: Readonly<Record<string, string>>;
  /** The output of doctor; undefined where only the HTTP interface is known. */
  doctor(): Promise<string | undefined>;
  /** Answers, in a rolling restart, how many of its processes have been restarted since it was asked last. */
  restarted?(): Restarted;
  /** Disturbs a load of so many seconds; resolves when it has ended, or soon after the signal. */
  disturb?(seconds: number, ended: AbortSignal): Promise<void>;
  stop(): Promise<unknown>;
}

export function givenTarget(urls: readonly string[], key: string, secondKey = ""): Target {
  return {
    kind: "given",
    urls,
    key,
    secondKey,
    settings: {},
    doctor: () => Promise.resolve(undefined),
    stop: () => Promise.resolve(),
  };
}

interface OwnOptions {
  readonly settings: Readonly<Record<string, string>>;
  readonly needsSecondTenant: boolean;
}

/** `npm start`'s program on a data directory of its own, which ends with it. */
export async function startLocal(options: OwnOptions): Promise<Target> {
  const { settings } = options;
  const directory = await newDirectory();
  const env = { MONGODB_URI: "", ...settings };
  const server = await orRemove(directory, startServerProcess({ directory, env }));
  const started: Started = { kind: "local", urls: [server.url], stop: () => server.stop() };
  return own(started, directory, options);
}

interface ClusterOptions extends OwnOptions {
  /** Restarts each of its processes in turn, again and again, behind a balancer. */
  readonly isRolling: boolean;
}

/** `npm run cluster`, on a data directory of its own, which ends with it. */
export async function startCluster(options: ClusterOptions): Promise<Target> {
  const { isRolling, settings } = options;
  const directory = await newDirectory();
  const { log, restarted } = restartsInLog();
  const env = { MONGODB_URI: "", ...settings };
  const cluster = await orRemove(
    directory,
    startClusterProcess({ directory, env, isRolling, log }),
  );
  const stop = (): Promise<void> => cluster.stop();
  const ways = isRolling ? { restarted } : {};
  const started: Started = { kind: "cluster", urls: cluster.urls, stop, ...ways };
  return own(started, directory, options);
}

/**
 * A cluster behind a balancer, on a replica set that can fail over. Few processes, because the clients share the machine.
 * After a tenth of the load the database fails over, and from its fifth on every process is restarted in turn.
 */
export async function startDisturbed({ settings }: OwnOptions): Promise<Target> {
  const directory = await newDirectory();
  const opened = { directory, env: settings, isCluster: true, isLean: true, isBalanced: true };
  const site = await orRemove(directory, openSite(opened));
  const of = membersOf(fewTwice).length;
  let seen = { processes: 0, failOvers: 0, of };
  return {
    kind: "cluster",
    urls: site.urls,
    key: site.key,
    secondKey: "",
    settings,
    doctor: async () => (await site.doctor()).stdout,
    restarted: () => seen,
    async disturb(seconds, ended) {
      const wait = (share: number) => pause(seconds * share * 1_000, undefined, { signal: ended });
      try {
        await wait(0.1);
        await site.set.failOver({ how: "step-down", ms: 300 });
        seen = { ...seen, failOvers: 1 };
        await wait(0.1);
        await site.cluster?.rollingRestart(ended);
        if (!ended.aborted) seen = { ...seen, processes: of };
      } catch (error) {
        if (!ended.aborted) throw error;
      }
    },
    async stop() {
      await site.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Takes the lines of the cluster's log, and keeps which of its processes have been restarted. */
function restartsInLog(): { log: (line: string) => void; restarted: () => Restarted } {
  const names = membersOf(eachTwice).map(nameOf);
  const seen = new Set<string>();
  return {
    log(line) {
      const [, name = ""] = /^(\S+) +ended \(exit code 0\) and is started again/.exec(line) ?? [];
      if (names.includes(name)) seen.add(name);
    },
    restarted() {
      const processes = seen.size;
      seen.clear();
      return { processes, of: names.length };
    },
  };
}

type Started = Pick<Target, "kind" | "urls" | "restarted" | "stop">;

async function own(
  started: Started,
  directory: string,
  { needsSecondTenant, settings }: OwnOptions,
): Promise<Target> {
  const stop = async (): Promise<void> => {
    await started.stop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const key = await apiKeyOf(directory);
    const secondKey = needsSecondTenant ? (await makeTenant(directory, "Second tenant")).key : "";
    const doctor = async (): Promise<string> =>
      (await runCommandLine(directory, ["doctor"])).stdout;
    return { ...started, key, secondKey, settings, doctor, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function newDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), "slipway-load-"));
}

/** Removes the directory of a server that could not start. */
async function orRemove<Made>(directory: string, start: Promise<Made>): Promise<Made> {
  try {
    return await start;
  } catch (error) {
    // Its database may not have ended yet.
    await rm(directory, { recursive: true, force: true, maxRetries: 10 }).catch(() => undefined);
    throw error;
  }
}
