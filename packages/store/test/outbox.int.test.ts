import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { ownRequest } from "@slipway/broker";
import {
  type Aggregate,
  type Aggregates,
  type Database,
  type OutboxEvent,
  type Relay,
  type Telling,
  aggregateCollection,
  aggregates,
  createRelay,
  duplicateKey,
  eventOf,
  newId,
  openDatabase,
} from "@slipway/store";
import type { mongo } from "../src/index.ts";
import { testDatabase } from "../src/testing.ts";

interface Boat extends Aggregate {
  name: string;
  seats: number;
}

const { uri, name } = testDatabase(import.meta.url);
const { caller } = ownRequest({ call: () => Promise.reject(new Error("not called")) }, "ten_1");

let database: Database;
let collection: mongo.Collection<Boat>;
let relay: Relay;
let boats: Aggregates<Boat>;
/** What the consumer has acknowledged, and how often it fails before it does. */
let told: OutboxEvent[];
let failures: number;

function startRelay(): Relay {
  const started = createRelay({
    collections: [collection as unknown as mongo.Collection<Telling>],
    consumers: [
      (events) => {
        if (failures-- > 0) return Promise.reject(new Error("away"));
        told.push(...events);
        return Promise.resolve();
      },
    ],
    warn: () => undefined,
    pollMs: 50,
  });
  started.start();
  return started;
}

beforeAll(async () => {
  database = await openDatabase(uri, name);
  collection = await aggregateCollection<Boat>(
    database.connection,
    "boats",
    { name: { type: String, required: true }, seats: { type: Number, required: true } },
    { uniqueLive: [{ name: 1 }] },
  );
});
beforeEach(async () => {
  await collection.deleteMany({});
  told = [];
  failures = 0;
  relay = startRelay();
  boats = aggregates(collection, relay);
});
afterEach(() => relay.stop());
afterAll(async () => {
  await database.close();
});

const event = (verb: string, boat: object | null = {}): OutboxEvent =>
  eventOf(caller, Date.now(), {
    entityType: "resource",
    entityId: "boat",
    verb,
    before: null,
    after: boat,
  });

async function aBoat(boatName = "Aurora"): Promise<Boat> {
  const document = {
    _id: newId("res", Date.now()),
    createdAt: new Date(),
    name: boatName,
    seats: 1,
  };
  return boats.insert("ten_1", document, event("create"));
}

describe("an aggregate", () => {
  it("is changed by each of many writers in turn, none lost", async () => {
    const boat = await aBoat();
    const writers = Array.from({ length: 3 }, () =>
      boats.change("ten_1", boat._id, Date.now(), ({ seats }) => ({
        set: { seats: seats + 1 },
        event: event("update"),
      })),
    );
    await Promise.all(writers);
    const after = await boats.get("ten_1", boat._id);
    expect(after).toMatchObject({ seats: 4, revision: 4 });
    expect(after?.updatedAt.getTime()).toBeGreaterThanOrEqual(boat.updatedAt.getTime() + 3);
  });

  it("is not written when the decision says that nothing changes", async () => {
    const boat = await aBoat();
    await boats.change("ten_1", boat._id, Date.now(), () => null);
    expect(await boats.get("ten_1", boat._id)).toMatchObject({ revision: 1 });
  });

  it("does not exist for another tenant", async () => {
    const boat = await aBoat();
    expect(await boats.get("ten_2", boat._id)).toBeNull();
    await expect(
      boats.change("ten_2", boat._id, Date.now(), () => ({ set: { seats: 9 } })),
    ).rejects.toMatchObject({ type: "NOT_FOUND" });
    expect(await boats.find("ten_2", {}, { sort: { _id: 1 } })).toEqual([]);
  });

  it("frees its unique name as soon as it is deleted, and goes once that is told", async () => {
    const boat = await aBoat();
    const error: unknown = await aBoat().catch((thrown: unknown) => thrown);
    expect(duplicateKey(error)).toMatchObject({ name: 1 });
    await boats.change("ten_1", boat._id, Date.now(), () => ({
      remove: true,
      event: event("delete", null),
    }));
    await aBoat();
    await relay.settle();
    expect(await collection.countDocuments({})).toBe(1);
  });
});

describe("an outbox", () => {
  it("tells every change once and is empty afterwards", async () => {
    const boat = await aBoat();
    await boats.change("ten_1", boat._id, Date.now(), () => ({ event: event("update") }));
    await relay.settle();
    expect(told.map(({ fact }) => fact.action)).toEqual(["resource.create", "resource.update"]);
    expect(await collection.findOne({ _id: boat._id })).toMatchObject({ outbox: [], revision: 2 });
  });

  it("is told again until the consumer acknowledges", async () => {
    failures = 2;
    await aBoat();
    await relay.settle();
    expect(told).toHaveLength(1);
  });

  it("is found by the poll when nobody woke the relay, as after a crash", async () => {
    await relay.stop();
    const boat = await aBoat();
    const other = startRelay();
    await other.settle();
    await other.stop();
    expect(told).toHaveLength(1);
    expect(await collection.findOne({ _id: boat._id })).toMatchObject({ outbox: [] });
  });

  it("is found through its index", async () => {
    await aBoat();
    const plan = await collection.find({ "outbox.id": { $exists: true } }).explain("queryPlanner");
    expect(JSON.stringify(plan)).toContain('"indexName":"outbox"');
  });
});
