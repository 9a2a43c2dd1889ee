/** A whole cluster on this machine: its own nats-server, one MongoDB, many nodes. */
import assert from "node:assert";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type ServiceBroker, createBroker } from "@slipway/broker";
import { operatorRole } from "@slipway/contracts";
import { type Database, openDatabase } from "../engine/database.ts";
import { freePort } from "../free-port.ts";
import { type NatsServer, startNatsServer } from "../nats-server.ts";
import { makeFirstTenant } from "@slipway/server/first-start";
import { type NatsUser, natsUsersText } from "@slipway/server/nats-users";
import { roleOfParts } from "@slipway/server/roles";
import { KeptProcess } from "./kept-process.ts";
import { type Balancer, startBalancer } from "./balancer.ts";
import {
  type ClusterNode,
  type MakeNode,
  type NodeOptions,
  isWhole,
  nodeMaker,
  untilAvailable,
} from "./cluster-node.ts";
import { type Group, eachTwice, membersOf } from "./layout.ts";
import { migrateAs } from "./migrate-as.ts";
import { replaceAll } from "./replace-all.ts";

interface LocalClusterOptions extends NodeOptions {
  mongodbUri?: string | undefined;
  layout?: readonly Group[];
}

export interface LocalCluster {
  /** Addresses of the gateways. */
  readonly urls: readonly string[];
  /** Address of the balancer, where there is one. */
  readonly balancerUrl: string | undefined;
  /** Address with the operator's user. */
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
   * Restarts every node in turn: SIGTERM, it drains, it is started anew. The next one goes
   * once every node is ready and no service is missing. nats-server and the database stay.
   */
  rollingRestart(): Promise<void>;
  /**
   * Replaces every node by a new one, all groups at the same time. Each group works like a Deployment of the chart. It
   * starts one node more than before, and an old node ends once a new one has been ready for this long. The new ones
   * run the program of a checkout, of this one unless given; its `slipway migrate` runs first.
   */
  upgradeAll(minReadyMs: number, checkout?: string): Promise<void>;
  /** Resolves when every node says that it is ready, and each gateway that no service is missing. */
  untilReady(): Promise<void>;
  /** Gateways, services, bus, database, in this order. */
  stop(): Promise<void>;
}

/** On a busy machine, on which eighteen processes start at once. */
const readyMsMax = 300_000;
const settleMs = 1_000;

