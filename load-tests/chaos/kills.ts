/** Processes that are killed, or stopped for a while in the middle of whatever they do. They go on with the same data. */
import { setTimeout as pause } from "node:timers/promises";
import type { RandomSource } from "@slipway/simulation/random-source";
import type { KilledReceiver } from "./killed-receiver.ts";
import type { ClusterSite, OneCluster, OneServer } from "./site.ts";

/** Errors of a gateway that runs must end within this after a kill. */
const outageMsMax = 7_000;
const probeEveryMs = 100;
/** The share of rounds in which the receiver is killed as well. */
const receiverShare = 0.4;

interface Killing {
  readonly target: OneServer | OneCluster;
  readonly receiver: KilledReceiver;
  readonly random: RandomSource;
}

/** Says what it was when it is back and all is ready. */
export async function killSomething({ target, receiver, random }: Killing): Promise<string> {
  const alsoReceiver = random.next() < receiverShare;
  const [what] = await Promise.all([
    "cluster" in target
      ? killProcess(target, random.pick(target.cluster.names))
      : killServer(target),
    alsoReceiver ? receiver.kill() : undefined,
  ]);
  return alsoReceiver ? `${what}, the receiver too` : what;
}

async function killServer(target: OneServer): Promise<string> {
  await target.server().kill();
  await target.start();
  return "killed";
}

async function killProcess({ cluster, urls, key }: OneCluster, name: string): Promise<string> {
  const gateway = urls[Number(/^gateway-(\d)$/.exec(name)?.[1] ?? 0) - 1];
  const others = urls.filter((url) => url !== gateway);
  const probes = others.map((url) => probe(url, key));
  const killedAt = performance.now();
  await cluster.kill(name);
  await cluster.untilReady();
  const outages = await Promise.all(probes.map((stop) => stop()));
  const outage = Math.max(0, ...outages.map((lastErrorAt) => lastErrorAt - killedAt));
  if (outage > outageMsMax) throw new Error(`${name}: errors for ${Math.round(outage)} ms`);
  return `${name} killed, errors for ${Math.round(outage)} ms`;
}

/** Reads through a gateway until it is stopped; answers when the last error was. */
function probe(url: string, key: string): () => Promise<number> {
  let lastErrorAt = -Infinity;
  let strange: number | undefined;
  const asking: Promise<void>[] = [];
  const ask = async (): Promise<void> => {
    const headers = { authorization: `Bearer ${key}` };
    const { status } = await fetch(`${url}/api/v1/bookings?limit=1`, { headers });
    if (status === 200) return;
    lastErrorAt = performance.now();
    if (status !== 503 && status !== 504) strange = status;
  };
  const timer = setInterval(() => asking.push(ask()), probeEveryMs);
  return async () => {
    clearInterval(timer);
    await Promise.all(asking);
    if (strange !== undefined) throw new Error(`${url} answered ${strange}`);
    return lastErrorAt;
  };
}

/** The first process of each kind: gateway, each service, the bus, the database. */
export function kindsOf({ cluster }: ClusterSite): Readonly<Record<string, string>> {
  const kinds = Map.groupBy(cluster.names, (name) => name.replace(/-\d+$/, ""));
  const first = [...kinds].map(([kind, [name = ""]]) => [kind, name] as const);
  return { ...Object.fromEntries(first), database: "database" };
}

/** SIGSTOP, and SIGCONT after a while. */
export async function pauseProcess(
  { cluster, database }: ClusterSite,
  name: string,
  ms: number,
): Promise<string> {
  const pid = name === "database" ? database.pid() : cluster.pid(name);
  if (pid === undefined) throw new Error(`${name} does not run`);
  process.kill(pid, "SIGSTOP");
  await pause(ms).finally(() => process.kill(pid, "SIGCONT"));
  return `${name} stopped for ${ms / 1_000} s`;
}
