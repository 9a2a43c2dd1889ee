/** The pretended replica set as the driver sees it: every fault looks as a real one does. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { testDatabase } from "@slipway/store/testing";
import mongoose from "mongoose";
import type { mongo } from "mongoose";
import { type ReplicaSet, startReplicaSet } from "../src/replica-set/replica-set.ts";

const { uri, name } = testDatabase(import.meta.url);
const majority = { writeConcern: { w: "majority", journal: true } } as const;
const shown = { readConcern: { level: "majority" } } as const;
const one = { writeConcern: { w: 1 } } as const;

interface Thing {
  _id: string;
  n?: number;
}

let set: ReplicaSet;
let client: mongo.MongoClient;
let things: mongo.Collection<Thing>;
let closed: string[];

beforeEach(async () => {
  set = await startReplicaSet(uri);
  client = await connected();
  closed = [];
  client.on("connectionClosed", ({ reason }) => closed.push(reason));
  things = client.db(name).collection("things");
  await things.deleteMany({});
});
afterEach(async () => {
  await client.close();
  await set.close();
});

function connected(): Promise<mongo.MongoClient> {
  return new mongoose.mongo.MongoClient(set.uri, {
    retryWrites: false,
    retryReads: false,
    heartbeatFrequencyMS: 500,
    serverSelectionTimeoutMS: 5_000,
  }).connect();
}

/** Failure of a command: the driver's class and the server's code. */
async function failure(promise: Promise<unknown>): Promise<{ name: string; code: unknown }> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const { name: kind, code } = error as { name: string; code?: unknown };
  return { name: kind, code };
}

function ids(options: mongo.FindOptions = {}): Promise<string[]> {
  return things
    .find({}, { ...options, sort: { _id: 1 }, batchSize: 2 })
    .map(({ _id }) => _id)
    .toArray();
}

/** A driver that repeats nothing learns of the next primary by a refusal. */
async function untilServed(): Promise<void> {
  while ((await failure(things.deleteOne({ _id: "nobody" })).catch(() => undefined)) !== undefined);
}

