/**
 * The engine in memory answers and stores what the real one does: operations as the stores use
 * them, drawn from a seed, carried out on both.
 */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { openDatabase } from "@slipway/store";
import { testDatabase } from "@slipway/store/testing";
import fc from "fast-check";
import mongoose, { type mongo } from "mongoose";
import { RandomSource } from "../src/random-source.ts";
import { SimulatedCollection } from "../src/engine/collection.ts";
import type { Document } from "../src/engine/document.ts";
import { Engine } from "../src/engine/engine.ts";
import { Scheduler } from "../src/scheduler.ts";

type Real = mongo.Collection<Document>;

let database: Awaited<ReturnType<typeof openDatabase>>;
let real: Real;
beforeAll(async () => {
  const { uri, name } = testDatabase(import.meta.url);
  database = await openDatabase(uri, name);
  real = database.connection.getClient().db(name).collection<Document>("things");
  const fields = { owner: 1, key: 1 } as const;
  const among = { key: { $exists: true } };
  await real.createIndexes([
    { key: fields, name: "owner_key", unique: true, partialFilterExpression: among },
  ]);
});
afterAll(() => database.close());

/** A collection in memory, and how to wait for what was begun on it. */
function simulated(): {
  collection: SimulatedCollection;
  ended: <R>(work: Promise<R>) => Promise<R>;
} {
  const random = new RandomSource(1);
  const client = { name: "client", isAlive: true, skewMs: 0, frozenUntil: 0 };
  const scheduler = new Scheduler(random, 10_000, client);
  const engine = new Engine(scheduler, random);
  const [server] = engine.servers;
  if (!server) throw new Error("an engine has a server");
  const table = server.table("things");
  table.addIndex({ fields: ["owner", "key"], among: { key: { $exists: true } } });
  return {
    collection: new SimulatedCollection(engine, server, { table, dbName: "simulated" }),
    async ended(work) {
      let isOver = false;
      const over = (): boolean => (isOver = true);
      work.then(over, over);
      while (!isOver && (await scheduler.step()));
      return work;
    },
  };
}

const sizes = { minLength: 1, maxLength: 3 };
const id = fc.constantFrom("a", "b", "c");
const number = fc.integer({ min: 0, max: 3 });
const date = number.map((seconds) => new Date(seconds * 1_000));
const entry = fc.record({ id, n: number });

const document = fc.record(
  {
    _id: id,
    owner: fc.constant("one"),
    revision: number,
    status: fc.constantFrom("HELD", "CONFIRMED"),
    until: fc.option(date),
    key: fc.constantFrom("k", "l"),
    list: fc.array(entry, { maxLength: 2 }),
    map: fc.record({ x: fc.record({ n: number }) }),
  },
  { requiredKeys: ["_id", "owner", "revision", "status", "list"] },
);

const condition = fc.oneof(
  fc.record({ revision: number }),
  fc.record({ status: fc.constantFrom("HELD", "CONFIRMED") }),
  fc.record({ revision: fc.record({ $lt: number }) }),
  fc.record({ until: fc.oneof(date, fc.record({ $lte: date }), fc.record({ $gt: date })) }),
  fc.constant({ until: null }),
  fc.record({ key: fc.record({ $exists: fc.boolean() }) }),
  fc.record({ "list.id": fc.oneof(id, fc.record({ $ne: id }), fc.record({ $in: fc.array(id) })) }),
  fc.record({ "map.x.n": number }),
  fc.record({
    $or: fc.tuple(fc.record({ revision: number }), fc.record({ status: fc.constant("CONFIRMED") })),
  }),
  fc.record({ $expr: date.map((at) => ({ $gt: ["$until", at] })) }),
  fc.record({ $expr: date.map((at) => ({ $lte: ["$until", at] })) }),
);
const filter = fc
  .tuple(fc.record({ _id: id }), fc.option(condition))
  .map(([named, also]): object => ({ ...named, ...also }));

const update = fc.oneof(
  fc.record({
    $set: fc.record({ status: fc.constant("CONFIRMED"), "map.x": fc.record({ n: number }) }),
  }),
  fc.record({ $set: fc.record({ "map.y.n": number }), $inc: fc.constant({ revision: 1 }) }),
  fc.record({ $unset: fc.constant({ "map.x": "", until: "" }) }),
  fc.record({ $inc: fc.constant({ "map.x.n": 2, revision: 1 }) }),
  fc.record({ $max: fc.record({ until: date, revision: number }) }),
  fc.record({
    $push: fc.record({ list: fc.record({ $each: fc.array(entry, { maxLength: 2 }) }) }),
  }),
  fc.record({ $push: fc.record({ list: entry }) }),
  fc.record({ $pull: fc.record({ list: fc.record({ id: fc.record({ $in: fc.array(id) }) }) }) }),
  fc.record({ $set: fc.record({ key: fc.constantFrom("k", "l") }) }),
);

/** Operations of one kind: the driver sends inserts before updates. */
const bulk = fc.oneof(
  fc.array(fc.record({ updateOne: fc.record({ filter, update }) }), sizes),
  fc.array(fc.record({ insertOne: fc.record({ document }) }), sizes),
);

