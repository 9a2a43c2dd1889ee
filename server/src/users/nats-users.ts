/** The users of NATS, each with the subjects that its processes need and no other. */
import { operatorRole } from "@slipway/contracts";
import { type Permissions, permissionsOf, prefixOf } from "@slipway/nats";
import { type Part, actionsCalledBy, roleOfParts } from "./roles.ts";

/** A user of processes that run the same parts, or of the command line. */
export interface NatsUser {
  readonly name: string;
  readonly password: string;
  readonly parts: readonly Part[] | typeof operatorRole;
}

/**
 * A piece of nats-server's configuration: `authorization` with these users. By `nats-server --signal reload` the server
 * reads it anew, and users that stay notice nothing.
 * @param namespace DATABASE_PREFIX, by which nodes of one installation meet
 */
export async function natsUsersText(
  users: readonly NatsUser[],
  namespace: string,
): Promise<string> {
  const blocks: string[] = [];
  for (const user of users) blocks.push(await blockOf(user, namespace));
  return `authorization {\n  users = [\n${blocks.join("\n")}\n  ]\n}\n`;
}

/** The secret that has the passwords, in the namespace of NATS. */
export const natsSecret = "nats-slipway";

/** The key of a user's password there: Kubernetes takes no plus sign, which a process of several services has. */
export function natsSecretKey(name: string): string {
  return name.replaceAll("+", ".");
}

/** The same users as values of the official chart of NATS: its pods take the passwords from a secret. */
export async function natsValuesText(
  users: readonly NatsUser[],
  namespace: string,
): Promise<string> {
  const env: Record<string, object> = {};
  const listed: object[] = [];
  for (const { name, parts } of users) {
    const variable = name.replaceAll(/\W/g, "_").toUpperCase();
    env[variable] = { valueFrom: { secretKeyRef: { name: natsSecret, key: natsSecretKey(name) } } };
    const permissions = await permissionsFor(parts, namespace);
    listed.push({ user: name, password: `<< $${variable} >>`, permissions });
  }
  const values = {
    config: { merge: { authorization: { users: listed } } },
    container: { env },
  };
  // JSON is YAML.
  return `${JSON.stringify(values, null, 2)}\n`;
}

async function permissionsFor(parts: NatsUser["parts"], namespace: string): Promise<Permissions> {
  const isOperator = parts === operatorRole;
  const role = isOperator ? operatorRole : roleOfParts(parts);
  const actions = await actionsCalledBy(isOperator ? [operatorRole] : parts);
  return permissionsOf(prefixOf(namespace), role, actions);
}

async function blockOf({ name, password, parts }: NatsUser, namespace: string): Promise<string> {
  const { publish, subscribe } = await permissionsFor(parts, namespace);
  return [
    "    {",
    `      user: ${JSON.stringify(name)}`,
    `      password: ${JSON.stringify(password)}`,
    "      permissions: {",
    `        publish: ${listText(publish)}`,
    `        subscribe: ${listText(subscribe)}`,
    "      }",
    "    }",
  ].join("\n");
}

function listText(subjects: readonly string[]): string {
  const lines = subjects.map((subject) => `          ${JSON.stringify(subject)}`);
  return `[\n${lines.join("\n")}\n        ]`;
}
