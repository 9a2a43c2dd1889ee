/** The server that is loaded: one that is there, one process, or a cluster on this machine. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { eachTwice, fewTwice, membersOf, nameOf } from "@slipway/dev/layout";
import { makeTenant } from "@slipway/dev/server-process";
import * as sites from "../chaos/site.ts";
import { type SuiteTest, ownSettings } from "./tests.ts";

export interface Target {
  readonly kind: "given" | "local" | "cluster";
  readonly urls: readonly string[];
  readonly key: string;
  /** A key of a second tenant. */
  readonly secondKey: string;
  /** The settings that it was started with; none where it was there already. */
  readonly settings: Readonly<Record<string, string>>;
  /** The output of doctor; undefined where only the HTTP interface is known. */
  doctor(): Promise<string | undefined>;
  readonly disturbance?: Disturbance | undefined;
  stop(): Promise<unknown>;
}

export interface Disturbance {
  /** The processes that no load has seen restarted yet. */
  readonly left: readonly string[];
  /** Disturbs a load of so many seconds; resolves when all is done, or soon after the signal. */
  disturb(seconds: number, ended: AbortSignal): Promise<void>;
}

export function givenTarget(urls: readonly string[], key: string, secondKey = ""): Target {
  const doctor = () => Promise.resolve(undefined);
  const stop = () => Promise.resolve();
  return { kind: "given", urls, key, secondKey, settings: {}, doctor, stop };
}

/** The server that a test needs, on a data directory of its own, which ends with it. */
export async function startOwn(test: SuiteTest, isCluster: boolean): Promise<Target> {
  const directory = await mkdtemp(join(tmpdir(), "slipway-load-"));
  const settings = { ...ownSettings, ...test.settings };
  let site: Awaited<ReturnType<typeof opened>> | undefined;
  const stop = async (): Promise<void> => {
    await site?.stop();
    // The database of a start that has failed may not have ended yet.
    await rm(directory, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    site = await opened(directory, settings, { ...test, isCluster });
    const { urls, key, commandEnv } = site;
    const second = test.needsSecondTenant
      ? await makeTenant(directory, "Second tenant", commandEnv)
      : undefined;
    const own = site;
    return {
      kind: isCluster ? "cluster" : "local",
      urls,
      key,
      secondKey: second?.key ?? "",
      settings,
      doctor: async () => (await own.doctor()).stdout,
      disturbance: test.disturbed && "cluster" in site ? disturbanceOf(site) : undefined,
      stop,
    };
  } catch (error) {
    await stop().catch(() => undefined);
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
  if (!isCluster) return sites.openServer({ directory, env: { ...env, MONGODB_URI: "" } });
  const options = { directory, env, isBalanced: disturbed !== undefined };
  return disturbed === "restarts and fail-over"
    ? sites.openClusterSite({ ...options, isLean: true })
    : sites.openCluster({ ...options, isLean: false });
}

/** As minReadySeconds of Kubernetes: every other node hears that this one is back. */
const settleMs = 1_000;

/**
 * Restarts every process in turn from the begin of the load on. Where the database can fail over, it does so after a tenth
 * of the first load, and restarts begin after a fifth. A process that is not back when a load ends is restarted in the next.
 */
function disturbanceOf({
  cluster,
  set,
}: sites.OneCluster & Partial<sites.ClusterSite>): Disturbance {
  // The gateways, which clients meet, go first.
  const left = membersOf(set ? fewTwice : eachTwice)
    .map(nameOf)
    .toReversed();
  let hasFailedOver = set === undefined;
  return {
    left,
    async disturb(seconds, ended) {
      const wait = (ms: number) => pause(ms, undefined, { signal: ended });
      try {
        if (!hasFailedOver) {
          await wait(seconds * 100);
          await set?.failOver({ how: "step-down", ms: 300 });
          hasFailedOver = true;
          await wait(seconds * 100);
        }
        while (left[0] !== undefined) {
          await cluster.restart(left[0]);
          await cluster.untilReady();
          ended.throwIfAborted();
          left.shift();
          await wait(settleMs);
        }
      } catch (error) {
        if (!ended.aborted) throw error;
      }
    },
  };
}
