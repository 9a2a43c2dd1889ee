/** The node processes of a cluster on this machine. */
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../free-port.ts";
import { withOwnSecrets } from "@slipway/server/own-secrets";
import { KeptProcess } from "./kept-process.ts";
import { type Member, nameOf } from "./layout.ts";
import { spawnNode } from "./node-process.ts";

export interface NodeOptions {
  /** Directory of the data, the secrets and, unless a MongoDB is given, the database. */
  directory: string;
  databasePrefix: string;
  /** The first gateway's; the next has the next one. 0 or none: any free ones. */
  port?: number;
  /** A balancer before the gateways has `port`, and they drain as behind a Service: it follows /readyz. */
  balanced?: boolean;
  host?: string;
  /** The checkout whose program the first nodes run, such as an earlier release; this one unless given. */
  checkout?: string;
  /** Further settings of every node. */
  env?: Readonly<Record<string, string>>;
  /** Takes the lines that the processes print. */
  print: (name: string, line: string) => void;
}

export interface ClusterNode extends Member {
  /** Address of its gateway, or of its probes. */
  readonly url: string;
  readonly isGateway: boolean;
  readonly process: KeptProcess;
}

/** Makes a node, which is not started yet, with the program of a checkout; of this one unless given. */
export type MakeNode = (member: Member, checkout?: string) => Promise<ClusterNode>;

/** Twice as long as the balancer and its clients need to see that a gateway goes. */
const balancedDrainSeconds = 2;

/** Returns the function that makes the nodes of one cluster, which share their secrets. */
export async function nodeMaker(
  options: NodeOptions,
  { natsUrlOf, mongodbUri }: { natsUrlOf: (parts: Member["parts"]) => string; mongodbUri: string },
): Promise<MakeNode> {
  const { directory, databasePrefix, print, host = "127.0.0.1", env = {} } = options;
  const { AUTH_PEPPER, SECRETS_KEYS } = await withOwnSecrets(env, directory);
  let nextPort = options.balanced ? 0 : (options.port ?? 0);
  return async (member, checkout) => {
    const { parts } = member;
    const name = nameOf(member);
    const isGateway = parts.includes("gateway");
    const port = isGateway && nextPort > 0 ? nextPort++ : await freePort();
    const settings = {
      NATS_URL: natsUrlOf(parts),
      MONGODB_URI: mongodbUri,
      DATABASE_PREFIX: databasePrefix,
      SERVICES: parts.join(","),
      NODE_NAME: name,
      HOST: host,
      PORT: String(port),
      HEALTH_PORT: isGateway ? "" : String(port),
      DRAIN_SECONDS: String(isGateway && options.balanced ? balancedDrainSeconds : 0),
      // Nodes of one machine cannot share a port.
      METRICS_PORT: "",
      ...env,
      AUTH_PEPPER,
      SECRETS_KEYS,
    };
    const launch = (): ReturnType<typeof spawnNode> => spawnNode(settings, checkout);
    const kept = new KeptProcess({ name, launch, print: (line) => print(name, line) });
    return { ...member, url: `http://${host}:${port}`, isGateway, process: kept };
  };
}

/** Kubernetes' progressDeadlineSeconds, unless a Deployment says otherwise. */
const availableMsMax = 600_000;
const lookEveryMs = 250;

/** Resolves when the node has said for so long, without a break, that it is ready. */
export async function untilAvailable(
  { process: { name }, url }: ClusterNode,
  minReadyMs: number,
): Promise<void> {
  const until = performance.now() + availableMsMax;
  let readySince: number | undefined;
  for (;;) {
    const now = performance.now();
    if (now > until) throw new Error(`${name} is not available after ${availableMsMax / 1_000} s`);
    readySince = (await isReady(url)) ? (readySince ?? now) : undefined;
    if (readySince !== undefined && now - readySince >= minReadyMs) return;
    await pause(lookEveryMs);
  }
}

/** Whether the node at this address says that it is ready, as Kubernetes asks. */
async function isReady(url: string): Promise<boolean> {
  return (await readyz(url)) !== undefined;
}

/** True if it is ready and no service is missing: a gateway is ready without most services. */
export async function isWhole(url: string): Promise<boolean> {
  const answer = await readyz(url);
  return answer !== undefined && (answer.missing ?? []).length === 0;
}

/** Undefined: not ready. */
async function readyz(url: string): Promise<{ missing?: string[] } | undefined> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) });
    const answer = (await response.json()) as { missing?: string[] };
    return response.ok ? answer : undefined;
  } catch {
    return undefined;
  }
}