/** The operations of a collection that both engines offer. */
interface Things {
  aggregate(stages: object[]): { toArray(): Promise<Document[]> };
  insertOne(document: object): Promise<unknown>;
  updateOne(filter: object, update: object, options?: object): Promise<Counts>;
  updateMany(filter: object, update: object): Promise<Counts>;
  findOneAndUpdate(filter: object, update: object, options: object): Promise<unknown>;
  find(filter: object, options: object): { toArray(): Promise<unknown[]> };
  distinct(field: string, filter: object): Promise<unknown[]>;
  deleteMany(filter: object): Promise<{ deletedCount: number }>;
  bulkWrite(models: object[], options: object): Promise<Counts & { insertedCount: number }>;
}

interface Counts {
  matchedCount: number;
}

interface Operation {
  kind: string;
  document: object;
  filter: object;
  condition: object;
  update: object;
  models: object[];
}

const kinds: Record<string, (on: Things, operation: Operation) => Promise<unknown>> = {
  insert: async (on, { document: inserted }) => {
    await on.insertOne({ ...inserted });
    return "inserted";
  },
  update: async (on, { filter: of, update: by }) => (await on.updateOne(of, by)).matchedCount,
  upsert: async (on, { filter: of }) => {
    const { _id } = of as { _id: string };
    const by = { $set: { revision: 1 }, $setOnInsert: { owner: "two", list: [] } };
    return (await on.updateOne({ _id, owner: "two" }, by, { upsert: true })).matchedCount;
  },
  findAndUpdate: (on, { filter: of, update: by }) =>
    on.findOneAndUpdate(of, by, { returnDocument: "after" }),
  find: (on, { condition: of }) => on.find(of, { sort: { _id: 1 } }).toArray(),
  distinct: async (on, { condition: of }) =>
    [...(await on.distinct("revision", of))].toSorted((a, b) => Number(a) - Number(b)),
  sizes: async (on, { condition: of }) => {
    const shown = { $project: { owner: 1, size: { $bsonSize: "$$ROOT" } } };
    const stages = [{ $match: of }, { $sort: { _id: 1 } }, { $skip: 1 }, { $limit: 2 }, shown];
    const found = await on.aggregate(stages).toArray();
    return found.map(({ _id, owner = null, size }) => [_id, owner, Number(size) > 0]);
  },
  updateMany: async (on, { condition: of }) =>
    (await on.updateMany(of, { $inc: { revision: 1 } })).matchedCount,
  deleteMany: async (on, { condition: of }) => (await on.deleteMany(of)).deletedCount,
  bulk: async (on, { models }) => {
    const { matchedCount, insertedCount } = await on.bulkWrite(models, { ordered: false });
    return { matchedCount, insertedCount };
  },
};

const operations: fc.Arbitrary<Operation> = fc.record({
  kind: fc.constantFrom("insert", "insert", "update", "update", "update", ...Object.keys(kinds)),
  document,
  filter,
  condition,
  update,
  models: bulk,
});

/** The result that a client learns, in the same words whichever engine has answered. */
async function learnt(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    const { code, writeErrors } = error as { code?: number; writeErrors?: { index: number }[] };
    return { code, failed: writeErrors?.map(({ index }) => index) };
  }
}

it("answers and stores what the real engine does", async () => {
  const seen = new Set<string>();
  const agree = async (drawn: readonly Operation[]): Promise<void> => {
    await real.deleteMany({});
    const { collection, ended } = simulated();
    const [one, other] = [collection, real] as unknown as [Things, Things];
    for (const operation of drawn) {
      const carryOut = kinds[operation.kind];
      if (!carryOut) throw new Error(operation.kind);
      const expected = await learnt(carryOut(other, operation));
      const answer = await learnt(ended(carryOut(one, operation)));
      expect({ operation, answer }).toEqual({ operation, answer: expected });
      const stored = await ended(one.find({}, { sort: { _id: 1 } }).toArray());
      const really = await other.find({}, { sort: { _id: 1 } }).toArray();
      expect({ operation, stored }).toEqual({ operation, stored: really });
      seen.add(`${operation.kind} ${JSON.stringify(answer)?.slice(0, 12)}`);
    }
  };
  const histories = fc.array(operations, { minLength: 15, maxLength: 20 });
  await fc.assert(fc.asyncProperty(histories, agree), { seed: 6, numRuns: 20, endOnFailure: true });
  // Each both finds something and does not, or runs into a taken key.
  expect([...seen]).toEqual(
    expect.arrayContaining(["update 0", "update 1", 'insert "inserted"', 'insert {"code":1100']),
  );
});

it("stamps an insert as the real engine does: an empty timestamp, and no other", async () => {
  const { Timestamp } = mongoose.mongo;
  await real.deleteMany({});
  const { collection, ended } = simulated();
  const [one, other] = [collection, real] as unknown as [Things, Things];
  const [empty, given] = [new Timestamp({ t: 0, i: 0 }), new Timestamp({ t: 7, i: 1 })];
  const inserted = { _id: "a", first: empty, second: given, within: { it: empty } };
  const between = { $gte: new Timestamp({ t: 9, i: 0 }), $lt: new Timestamp({ t: 2 ** 31, i: 0 }) };
  for (const [on, whenDone] of [
    [one, ended],
    [other, (work: Promise<unknown>) => work],
  ] as const) {
    await whenDone(on.insertOne({ ...inserted }));
    const stamped = on.find({ first: between, second: given }, {}).toArray();
    expect(await whenDone(stamped)).toMatchObject([{ _id: "a", within: { it: empty } }]);
  }
});
