/** A whole cluster on this machine: its own nats-server, one MongoDB, many nodes. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type ServiceBroker, createBroker } from "@slipway/broker";
import { type Database, openDatabase } from "../engine/database.ts";
import { freePort } from "../free-port.ts";
import { startNatsServer } from "../nats-server.ts";
import { authPepper } from "../server/auth-pepper.ts";
import { secretsKey } from "../server/secrets-key.ts";
import { makeFirstTenant } from "../server/first-start.ts";
import { KeptProcess } from "./kept-process.ts";
import { type Balancer, startBalancer } from "./balancer.ts";
import { type Group, type Member, eachTwice, membersOf } from "./layout.ts";
import { spawnNode } from "./node-process.ts";

export interface LocalClusterOptions {
  /** Of the data, the secrets and, unless a MongoDB is given, the database. */
  directory: string;
  mongodbUri?: string | undefined;
  databasePrefix: string;
  layout?: readonly Group[];
  /** The first gateway's; the next has the next one. 0 or none: any free ones. */
  port?: number;
  /** A balancer before the gateways has `port`, and they drain as behind a Service: it follows /readyz. */
  balanced?: boolean;
  host?: string;
  /** Further settings of every node. */
  env?: Readonly<Record<string, string>>;
  /** What the processes print, line by line. */
  print: (name: string, line: string) => void;
}

export interface LocalCluster {
  /** Of the gateways. */
  readonly urls: readonly string[];
  /** Of the balancer, where there is one. */
  readonly balancerUrl: string | undefined;
  readonly natsUrl: string;
  readonly mongodbUri: string;
  /** A node of the cluster in this process, which serves nothing. */
  readonly broker: ServiceBroker;
  /** Makes the first tenant, as `npm start` does, and writes credentials.json. */
  makeFirstTenant(): Promise<unknown>;
  /** The processes that can be killed. */
  readonly names: readonly string[];
  /** Undefined while it is down, and for the database. */
  pid(name: string): number | undefined;
  /** SIGKILL; resolves when it is gone. It is started again, not before `downMs` have passed. */
  kill(name: string, downMs?: number): Promise<void>;
  /** SIGTERM to a node, which drains; resolves when it is gone. It is started again. */
  restart(name: string): Promise<void>;
  /**
   * Restarts every node in turn: SIGTERM, it drains, it is started anew, every node is ready and no
   * service missing, and the next one goes. nats-server and the database stay. Ends early, between two nodes, when the signal says so.
   */
  rollingRestart(signal?: AbortSignal): Promise<void>;
  /** Resolves when every node says that it is ready, and each gateway that no service is missing. */
  untilReady(): Promise<void>;
  /** Gateways, services, bus, database, in this order. */
  stop(): Promise<void>;
}

interface Node extends Member {
  readonly port: number;
  readonly isGateway: boolean;
  readonly process: KeptProcess;
}

const readyMsMax = 120_000;
const settleMs = 1_000;
/** Twice as long as the balancer and whoever sends through it need to see that a gateway goes. */
const balancedDrainSeconds = 2;

/** Starts everything and resolves when it is ready; what dies afterwards is started again. */
export async function startLocalCluster(options: LocalClusterOptions): Promise<LocalCluster> {
  const { print, host = "127.0.0.1" } = options;
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).toReversed()) await each();
  };
  try {
    const database = await startDatabase(options);
    stops.push(() => database.stop());
    const nats = await startNats(options);
    stops.push(() => nats.process.stop());
    const nodes = await nodesOf(options, { natsUrl: nats.url, mongodbUri: database.uri });
    const services = nodes.filter(({ isGateway }) => !isGateway);
    const gateways = nodes.filter(({ isGateway }) => isGateway);
    for (const group of [services, gateways])
      stops.push(() => Promise.all(group.map((node) => node.process.stop())));
    await Promise.all(nodes.map((node) => node.process.start()));
    const broker = createBroker({
      nodeId: `local-cluster-${process.pid}-${randomBytes(4).toString("hex")}`,
      natsUrl: nats.url,
      namespace: options.databasePrefix,
    });
    await broker.start();
    stops.push(() => broker.stop());
    const untilReady = (): Promise<void> => untilAllReady(nodes, host);
    await untilReady();
    const urls = gateways.map(({ port }) => `http://${host}:${port}`);
    const balancer = await balancerBefore(urls, options);
    if (balancer) stops.push(() => balancer.stop());
    const kept = [nats.process, ...nodes.map((node) => node.process)];
    const named = (name: string): KeptProcess | undefined =>
      kept.find((each) => each.name === name);
    return {
      urls,
      balancerUrl: balancer?.url,
      natsUrl: nats.url,
      mongodbUri: database.uri,
      broker,
      makeFirstTenant: () => makeFirstTenant(options.directory, broker),
      names: [...kept.map(({ name }) => name), ...(database.kind === "uri" ? [] : ["database"])],
      pid: (name) => named(name)?.pid(),
      async kill(name, downMs) {
        if (name === "database") await keepDown(database, downMs);
        else await named(name)?.end("SIGKILL", downMs);
      },
      async restart(name) {
        await named(name)?.end("SIGTERM");
      },
      async rollingRestart(signal) {
        for (const node of nodes) {
          if (signal?.aborted) return;
          await node.process.end("SIGTERM");
          await untilReady();
          // What Kubernetes calls minReadySeconds: every other node hears that this one is back.
          await pause(settleMs);
        }
      },
      untilReady,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }

  function startDatabase({ directory, mongodbUri }: LocalClusterOptions): Promise<Database> {
    const say = (line: string): void => print("database", line);
    return openDatabase({ directory, mongodbUri, log: say });
  }
}

