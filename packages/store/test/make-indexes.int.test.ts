import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import mongoose, { type Model } from "mongoose";
import { type Database, openDatabase } from "../src/connect.ts";
import { databaseFailureOf } from "../src/database-error.ts";
import { makeIndexes } from "../src/make-indexes.ts";
import { testDatabase } from "../src/testing.ts";

const { uri, name } = testDatabase(import.meta.url);
let database: Database;
let model: Model<unknown>;

beforeAll(async () => {
  database = await openDatabase(uri, name);
});
afterAll(() => database.close());
beforeEach(() => {
  model = modelWith(randomUUID());
});

/** A schema with every kind of index that a service has. */
function modelWith(collection: string): Model<unknown> {
  const schema = new mongoose.Schema({ tenantId: String, name: String, n: Number }, { collection });
  const live = { unique: true, partialFilterExpression: { live: true } };
  schema.index({ tenantId: 1, name: 1 }, live);
  const withOutbox = { partialFilterExpression: { "outbox.id": { $exists: true } } };
  schema.index({ "outbox.id": 1 }, { ...withOutbox, name: "outbox" });
  schema.index({ n: -1 });
  return database.connection.model<unknown>(randomUUID(), schema);
}

/** The names of the indexes, without the one that every collection has. */
async function indexNames(): Promise<string[]> {
  const listed = (await model.listIndexes()) as { name: string }[];
  return listed.map((index) => index.name).filter((each) => each !== "_id_");
}

/** What is made from now on, by its keys. */
function madeFromNowOn(): object[] {
  const made: object[] = [];
  model.on("index-single-start", (keys: object) => made.push(keys));
  return made;
}

describe("the indexes of a model", () => {
  it("are made where nothing is there, not even the collection", async () => {
    await makeIndexes(model);
    expect(await indexNames()).toEqual(["tenantId_1_name_1", "outbox", "n_-1"]);
  });

  it("are not made again where they are there", async () => {
    await makeIndexes(model);
    const made = madeFromNowOn();
    await makeIndexes(model);
    expect(made).toEqual([]);
  });

  it("are made where one is missing: that one alone", async () => {
    await makeIndexes(model);
    await model.collection.dropIndex("outbox");
    const made = madeFromNowOn();
    await makeIndexes(model);
    expect(made).toEqual([{ "outbox.id": 1 }]);
    expect(await indexNames()).toContain("outbox");
  });

  it("are made by several processes at once", async () => {
    const same = modelWith(model.collection.collectionName);
    await Promise.all([makeIndexes(model), makeIndexes(same)]);
    expect(await indexNames()).toHaveLength(3);
  });

  it.each([
    ["keys", { tenantId: -1 as const }],
    ["options", { "outbox.id": 1 as const }],
  ])("fail the start where one of the same name has other %s", async (_, keys) => {
    await model.collection.createIndex(keys, { name: "outbox" }, {});
    const refused = await makeIndexes(model).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 86 });
    expect(databaseFailureOf(refused)).toBe("fault");
  });
});