/** Starts everything and resolves when it is ready; what dies afterwards is started again. */
export async function startLocalCluster(options: LocalClusterOptions): Promise<LocalCluster> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).toReversed()) await each();
  };
  try {
    return { ...(await startAll(options, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Adds to `stops` what ends each part, as soon as the part has started. */
async function startAll(
  options: LocalClusterOptions,
  stops: (() => Promise<unknown>)[],
): Promise<Omit<LocalCluster, "stop">> {
  const database = await startDatabase(options);
  stops.push(() => database.stop());
  const { uri: mongodbUri } = database;
  const migrate = (checkout?: string): Promise<void> =>
    migrateAs({ ...options, mongodbUri, checkout });
  await migrate(options.checkout);
  const nats = await startNats(options);
  stops.push(() => nats.process.stop());
  const makeNode = await nodeMaker(options, { natsUrlOf: nats.urlOf, mongodbUri });
  const nodes: ClusterNode[] = [];
  for (const member of membersOf(options.layout ?? eachTwice))
    nodes.push(await makeNode(member, options.checkout));
  for (const isGateway of [false, true]) stops.push(() => stopNodes(nodes, isGateway));
  await Promise.all(nodes.map((node) => node.process.start()));
  const natsUrl = nats.urlOf(operatorRole);
  const broker = operatorBroker(natsUrl, options);
  await broker.start();
  stops.push(() => broker.stop());
  await untilAllReady(nodes);
  const urls = nodes.filter(({ isGateway }) => isGateway).map(({ url }) => url);
  const balancer = await balancerBefore(urls, options);
  if (balancer) stops.push(() => balancer.stop());
  const addresses = { urls, balancerUrl: balancer?.url, natsUrl, mongodbUri };
  return {
    ...addresses,
    broker,
    ...processesOf({ database, nats: nats.process, nodes }),
    makeFirstTenant: () => makeFirstTenant(options.directory, broker),
    rollingRestart: () => restartInTurn(nodes),
    async upgradeAll(minReadyMs, checkout) {
      await migrate(checkout);
      await replaceNodes(nodes, { makeNode, balancer, minReadyMs, checkout });
    },
    untilReady: () => untilAllReady(nodes),
  };
}

/** A node that serves nothing. */
function operatorBroker(
  natsUrl: string,
  { databasePrefix: namespace }: LocalClusterOptions,
): ServiceBroker {
  const own = `local-cluster-${process.pid}-${randomBytes(4).toString("hex")}`;
  return createBroker({ nodeId: `${operatorRole}.${own}`, natsUrl, namespace });
}

interface Processes {
  readonly database: Database;
  readonly nats: KeptProcess;
  /** The nodes of the moment: an upgrade replaces them. */
  readonly nodes: readonly ClusterNode[];
}

/** The processes by their names. */
function processesOf({
  database,
  nats,
  nodes,
}: Processes): Pick<LocalCluster, "names" | "pid" | "kill" | "restart"> {
  const kept = (): KeptProcess[] => [nats, ...nodes.map((node) => node.process)];
  const named = (name: string): KeptProcess | undefined =>
    kept().find((each) => each.name === name);
  return {
    names: [...kept().map(({ name }) => name), ...(database.kind === "uri" ? [] : ["database"])],
    pid: (name) => named(name)?.pid(),
    async kill(name, downMs) {
      if (name === "database") await keepDown(database, downMs);
      else await named(name)?.end("SIGKILL", downMs);
    },
    async restart(name) {
      await named(name)?.end("SIGTERM");
    },
  };
}

function startDatabase({ directory, mongodbUri, print }: LocalClusterOptions): Promise<Database> {
  return openDatabase({ directory, mongodbUri, log: (line) => print("database", line) });
}

async function stopNodes(nodes: readonly ClusterNode[], isGateway: boolean): Promise<void> {
  const these = nodes.filter((node) => node.isGateway === isGateway);
  await Promise.all(these.map((node) => node.process.stop()));
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

type NatsParts = NatsUser["parts"];

/** A nats-server with a user for each kind of process, as docs/deploy.md has it. */
async function startNats({
  directory,
  databasePrefix,
  layout = eachTwice,
  print,
}: LocalClusterOptions): Promise<{ urlOf: (parts: NatsParts) => string; process: KeptProcess }> {
  const port = await freePort();
  const users = usersOf(layout);
  const authorization = await natsUsersText([...users.values()], databasePrefix);
  let server: NatsServer | undefined;
  const kept = new KeptProcess({
    name: "nats-server",
    async launch() {
      server = await startNatsServer({
        directory: join(directory, "nats"),
        port,
        authorization,
        log: (line) => print("nats-server", line),
      });
      return server.child;
    },
    print: (line) => print("nats-server", line),
  });
  await kept.start();
  const urlOf = (parts: NatsParts): string => {
    const user = users.get(String(parts));
    assert(server && user, `no user of NATS runs ${String(parts)}`);
    return server.urlOf(user);
  };
  return { urlOf, process: kept };
}

function usersOf(layout: readonly Group[]): Map<string, NatsUser> {
  const kinds: NatsParts[] = [operatorRole, ...layout.map(({ parts }) => parts)];
  return new Map(
    kinds.map((parts) => {
      const name = parts === operatorRole ? parts : roleOfParts(parts);
      return [String(parts), { name, password: randomBytes(24).toString("base64url"), parts }];
    }),
  );
}

async function restartInTurn(nodes: readonly ClusterNode[]): Promise<void> {
  for (const node of nodes) {
    await node.process.end("SIGTERM");
    await untilAllReady(nodes);
    // Waits, like minReadySeconds of Kubernetes, until every other node hears that this one is back.
    await pause(settleMs);
  }
}

interface Upgrade {
  readonly makeNode: MakeNode;
  readonly balancer: Balancer | undefined;
  readonly minReadyMs: number;
  readonly checkout: string | undefined;
}

/** Changes the list of nodes: what has begun is in it, what is gone is not. */
async function replaceNodes(nodes: ClusterNode[], upgrade: Upgrade): Promise<void> {
  const { makeNode, balancer, minReadyMs, checkout } = upgrade;
  const groups = Map.groupBy(nodes, ({ group }) => group);
  const replaceGroup = (old: readonly ClusterNode[], group: string): Promise<void> => {
    let begun = Math.max(...old.map(({ index }) => index));
    const [{ parts, isGateway }] = old as [ClusterNode];
    return replaceAll({
      old,
      async start() {
        const node = await makeNode({ group, index: ++begun, parts }, checkout);
        nodes.push(node);
        await node.process.start();
        if (isGateway) balancer?.add(new URL(node.url));
        return node;
      },
      untilAvailable: (node) => untilAvailable(node, minReadyMs),
      async stop(node) {
        await node.process.stop();
        nodes.splice(nodes.indexOf(node), 1);
        if (isGateway) balancer?.remove(new URL(node.url));
      },
    });
  };
  await Promise.all([...groups].map(([group, old]) => replaceGroup(old, group)));
}

async function untilAllReady(nodes: readonly ClusterNode[]): Promise<void> {
  const until = performance.now() + readyMsMax;
  for (const { process, url } of nodes) {
    while (!(await isWhole(url))) {
      if (performance.now() > until)
        throw new Error(`${process.name} is not ready after ${readyMsMax / 1_000} s`);
      await pause(50);
    }
  }
}