/** Settled by the next few answers of the server, unless it is withheld. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  let isSettled = false;
  const settled = (): void => void (isSettled = true);
  promise.then(settled, settled);
  for (let asked = 0; asked < 5; asked++) await things.countDocuments({}, { limit: 1 });
  return !isSettled;
}

it("is a replica set with one primary to the driver, which reads and writes as ever", async () => {
  const hello = await client.db("admin").command({ hello: 1 });
  expect(hello).toMatchObject({ setName: "rs0", isWritablePrimary: true, secondary: false });
  expect(hello["hosts"]).toHaveLength(3);
  await things.insertMany(["a", "b", "c", "d", "e"].map((_id) => ({ _id })));
  expect(await ids()).toEqual(["a", "b", "c", "d", "e"]);
  const session = client.startSession();
  expect(await things.findOne({ _id: "a" }, { session })).toEqual({ _id: "a" });
  await session.endSession();
  expect(await things.bulkWrite([{ deleteOne: { filter: { _id: "a" } } }])).toMatchObject({
    deletedCount: 1,
  });
});

describe("a primary that goes", () => {
  it("steps down: connections stay, writes are refused, the next one serves", async () => {
    const before = (await client.db("admin").command({ hello: 1 }))["me"];
    const direct = await new mongoose.mongo.MongoClient(`mongodb://${before}`, {
      directConnection: true,
      retryReads: false,
      retryWrites: false,
    }).connect();
    const elected = set.failOver({ how: "step-down", ms: 300 });
    const there = direct.db(name).collection<Thing>("things");
    expect(await failure(there.insertOne({ _id: "a" }))).toEqual({
      name: "MongoServerError",
      code: 10107,
    });
    await elected;
    await untilServed();
    await things.insertOne({ _id: "b" });
    expect((await client.db("admin").command({ hello: 1 }))["me"]).not.toBe(before);
    expect(closed).toEqual([]);
    await direct.close();
  });

  it("answers a write that it was applying as applied, with 189 beside", async () => {
    await things.insertOne({ _id: "z" });
    const hold = Promise.withResolvers<void>();
    const held = set.inject({
      commands: ["insert"],
      when: "after",
      effect: { hold: hold.promise },
    });
    const writing = failure(things.insertOne({ _id: "a" }));
    await held.met;
    const elected = set.failOver({ how: "step-down", ms: 100 });
    hold.resolve();
    expect(await writing).toEqual({ name: "MongoWriteConcernError", code: 189 });
    await elected;
    held.remove();
    await untilServed();
    expect(await ids()).toEqual(["a", "z"]);
  });

  it("crashes: connections are reset, and what follows finds the next one", async () => {
    const hold = Promise.withResolvers<void>();
    const held = set.inject({
      commands: ["insert"],
      when: "after",
      effect: { hold: hold.promise },
    });
    const writing = failure(things.insertOne({ _id: "a" }));
    await held.met;
    const elected = set.failOver({ how: "crash", ms: 200 });
    expect(await writing).toMatchObject({ name: "MongoNetworkError" });
    hold.resolve();
    await elected;
    await untilServed();
    await things.insertOne({ _id: "b" });
    held.remove();
    expect(await ids()).toEqual(["a", "b"]);
    expect(closed.length).toBeGreaterThan(0);
  });

  it("falls silent: nothing is answered, and after the election it is again", async () => {
    const impatient = await new mongoose.mongo.MongoClient(set.uri, {
      socketTimeoutMS: 300,
      retryWrites: false,
    }).connect();
    const there = impatient.db(name).collection<Thing>("things");
    await there.insertOne({ _id: "a" });
    const elected = set.failOver({ how: "silence", ms: 1_500 });
    expect(await failure(there.insertOne({ _id: "b" }))).toMatchObject({
      name: expect.stringMatching(/^Mongo(NetworkTimeout|PoolCleared.*)Error$/),
    });
    await elected;
    await untilServed();
    await things.insertOne({ _id: "c" });
    expect(await ids()).toEqual(["a", "c"]);
    await impatient.close();
  });
});

describe("an isolated primary", () => {
  beforeEach(() =>
    things.insertMany([
      { _id: "a", n: 1 },
      { _id: "b", n: 1 },
    ]),
  );

  it("shows its writes to local reads, and neither acknowledges them nor shows them as a majority's", async () => {
    const isolation = await set.isolate();
    const writing = failure(things.insertOne({ _id: "c" }, majority));
    await things.updateOne({ _id: "a" }, { $set: { n: 2 } }, one);
    await things.deleteOne({ _id: "b" }, one);
    expect(await isPending(writing)).toBe(true);
    expect(await things.findOne({ _id: "a" })).toEqual({ _id: "a", n: 2 });
    expect(await ids()).toEqual(["a", "c"]);
    expect(await things.findOne({ _id: "a" }, shown)).toEqual({ _id: "a", n: 1 });
    expect(await ids(shown)).toEqual(["a", "b"]);
    expect(await things.countDocuments({}, shown)).toBe(2);
    const linearizable = failure(things.findOne({}, { readConcern: { level: "linearizable" } }));
    expect(await isPending(linearizable)).toBe(true);
    await isolation.rollBack();
    await untilServed();
    expect(await writing).toEqual({ name: "MongoWriteConcernError", code: 11602 });
    expect(await linearizable).toMatchObject({ code: 11602 });
    expect(await ids()).toEqual(["a", "b"]);
    expect(await things.findOne({ _id: "a" })).toEqual({ _id: "a", n: 1 });
    await things.insertOne({ _id: "d" }, majority);
    expect(await ids(shown)).toEqual(["a", "b", "d"]);
  });

  it("makes a write that changes nothing wait, and one that runs into what is there", async () => {
    const isolation = await set.isolate();
    const nothing = failure(things.updateOne({ _id: "a" }, { $set: { n: 1 } }, majority));
    const duplicate = failure(things.insertOne({ _id: "a" }, majority));
    expect(await isPending(nothing)).toBe(true);
    expect(await isPending(duplicate)).toBe(true);
    await isolation.rollBack();
    await untilServed();
    expect(await nothing).toEqual({ name: "MongoWriteConcernError", code: 11602 });
    expect(await duplicate).toMatchObject({ name: expect.stringMatching(/^Mongo/) });
  });

  it("answers everything when the others have caught up", async () => {
    const lag = await set.isolate();
    const writing = things.insertOne({ _id: "c" }, majority);
    expect(await isPending(writing)).toBe(true);
    const late = failure(
      things.insertOne({ _id: "d" }, { writeConcern: { w: "majority", wtimeoutMS: 50 } }),
    );
    expect(await late).toEqual({ name: "MongoWriteConcernError", code: 64 });
    await lag.heal();
    await writing;
    expect(await ids(shown)).toEqual(["a", "b", "c", "d"]);
  });

  it("undoes exactly what was written since, in every collection, and keeps indexes", async () => {
    const others = client.db(name).collection<Thing>("others");
    await others.createIndex({ n: 1 }, { unique: true }, {});
    await others.insertMany([
      { _id: "x", n: 1 },
      { _id: "y", n: 2 },
    ]);
    const before = [await ids(), await others.find().toArray()];
    const isolation = await set.isolate();
    await client.db(name).collection<Thing>("born").insertOne({ _id: "new" }, one);
    await others.deleteMany({}, one);
    await others.insertOne({ _id: "z", n: 1 }, one);
    await things.updateMany({}, { $inc: { n: 1 } }, one);
    await isolation.rollBack({ how: "crash", ms: 100 });
    await untilServed();
    expect([await ids(), await others.find().toArray()]).toEqual(before);
    expect(await client.db(name).listCollections({ name: "born" }).toArray()).toEqual([]);
    expect(await failure(others.insertOne({ _id: "w", n: 2 }))).toMatchObject({ code: 11000 });
    await others.drop();
  });

  it("joins as a majority has it, where a part was written since", async () => {
    const others = client.db(name).collection<Thing>("others");
    await others.insertOne({ _id: "a", n: 7 });
    const join = (options: mongo.AggregateOptions): Promise<mongo.Document[]> =>
      things
        .aggregate(
          [
            { $match: { _id: "a" } },
            { $lookup: { from: "others", localField: "_id", foreignField: "_id", as: "found" } },
          ],
          options,
        )
        .toArray();
    const isolation = await set.isolate();
    await others.updateOne({ _id: "a" }, { $set: { n: 8 } }, one);
    expect(await join({})).toMatchObject([{ found: [{ n: 8 }] }]);
    expect(await join(shown)).toMatchObject([{ found: [{ n: 7 }] }]);
    await isolation.rollBack();
    await untilServed();
    await others.drop();
  });
});

describe("a fault of one command", () => {
  it("is any error before it is applied, or after, or of the write concern where the write stands", async () => {
    const once = { commands: ["insert"], times: 1 } as const;
    let inserted = 0;
    const insert = () => failure(things.insertOne({ _id: String(++inserted) }));
    for (const error of [262, 112, 6, 89, 50, 462, 16500, 13, 91, 11600]) {
      const before = await ids();
      set.inject({ ...once, when: "before", effect: { error } });
      expect(await insert()).toMatchObject({ code: error });
      expect(await ids()).toEqual(before);
      set.inject({ ...once, when: "after", effect: { error } });
      expect(await insert()).toMatchObject({ code: error });
      expect(await ids()).toHaveLength(before.length + 1);
      await untilServed();
    }
    for (const code of [64, 100, 91, 189]) {
      set.inject({ ...once, when: "after", effect: { writeConcernError: code } });
      expect(await insert()).toEqual({ name: "MongoWriteConcernError", code });
      expect(await ids()).toContain(String(inserted));
      await untilServed();
    }
  });

  it("stands beside the duplicate keys of a bulk, of which the driver reports the former", async () => {
    await things.insertOne({ _id: "b" });
    set.inject({
      commands: ["insert"],
      times: 1,
      when: "after",
      effect: { writeConcernError: 64 },
    });
    const bulk = things.insertMany([{ _id: "a" }, { _id: "b" }, { _id: "c" }], { ordered: false });
    const error = await bulk.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: 64 });
    expect(await ids()).toEqual(["a", "b", "c"]);
  });

  it.each(["before", "after"] as const)("is a connection that drops %s it", async (when) => {
    set.inject({ commands: ["insert"], times: 1, when, effect: "drop" });
    expect(await failure(things.insertOne({ _id: "a" }))).toMatchObject({
      name: "MongoNetworkError",
    });
    expect(await ids()).toEqual(when === "after" ? ["a"] : []);
  });
});

it("moves the clock that expressions see, and leaves texts and dates alone", async () => {
  set.shiftClock(60_000);
  const at = Date.now();
  const [answer] = await client
    .db(name)
    .aggregate([{ $documents: [{ now: "$$NOW", text: { $literal: "$$NOW" } }] }])
    .toArray();
  const ahead = Number(answer?.["now"]) - at;
  expect(ahead).toBeGreaterThanOrEqual(60_000);
  expect(ahead).toBeLessThan(120_000);
  expect(answer?.["text"]).toBe("$$NOW");
  const dated = client.db(name).collection<{ _id: string; at: Date | string }>("dated");
  await dated.insertMany([
    { _id: "soon", at: new Date(at + 30_000) },
    { _id: "later", at: new Date(at + 300_000) },
    { _id: "text", at: "$$NOW" },
  ]);
  const over = await dated
    .find({ at: { $type: "date" }, $expr: { $lt: ["$at", "$$NOW"] } })
    .map(({ _id }) => _id)
    .toArray();
  expect(over).toEqual(["soon"]);
  expect(await dated.findOne({ _id: "text" })).toEqual({ _id: "text", at: "$$NOW" });
  await dated.drop();
});
