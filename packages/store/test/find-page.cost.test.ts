/** How many commands a page of a list takes. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import mongoose, { type mongo } from "mongoose";
import { findPage } from "../src/pages/find-page.ts";
import { testDatabase } from "../src/testing.ts";

interface Note {
  _id: string;
  tenantId: string;
  text: string;
}

let client: mongo.MongoClient;
let notes: mongo.Collection<Note>;
const commands: string[] = [];
const tenantId = "ten_1";

beforeAll(async () => {
  const { uri, name } = testDatabase(import.meta.url);
  client = await new mongoose.mongo.MongoClient(uri, { monitorCommands: true }).connect();
  notes = client.db(name).collection("notes");
  await notes.createIndexes([{ key: { tenantId: 1, _id: 1 } }]);
  client.on("commandStarted", ({ commandName }) => commands.push(commandName));
});
afterAll(() => client.close());

async function list(): Promise<string[]> {
  const itemOf = ({ _id, text }: Note) => ({ _id, text });
  const query = { sort: { _id: 1 }, limit: 50, bytesMax: 10_000, itemOf } as const;
  const { items } = await findPage(notes, { tenantId }, query);
  return items.map(({ _id }) => _id);
}

it("is one read where all that is known of a tenant is small, else a look at sizes before it", async () => {
  const small = ["n0", "n1", "n2"].map((_id) => ({ _id, tenantId, text: "small" }));
  await notes.insertMany(small);
  await list();
  commands.length = 0;
  expect(await list()).toEqual(["n0", "n1", "n2"]);
  expect(commands).toEqual(["find"]);
  await notes.insertOne({ _id: "n3", tenantId, text: "x".repeat(9_000) });
  await list();
  commands.length = 0;
  expect(await list()).toEqual(["n0", "n1", "n2", "n3"]);
  expect(commands).toEqual(["aggregate", "find"]);
});
