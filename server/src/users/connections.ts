/** Users of NATS and of MongoDB, one of each for every process. One command makes, rotates and retires them. */
import { randomBytes } from "node:crypto";
import { operatorRole } from "@slipway/contracts";
import { type ServiceName, serviceNames } from "../service-names.ts";
import { type MongodbUser, mongodbUsersText } from "./mongodb-users.ts";
import {
  type NatsUser,
  natsSecret,
  natsSecretKey,
  natsUsersText,
  natsValuesText,
} from "./nats-users.ts";
import type { Part } from "./roles.ts";

interface Secret {
  readonly name: string;
  readonly password: string;
}

/** The users of a kind of process, the newest first: it is the one to connect with, the others still may. */
interface Kind {
  /** Services joined by +, such as bookings or webhooks+sync; gateway; or operator. */
  readonly process: string;
  readonly users: readonly Secret[];
}

/** All that the command remembers, as a file keeps it. */
export interface Connections {
  /** DATABASE_PREFIX. */
  readonly prefix: string;
  /** NATS_URL without user and password. */
  readonly nats: string;
  /** MONGODB_URI without them. */
  readonly mongodb: string;
  readonly kinds: readonly Kind[];
}

/** A process for each service, one for the gateway. */
export const eachItsOwn: readonly string[] = [...serviceNames, "gateway"];

/** First users of all these processes, and of the operator. */
export function newConnections(
  where: Omit<Connections, "kinds">,
  processes: readonly string[] = eachItsOwn,
): Connections {
  const kinds = [...processes, operatorRole].map((process) => ({
    process,
    users: [aSecret(where.prefix, process, 1)],
  }));
  return { ...where, kinds };
}

/** Adds a user for each kind of process, or for one. Processes use it from now on; the earlier users stay valid. */
export function rotated(connections: Connections, process?: string): Connections {
  const kinds = connections.kinds.map((kind) => {
    if (process !== undefined && kind.process !== process) return kind;
    const generation = 1 + Math.max(...kind.users.map(({ name }) => generationOf(name)));
    const next = aSecret(connections.prefix, kind.process, generation);
    return { ...kind, users: [next, ...kind.users] };
  });
  return { ...connections, kinds };
}

/** Without the users that are no longer connected with. */
export function retired(connections: Connections): Connections {
  const kinds = connections.kinds.map((kind) => ({ ...kind, users: kind.users.slice(0, 1) }));
  return { ...connections, kinds };
}

/** Named by their contents: what servers and processes are to be given. */
export async function filesOf(connections: Connections): Promise<Map<string, string>> {
  const { prefix, kinds } = connections;
  const natsUsers = kinds.flatMap(({ process, users }): NatsUser[] =>
    users.map((user) => ({ ...user, parts: partsOf(process) })),
  );
  const mongodbUsers = kinds.flatMap(({ process, users }): MongodbUser[] => {
    const services = servicesOf(process);
    return services.length === 0 ? [] : users.map((user) => ({ ...user, services }));
  });
  const files = new Map([
    ["nats-users.conf", await natsUsersText(natsUsers, prefix)],
    ["nats-values.yaml", await natsValuesText(natsUsers, prefix)],
    ["mongodb-users.js", mongodbUsersText(mongodbUsers, prefix)],
    ["kubernetes.yaml", kubernetesText(connections, natsUsers)],
  ]);
  for (const { process } of kinds) files.set(`${process}.env`, envText(connections, process));
  return files;
}

function aSecret(prefix: string, process: string, generation: number): Secret {
  return {
    name: `${prefix}-${process}-${generation}`,
    // It means nothing in a URL or in JSON, and is no number to nats-server.
    password: `p${randomBytes(24).toString("hex")}`,
  };
}

function generationOf(name: string): number {
  return Number(name.slice(name.lastIndexOf("-") + 1));
}

/** The parts of a process; throws a sentence for one that is unknown. */
export function partsOf(process: string): NatsUser["parts"] {
  if (process === operatorRole) return operatorRole;
  const parts = process.split("+");
  const unknown = parts.find((part) => !eachItsOwn.includes(part));
  if (unknown !== undefined)
    throw new Error(`There is no ${unknown}; there are: ${eachItsOwn.join(", ")}.`);
  return parts as Part[];
}

function servicesOf(process: string): ServiceName[] {
  return serviceNames.filter((name) => process.split("+").includes(name));
}

/** As NATS_URL and MONGODB_URI take it. */
function urlsOf(
  { nats, mongodb, kinds }: Connections,
  process: string,
): { natsUrl: string; mongodbUri: string | undefined } {
  const [user] = kinds.find((kind) => kind.process === process)?.users ?? [];
  if (!user) throw new Error(`There is no user of ${process}.`);
  const login = `${encodeURIComponent(user.name)}:${user.password}@`;
  const natsUrl = nats
    .split(",")
    .map((url) => url.trim().replace("://", `://${login}`))
    .join(",");
  const mongodbUri = withSource(mongodb.replace("://", `://${login}`));
  return { natsUrl, mongodbUri: servicesOf(process).length === 0 ? undefined : mongodbUri };
}

/** The users are those of the database admin. */
function withSource(uri: string): string {
  if (/[?&]authSource=/.test(uri)) return uri;
  if (uri.includes("?")) return `${uri}&authSource=admin`;
  return uri.split("://")[1]?.includes("/")
    ? `${uri}?authSource=admin`
    : `${uri}/?authSource=admin`;
}

function envText(connections: Connections, process: string): string {
  const { natsUrl, mongodbUri } = urlsOf(connections, process);
  const parts = partsOf(process);
  return [
    ...(parts === operatorRole ? [] : [`SERVICES=${parts.join(",")}`]),
    `DATABASE_PREFIX=${connections.prefix}`,
    `NATS_URL=${natsUrl}`,
    ...(mongodbUri === undefined ? [] : [`MONGODB_URI=${mongodbUri}`]),
    "",
  ].join("\n");
}

/** Secrets as the chart takes them, with a key for each process, and one for NATS with a key for each user. */
function kubernetesText(connections: Connections, natsUsers: readonly NatsUser[]): string {
  const urls = connections.kinds.map(
    ({ process }) => [chartKey(process), urlsOf(connections, process)] as const,
  );
  return [
    secretText(
      { name: "slipway-nats", namespace: "slipway" },
      urls.map(([key, { natsUrl }]) => [key, natsUrl]),
    ),
    secretText(
      { name: "slipway-mongodb", namespace: "slipway" },
      urls.flatMap(([key, { mongodbUri }]) => (mongodbUri ? [[key, mongodbUri]] : [])),
    ),
    secretText(
      { name: natsSecret, namespace: "nats" },
      natsUsers.map(({ name, password }) => [natsSecretKey(name), password]),
    ),
  ].join("---\n");
}

/** The chart names the services of a pod in the order of the alphabet; Kubernetes takes no plus sign in a key. */
function chartKey(process: string): string {
  return process.split("+").toSorted().join(".");
}

function secretText(
  { name, namespace }: { name: string; namespace: string },
  data: readonly (readonly string[])[],
): string {
  const lines = data.map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`);
  const head = `apiVersion: v1\nkind: Secret\nmetadata: { name: ${name}, namespace: ${namespace} }`;
  return `${head}\ntype: Opaque\nstringData:\n${lines.join("\n")}\n`;
}
