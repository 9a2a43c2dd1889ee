/** The database of the rehearsal lets in its users alone, and each to what a mongod would let it do. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { freePort } from "@slipway/dev/free-port";
import { type MemberListener, type ReplicaSet, startReplicaSet } from "@slipway/dev/replica-set";
import { MongoClient, type MongoServerError } from "mongodb";
import { createServer } from "node:net";
import { testDatabase } from "../../packages/store/src/testing.ts";
import { databaseUsers } from "../cluster/database-users.ts";

const { uri, name } = testDatabase(import.meta.url);
const unauthorized = 13;
const authenticationFailed = 18;
let set: ReplicaSet;

beforeAll(async () => {
  const first = new Map(
    Object.entries({ users: "userAdminAnyDatabase", backup: "backup", restore: "root" }).map(
      ([user, role]) => [user, { password: `of ${user}`, roles: [{ role, db: "admin" }] }],
    ),
  );
  const users = databaseUsers(() => first);
  const listeners: MemberListener[] = [];
  for (let member = 0; member < 3; member++) {
    const port = await freePort();
    const host = "127.0.0.1";
    const address = `${host}:${port}`;
    listeners.push({ address, host, port, createServer, guard: () => users.guard() });
  }
  set = await startReplicaSet(uri, { name: "db", listeners });
});
afterAll(() => set.close());

/** Answers the result, or the code of the server's error. */
async function as<Result>(
  user: string,
  work: (client: MongoClient) => Promise<Result>,
): Promise<Result | number> {
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(`of ${user}`)}@`;
  const client = new MongoClient(`${set.uri.replace("//", `//${login}`)}&authSource=admin`);
  try {
    return await work(client);
  } catch (error) {
    return Number((error as MongoServerError).code);
  } finally {
    await client.close();
  }
}

const insert = (client: MongoClient): Promise<boolean> =>
  client
    .db(name)
    .collection("things")
    .insertOne({})
    .then(({ acknowledged }) => acknowledged);
const count = (client: MongoClient): Promise<number> =>
  client.db(name).collection("things").countDocuments();

it("lets in who has the password, and gives each user the rights of its role", async () => {
  const make = (client: MongoClient, db: string) =>
    client
      .db("admin")
      .command({ createUser: `of ${db}`, pwd: `of of ${db}`, roles: [{ role: "readWrite", db }] });
  expect(await as("nobody", count)).toBe(authenticationFailed);
  expect(await as("users", (client) => make(client, name))).toMatchObject({ ok: 1 });
  expect(await as("users", (client) => make(client, "another"))).toMatchObject({ ok: 1 });
  expect(await as("users", count)).toBe(unauthorized);
  expect(await as(`of ${name}`, insert)).toBe(true);
  expect(await as("of another", insert)).toBe(unauthorized);
  expect(await as("of another", count)).toBe(unauthorized);
  expect(await as(`of ${name}`, (client) => make(client, "third"))).toBe(unauthorized);
  expect(await as("backup", count)).toBe(1);
  expect(await as("backup", insert)).toBe(unauthorized);
  expect(await as("restore", insert)).toBe(true);
});

it("asks for the password that a user was given last, and forgets one that was dropped", async () => {
  const command = (given: object) => as("users", (client) => client.db("admin").command(given));
  await command({ createUser: "guest", pwd: "another", roles: [{ role: "readWrite", db: name }] });
  expect(await as("guest", count)).toBe(authenticationFailed);
  await command({ updateUser: "guest", pwd: "of guest" });
  expect(await as("guest", count)).toBe(2);
  const { users } = (await command({ usersInfo: 1 })) as { users: { user: string }[] };
  expect(users.map(({ user }) => user)).toContain("guest");
  await command({ dropUser: "guest" });
  expect(await as("guest", count)).toBe(authenticationFailed);
});
