import { afterAll, beforeAll, beforeEach, expect, it } from "@jest/globals";
import mongoose, { type mongo } from "mongoose";
import { findPage, findPageOf } from "../src/pages/find-page.ts";
import { testDatabase } from "../src/testing.ts";

interface Note {
  _id: string;
  tenantId: string;
  place: number;
  text: string;
}

let client: mongo.MongoClient;
let notes: mongo.Collection<Note>;
const commands: string[] = [];
const tenantId = "ten_1";
const sort = { place: 1, _id: 1 } as const;
const bytesMax = 10_000;
const itemOf = ({ _id, text }: Note) => ({ _id, text });

beforeAll(async () => {
  const { uri, name } = testDatabase(import.meta.url);
  client = await new mongoose.mongo.MongoClient(uri, { monitorCommands: true }).connect();
  client.on("commandStarted", ({ commandName }) => commands.push(commandName));
  notes = client.db(name).collection("notes");
  await notes.createIndexes([{ key: { tenantId: 1, ...sort } }]);
});
beforeEach(async () => {
  await notes.deleteMany({});
  // Known sizes of a tenant's records belong to the collection object that was listed.
  notes = client.db(notes.dbName).collection("notes");
});
afterAll(() => client.close());

async function insert(bytes: readonly number[]): Promise<void> {
  await notes.insertMany(
    bytes.map((size, place) => ({ _id: `n${place}`, tenantId, place, text: "x".repeat(size) })),
  );
}

async function list(limit = 100, collection = notes): Promise<[ids: string, more: boolean]> {
  const { items, more } = await findPage(
    collection,
    { tenantId },
    { sort, limit, bytesMax, itemOf },
  );
  return [items.map(({ _id }) => _id).join(" "), more];
}

/** The collection as it is when this is done between the look at sizes and the read. */
function changedMeanwhile(change: () => Promise<unknown>): mongo.Collection<Note> {
  return new Proxy(notes, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      if (name !== "aggregate") return member.bind(target) as unknown;
      return (stages: object[]) => ({
        async toArray() {
          const found = await target.aggregate(stages).toArray();
          await change();
          return found;
        },
      });
    },
  });
}

it("answers what fits a page, one at least, and whether more follows", async () => {
  await insert([6_000, 3_000, 6_000, 50_000, 10, 10]);
  expect(await list()).toEqual(["n0 n1", true]);
  expect(await list(1)).toEqual(["n0", true]);
  await notes.deleteMany({ place: { $lt: 3 } });
  expect(await list()).toEqual(["n3", true]);
  await notes.deleteMany({ place: { $lt: 4 } });
  expect(await list()).toEqual(["n4 n5", false]);
  expect(await list(2)).toEqual(["n4 n5", false]);
  await notes.deleteMany({});
  expect(await list()).toEqual(["", false]);
});

it("skips nothing that moves behind its end while it is read, and goes on where all have gone", async () => {
  await insert([10, 10, 10]);
  let moves = 0;
  const moving = changedMeanwhile(async () => {
    await notes.updateOne({ _id: "n0" }, { $set: { place: 10 + moves++ } });
  });
  // It moves whenever it is looked at: the page ends before it, and more follows.
  expect(await list(100, moving)).toEqual(["n1 n2", true]);
  const leaving = changedMeanwhile(async () => {
    await notes.deleteMany({ _id: { $in: ["n1", "n2"] } });
  });
  expect(await list(2, leaving)).toEqual(["n0", false]);
});

it("answers a list of ids in their order, as much as fits, and says where one is none", async () => {
  await insert([6_000, 3_000, 3_000]);
  const of = async (...ids: string[]) => {
    const { items, more, missing } = await findPageOf(
      notes,
      { tenantId },
      { ids, limit: 100, bytesMax, itemOf },
    );
    return [items.map(({ _id }) => _id).join(" "), more, missing];
  };
  expect(await of("n2", "n0", "n1")).toEqual(["n2 n0", true, false]);
  expect(await of("n2", "none", "n1")).toEqual(["n2 n1", false, true]);
  expect(await of()).toEqual(["", false, false]);
});

it("goes on in a list of ids where all that fit a page have gone since their sizes were read", async () => {
  await insert([6_000, 3_000, 3_000]);
  const leaving = changedMeanwhile(async () => {
    await notes.deleteMany({ _id: { $in: ["n0", "n1"] } });
  });
  const of = async (...ids: string[]) => {
    const wanted = { ids, limit: 100, bytesMax, itemOf };
    const { items, more, missing } = await findPageOf(leaving, { tenantId }, wanted);
    return [items.map(({ _id }) => _id).join(" "), more, missing];
  };
  expect(await of("n0", "n1", "n2")).toEqual(["n2", false, true]);
  expect(await of("n0", "n1")).toEqual(["", false, true]);
});

it("leaves out what cannot be read, and goes on behind it however little a page has", async () => {
  await insert([10, 10, 10, 10, 10, 10]);
  await notes.updateMany({ _id: { $in: ["n0", "n1", "n2", "n4"] } }, { $set: { text: "bad" } });
  const readable = (note: Note) => {
    if (note.text === "bad") throw new SyntaxError(note.text);
    return itemOf(note);
  };
  const query = { sort, bytesMax, itemOf: readable };
  // The first look asks for sizes, the second knows that they are small.
  for (const look of ["first", "second"])
    for (const limit of [1, 2, 100]) {
      const isWhole = limit === 100;
      const { items, documents, more } = await findPage(notes, { tenantId }, { ...query, limit });
      const ids = items.map(({ _id }) => _id);
      expect([look, limit, ids]).toEqual([look, limit, isWhole ? ["n3", "n5"] : ["n3"]]);
      expect(documents.map(({ _id }) => _id)).toEqual(ids);
      expect(more).toBe(!isWhole);
    }
  const ids = ["n0", "n1", "n3"];
  const listOf = async (limit: number, of: readonly string[]) => {
    const wanted = { ids: of, limit, bytesMax, itemOf: readable };
    const { items, more } = await findPageOf(notes, { tenantId }, wanted);
    return [items.map(({ _id }) => _id).join(" "), more];
  };
  expect(await listOf(100, ids)).toEqual(["n3", false]);
  expect(await listOf(2, ids)).toEqual(["n3", true]);
  expect(await listOf(1, ["n0", "n1"])).toEqual(["", true]);
});

it("is one read where all that is known of a tenant is small, else a look at sizes before it", async () => {
  await insert([10, 10, 10]);
  await list();
  commands.length = 0;
  expect(await list()).toEqual(["n0 n1 n2", false]);
  expect(commands).toEqual(["find"]);
  await notes.insertOne({ _id: "n3", tenantId, place: 3, text: "x".repeat(9_000) });
  await list();
  commands.length = 0;
  expect(await list()).toEqual(["n0 n1 n2 n3", false]);
  expect(commands).toEqual(["aggregate", "find"]);
});
