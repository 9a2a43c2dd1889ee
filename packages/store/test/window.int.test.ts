import { afterAll, beforeAll, expect, it } from "@jest/globals";
import mongoose, { type mongo } from "mongoose";
import { testDatabase } from "../src/testing.ts";
import { type Window, windowBefore } from "../src/pages/window.ts";

interface Note {
  _id: string;
  tenantId: string;
  at: Date;
}

type Wanted = Parameters<typeof windowBefore<Note>>[2];
const hint = { tenantId: 1, at: -1, _id: -1 } as const;
let client: mongo.MongoClient;
let notes: mongo.Collection<Note>;

beforeAll(async () => {
  const { uri, name } = testDatabase(import.meta.url);
  client = await new mongoose.mongo.MongoClient(uri).connect();
  notes = client.db(name).collection("notes");
  await notes.createIndexes([{ key: hint }]);
});
afterAll(() => client.close());

/** The ids of each window, newest first. */
async function windowsOf(instants: readonly number[], documentsMax: number): Promise<string[][]> {
  await notes.deleteMany({});
  const others = { _id: "other", tenantId: "ten_2", at: new Date(5) };
  const own = instants.map((at, place) => ({
    _id: `n${place}`,
    tenantId: "ten_1",
    at: new Date(at),
  }));
  await notes.insertMany([others, ...own]);
  const windows: string[][] = [];
  let before: Date | null = null;
  do {
    const wanted: Wanted = { field: "at", hint, before, documentsMax };
    const window: Window = await windowBefore<Note>(notes, "ten_1", wanted);
    const filter = { tenantId: "ten_1", ...window.filter };
    const found = await notes.find(filter, { sort: { at: -1, _id: -1 } }).toArray();
    windows.push(found.map(({ _id }) => _id));
    before = window.before;
  } while (before !== null);
  return windows;
}

it.each<[string, number[], string[][]]>([
  ["no document", [], [[]]],
  ["fewer than a window has", [1, 2], [["n1", "n0"]]],
  [
    "more",
    [1, 2, 3, 4, 5],
    [
      ["n4", "n3", "n2"],
      ["n1", "n0"],
    ],
  ],
  ["many of one instant, none left out", [1, 7, 7, 7, 7], [["n4", "n3", "n2", "n1"], ["n0"]]],
])("windows have each document once: %s", async (_name, instants, windows) => {
  expect(await windowsOf(instants, 2)).toEqual(windows);
});
