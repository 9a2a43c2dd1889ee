import { afterAll, beforeAll, expect, it } from "@jest/globals";
import mongoose, { type mongo } from "mongoose";
import { testDatabase } from "../src/testing.ts";
import { readBatches } from "../src/index.ts";

interface Note {
  _id: string;
  tenantId: string;
  createdAt: Date;
  text: string;
}

let client: mongo.MongoClient;
let notes: mongo.Collection<Note>;
const commands: string[] = [];
const tenantId = "ten_1";
const count = 10_007;

beforeAll(async () => {
  const { uri, name } = testDatabase(import.meta.url);
  client = await new mongoose.mongo.MongoClient(uri, { monitorCommands: true }).connect();
  notes = client.db(name).collection("notes");
  await notes.createIndexes([{ key: { tenantId: 1, createdAt: -1, _id: -1 } }]);
  const own = Array.from({ length: count }, (_, index) => ({
    _id: `n${String(index).padStart(5, "0")}`,
    tenantId,
    // Seven of each instant, so that pieces end within one.
    createdAt: new Date(1_800_000_000_000 + Math.floor(index / 7)),
    text: index % 2 === 0 ? "even" : "odd",
  }));
  await notes.insertMany([...own, { ...own[0], _id: "other", tenantId: "ten_2" } as Note]);
  client.on("commandStarted", ({ commandName }) => commands.push(commandName));
});
afterAll(() => client.close());

async function idsOf(filter: object, max = Infinity): Promise<string[]> {
  commands.length = 0;
  const ids: string[] = [];
  const projection = { createdAt: 1 } as const;
  for await (const { _id } of readBatches(notes, { tenantId, ...filter }, projection))
    if (ids.push(_id) === max) break;
  return ids;
}

it("reads each document once, oldest first, with a statement for each piece", async () => {
  const all = await idsOf({});
  expect(all).toHaveLength(count);
  expect(all).toEqual([...new Set(all)].toSorted());
  expect(commands).toEqual(["find", "find", "find"]);
});

it("reads those that match, and no further piece for a reader that has left", async () => {
  expect(await idsOf({ text: "odd" })).toHaveLength(5_003);
  expect(await idsOf({}, 10)).toHaveLength(10);
  expect(commands).toEqual(["find"]);
});
