/** What chaos kills: one server, or any process of a cluster. */
import { eachTwice, fewTwice } from "@slipway/dev/layout";
import { startLocalCluster } from "@slipway/dev/local-cluster";
import { apiKeyOf, runCommandLine, startServerProcess } from "@slipway/dev/server-process";
import type { Slipway } from "@slipway/client";
import { connect } from "../../examples/venice/connect.ts";

export interface Attacked {
  /** Of all gateways in turn. */
  readonly api: Slipway;
  /** Of the gateways; they stay. */
  readonly urls: readonly string[];
  /** SIGKILL to something; says what it was when it is back and all is ready. */
  kill(): Promise<string>;
  doctor(): ReturnType<typeof runCommandLine>;
  stop(): Promise<unknown>;
}

interface AttackOptions {
  directory: string;
  env: Readonly<Record<string, string>>;
  /** A cluster of few processes, for a machine that does other things beside. */
  isLean: boolean;
  /** In [0, 1). */
  random: () => number;
}

export async function attackServer({ directory, env }: AttackOptions): Promise<Attacked> {
  let server = await startServerProcess({ directory, env });
  const port = Number(new URL(server.url).port);
  return {
    api: connect(server.url, await apiKeyOf(directory)),
    urls: [server.url],
    async kill() {
      await server.kill();
      server = await startServerProcess({ directory, port, env });
      return "killed";
    },
    doctor: () => runCommandLine(directory, ["doctor"]),
    stop: () => server.stop(),
  };
}

/** Errors of a gateway that runs must end within this after a kill. */
const outageMsMax = 7_000;
const probeEveryMs = 100;

export async function attackCluster(options: AttackOptions): Promise<Attacked> {
  const { directory, env, random } = options;
  const databasePrefix = "chaos";
  const cluster = await startLocalCluster({
    directory,
    databasePrefix,
    env,
    layout: options.isLean ? fewTwice : eachTwice,
    print: () => undefined,
  });
  await cluster.makeFirstTenant();
  const key = await apiKeyOf(directory);
  const { natsUrl, urls, names } = cluster;
  return {
    api: connect(urls, key),
    urls,
    async kill() {
      const name = names[Math.floor(random() * names.length)] ?? "";
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
    },
    doctor: () =>
      runCommandLine(directory, ["doctor"], "", {
        NATS_URL: natsUrl,
        DATABASE_PREFIX: databasePrefix,
      }),
    stop: () => cluster.stop(),
  };
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