function balancerBefore(
  urls: readonly string[],
  { balanced = false, host = "127.0.0.1", port = 0 }: LocalClusterOptions,
): Promise<Balancer | undefined> {
  if (!balanced) return Promise.resolve(undefined);
  return startBalancer({ host, port, targets: urls.map((url) => new URL(url)) });
}

/** Its supervisor starts it again at once, so it is killed again. */
async function keepDown(database: Database, downMs = 0): Promise<void> {
  const until = performance.now() + downMs;
  do {
    const pid = database.pid();
    if (pid !== undefined) process.kill(pid, "SIGKILL");
    await pause(20);
  } while (performance.now() < until);
}

async function startNats({
  directory,
  print,
}: LocalClusterOptions): Promise<{ url: string; process: KeptProcess }> {
  const port = await freePort();
  const password = randomBytes(24).toString("base64url");
  let url = "";
  const kept = new KeptProcess({
    name: "nats-server",
    async launch() {
      const server = await startNatsServer({
        directory: join(directory, "nats"),
        port,
        password,
        log: (line) => print("nats-server", line),
      });
      url = server.url;
      return server.child;
    },
    print: (line) => print("nats-server", line),
  });
  await kept.start();
  return { url, process: kept };
}

async function nodesOf(
  options: LocalClusterOptions,
  { natsUrl, mongodbUri }: { natsUrl: string; mongodbUri: string },
): Promise<Node[]> {
  const { directory, databasePrefix, print, host = "127.0.0.1", env = {} } = options;
  const pepper = env["AUTH_PEPPER"] ?? (await authPepper(directory));
  const keys = env["SECRETS_KEYS"] ?? (await secretsKey(directory));
  let nextPort = options.balanced ? 0 : (options.port ?? 0);
  const nodes: Node[] = [];
  for (const { name, parts } of membersOf(options.layout ?? eachTwice)) {
    const isGateway = parts.includes("gateway");
    const port = isGateway && nextPort > 0 ? nextPort++ : await freePort();
    const settings = {
      NATS_URL: natsUrl,
      MONGODB_URI: mongodbUri,
      DATABASE_PREFIX: databasePrefix,
      SERVICES: parts.join(","),
      NODE_NAME: name,
      HOST: host,
      PORT: String(port),
      HEALTH_PORT: isGateway ? "" : String(port),
      DRAIN_SECONDS: String(isGateway && options.balanced ? balancedDrainSeconds : 0),
      // One port cannot be everybody's.
      METRICS_PORT: "",
      ...env,
      AUTH_PEPPER: pepper,
      SECRETS_KEYS: keys,
    };
    const launch = (): ReturnType<typeof spawnNode> => spawnNode(settings);
    const kept = new KeptProcess({ name, launch, print: (line) => print(name, line) });
    nodes.push({ name, parts, port, isGateway, process: kept });
  }
  return nodes;
}

async function untilAllReady(nodes: readonly Node[], host: string): Promise<void> {
  const until = performance.now() + readyMsMax;
  for (const { name, port } of nodes) {
    while (!(await isWhole(`http://${host}:${port}/readyz`))) {
      if (performance.now() > until)
        throw new Error(`${name} is not ready after ${readyMsMax / 1_000} s`);
      await pause(50);
    }
  }
}

/** A gateway is ready without most services: here all of them are waited for. */
async function isWhole(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    const { missing = [] } = (await response.json()) as { missing?: string[] };
    return response.ok && missing.length === 0;
  } catch {
    return false;
  }
}
