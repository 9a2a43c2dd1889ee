/** The server that is loaded: one that is there, one process, or a cluster on this machine. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { eachTwice, fewTwice, membersOf } from "@slipway/dev/layout";
import { makeTenant } from "@slipway/dev/server-process";
import {
  type ClusterSite,
  type OneCluster,
  openCluster,
  openClusterSite,
  openServer,
} from "../chaos/site.ts";
import { type SuiteTest, ownSettings } from "./tests.ts";

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
  /** Answers how many of its processes the disturbance has restarted. */
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

/** The server that a test needs, on a data directory of its own, which ends with it. */
export async function startOwn(test: SuiteTest, isCluster: boolean): Promise<Target> {
  const directory = await mkdtemp(join(tmpdir(), "slipway-load-"));
  const settings = { ...ownSettings, ...test.settings };
  const site = await opened(directory, settings, { ...test, isCluster }).catch(
    async (error: unknown) => {
      // Its database may not have ended yet.
      await rm(directory, { recursive: true, force: true, maxRetries: 10 }).catch(() => undefined);
      throw error;
    },
  );
  const stop = async (): Promise<void> => {
    await site.stop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const second = test.needsSecondTenant
      ? await makeTenant(directory, "Second tenant", site.commandEnv)
      : undefined;
    return {
      kind: isCluster ? "cluster" : "local",
      urls: site.urls,
      key: site.key,
      secondKey: second?.key ?? "",
      settings,
      doctor: async () => (await site.doctor()).stdout,
      ...(test.disturbed && "cluster" in site ? disturbanceOf(site) : {}),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * One process, a cluster, or a cluster that is disturbed: behind a balancer, and of few processes where the database fails
 * over, because the clients share the machine.
 */
function opened(
  directory: string,
  env: Readonly<Record<string, string>>,
  { isCluster, disturbed }: SuiteTest & { isCluster: boolean },
) {
  if (!isCluster) return openServer({ directory, env: { ...env, MONGODB_URI: "" } });
  const options = { directory, env, isBalanced: disturbed !== undefined };
  return disturbed === "restarts and fail-over"
    ? openClusterSite({ ...options, isLean: true })
    : openCluster({ ...options, isLean: false });
}

/**
 * Restarts every process in turn from the begin of the load on. Where the database can fail over, it does so after a tenth
 * of the load, and restarts begin after a fifth.
 */
function disturbanceOf({
  cluster,
  set,
}: OneCluster & Partial<ClusterSite>): Pick<Target, "restarted" | "disturb"> {
  const of = membersOf(set ? fewTwice : eachTwice).length;
  let seen: Restarted = { processes: 0, of, ...(set && { failOvers: 0 }) };
  return {
    restarted: () => seen,
    async disturb(seconds, ended) {
      const wait = (share: number) => pause(seconds * share * 1_000, undefined, { signal: ended });
      try {
        if (set) {
          await wait(0.1);
          await set.failOver({ how: "step-down", ms: 300 });
          seen = { ...seen, failOvers: 1 };
          await wait(0.1);
        }
        await cluster.rollingRestart(ended, () => {
          if (!ended.aborted) seen = { ...seen, processes: seen.processes + 1 };
        });
      } catch (error) {
        if (!ended.aborted) throw error;
      }
    },
  };
}
