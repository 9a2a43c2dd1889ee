/** The users of NATS, each with the subjects that its processes need and no other. */
import { operatorRole } from "@slipway/contracts";
import { permissionsOf, prefixOf } from "@slipway/nats";
import { type Part, actionsCalledBy, roleOfParts } from "./roles.ts";

/** A user of processes that run the same parts, or of the command line. */
export interface NatsUser {
  readonly name: string;
  readonly password: string;
  readonly parts: readonly Part[] | typeof operatorRole;
}

/**
 * A piece of nats-server's configuration, which takes JSON: `authorization` with these users. By `nats-server --signal
 * reload` the server reads it anew, and users that stay notice nothing.
 * @param namespace DATABASE_PREFIX, by which nodes of one installation meet
 */
export async function natsUsersText(
  users: readonly NatsUser[],
  namespace: string,
): Promise<string> {
  const listed: object[] = [];
  for (const user of users) listed.push(await listedUser(user, user.password, namespace));
  return `authorization ${JSON.stringify({ users: listed }, null, 2)}\n`;
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
  for (const user of users) {
    const variable = user.name.replaceAll(/\W/g, "_").toUpperCase();
    const key = natsSecretKey(user.name);
    env[variable] = { valueFrom: { secretKeyRef: { name: natsSecret, key } } };
    listed.push(await listedUser(user, `<< $${variable} >>`, namespace));
  }
  const values = {
    config: { merge: { authorization: { users: listed } } },
    container: { env },
  };
  // JSON is YAML.
  return `${JSON.stringify(values, null, 2)}\n`;
}

async function listedUser(
  { name, parts }: NatsUser,
  password: string,
  namespace: string,
): Promise<object> {
  const isOperator = parts === operatorRole;
  const role = isOperator ? operatorRole : roleOfParts(parts);
  const actions = await actionsCalledBy(isOperator ? [operatorRole] : parts);
  return { user: name, password, permissions: permissionsOf(prefixOf(namespace), role, actions) };
}
