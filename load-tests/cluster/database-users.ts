/**
 * The users of the simulated replica set: log-in by SCRAM-SHA-256, the commands that keep users, and the rights of their
 * roles. The embedded engine has no users, so what a mongod would refuse is refused before it.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from "node:crypto";
import type { Guard } from "@slipway/dev/replica-set";
import { BSON, Binary } from "mongodb";

interface Role {
  readonly role: string;
  readonly db: string;
}

interface User {
  readonly user: string;
  readonly roles: readonly Role[];
  readonly customData?: object | undefined;
  readonly scram: Scram;
}

/** The stored form of a password. */
interface Scram {
  readonly salt: Buffer;
  readonly storedKey: Buffer;
  readonly serverKey: Buffer;
}

type Command = Parameters<Guard["answer"]>[0];

/** The passwords and roles of the users that the installation of the database makes, by name. */
export type FirstUsers = ReadonlyMap<string, { password: string; roles: readonly Role[] }>;

const iterations = 4_096;
/** Commands that a mongod answers to everybody. */
const open = setOf("ping buildInfo buildinfo endSessions connectionStatus logout");
const reads = setOf(
  "find getMore aggregate count distinct listCollections listIndexes collStats dbStats killCursors",
);
const writes = setOf(
  "insert update delete findAndModify findandmodify create createIndexes drop dropIndexes collMod",
);
const keepsUsers = setOf("usersInfo createUser updateUser dropUser");
const codes = { unauthorized: 13, authenticationFailed: 18, userExists: 51_003, noUser: 11 };

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** @param first read at each log-in: the users may be made after the database */
export function databaseUsers(first: () => FirstUsers): { guard(): Guard } {
  const users = new Map<string, User>();
  const find = (name: string): User | undefined => {
    const given = first().get(name);
    if (given !== undefined && !users.has(name))
      users.set(name, { user: name, roles: given.roles, scram: scramOf(given.password) });
    return users.get(name);
  };
  return { guard: () => guardOf(users, find) };
}

function guardOf(users: Map<string, User>, find: (name: string) => User | undefined): Guard {
  const logIn = logInOf(find);
  return {
    greeting: (command) =>
      command.field("saslSupportedMechs") === undefined
        ? {}
        : { saslSupportedMechs: ["SCRAM-SHA-256"] },
    answer(command) {
      const { name } = command;
      if (name === "saslStart" || name === "saslContinue") return logIn.answer(command);
      if (open.has(name)) return undefined;
      const user = logIn.user();
      const refused = `not authorized on ${command.database} to execute command ${name}`;
      if (user === undefined || !mayDo(user, command))
        return refusal(codes.unauthorized, "Unauthorized", refused);
      return keepsUsers.has(name) ? keepUser(users, command) : undefined;
    },
  };
}

function mayDo({ roles }: User, { name, database }: Command): boolean {
  return roles.some(({ role, db }) => {
    if (role === "root") return true;
    if (role === "userAdminAnyDatabase") return keepsUsers.has(name);
    if (role === "backup") return reads.has(name) || name === "listDatabases";
    return role === "readWrite" && db === database && (reads.has(name) || writes.has(name));
  });
}

/** The commands of who administers users. */
function keepUser(users: Map<string, User>, command: Command): Buffer {
  const { name } = command;
  if (name === "usersInfo") {
    const listed = [...users.values()].map(({ scram: _, ...user }) => ({
      _id: `admin.${user.user}`,
      db: "admin",
      ...user,
    }));
    return reply({ users: listed });
  }
  const user = String(command.field(name));
  const known = users.get(user);
  if (name === "createUser" && known !== undefined)
    return refusal(codes.userExists, "Location51003", `User "${user}@admin" already exists`);
  if (name !== "createUser" && known === undefined)
    return refusal(codes.noUser, "UserNotFound", `User '${user}@admin' not found`);
  if (name === "dropUser") users.delete(user);
  else {
    const password = command.field("pwd") as string | undefined;
    const scram = password === undefined ? known?.scram : scramOf(password);
    const roles = (command.field("roles") as readonly Role[] | undefined) ?? known?.roles;
    const customData = (command.field("customData") as object | undefined) ?? known?.customData;
    if (scram === undefined || roles === undefined)
      return refusal(9, "FailedToParse", "a user needs a password and roles");
    users.set(user, { user, roles, customData, scram });
  }
  return reply({});
}

/** One connection's log-in (RFC 5802 and 7677). */
function logInOf(find: (name: string) => User | undefined) {
  let user: User | undefined;
  let asked: { user: User; begun: string; nonce: string; skipsEmpty: boolean } | undefined;

  function start(command: Command): Buffer {
    const [, begun = "", name = "", theirs = ""] =
      /^n,,(n=([^,]*),r=(.*))$/.exec(payloadOf(command)) ?? [];
    const found = find(name.replaceAll("=2C", ",").replaceAll("=3D", "="));
    if (found === undefined || command.field("mechanism") !== "SCRAM-SHA-256") return failed();
    const nonce = theirs + randomBytes(18).toString("base64");
    const first = `r=${nonce},s=${found.scram.salt.toString("base64")},i=${iterations}`;
    const { skipEmptyExchange } = (command.field("options") ?? {}) as Record<string, unknown>;
    const skipsEmpty = skipEmptyExchange === true;
    asked = { user: found, begun: `${begun},${first}`, nonce, skipsEmpty };
    return step(first, false);
  }

  function proceed(command: Command): Buffer {
    const text = payloadOf(command);
    if (asked === undefined) return failed();
    if (text === "" && user !== undefined) return step("", true);
    const [, bare = "", nonce, proof = ""] = /^(c=biws,r=([^,]*)),p=(.*)$/.exec(text) ?? [];
    const { storedKey, serverKey } = asked.user.scram;
    const message = `${asked.begun},${bare}`;
    const signature = hmac(storedKey, message);
    const clientKey = xor(Buffer.from(proof, "base64"), signature);
    if (nonce !== asked.nonce || !timingSafeEqual(sha256(clientKey), storedKey)) return failed();
    user = asked.user;
    return step(`v=${hmac(serverKey, message).toString("base64")}`, asked.skipsEmpty);
  }

  return {
    user: () => user,
    answer: (command: Command) =>
      command.name === "saslStart" ? start(command) : proceed(command),
  };
}

function payloadOf(command: Command): string {
  return (command.field("payload") as Binary).toString("utf8");
}

function step(text: string, done: boolean): Buffer {
  return reply({ conversationId: 1, done, payload: new Binary(Buffer.from(text)) });
}

function failed(): Buffer {
  return refusal(codes.authenticationFailed, "AuthenticationFailed", "Authentication failed.");
}

function scramOf(password: string): Scram {
  const salt = randomBytes(28);
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const storedKey = sha256(hmac(salted, "Client Key"));
  return { salt, storedKey, serverKey: hmac(salted, "Server Key") };
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

function xor(one: Buffer, other: Buffer): Buffer {
  return Buffer.from(other.map((byte, at) => byte ^ (one[at] ?? 0)));
}

function reply(fields: object): Buffer {
  return Buffer.from(BSON.serialize({ ...fields, ok: 1 }));
}

function refusal(code: number, codeName: string, errmsg: string): Buffer {
  return Buffer.from(BSON.serialize({ ok: 0, errmsg, code, codeName }));
}
