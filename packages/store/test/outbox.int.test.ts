import { afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { refuse } from "@slipway/broker";
import {
  type Aggregate,
  type Aggregates,
  type OutboxEvent,
  type Relay,
  type OutboxDocument,
  type Undelivered,
  aggregates,
  collection as declare,
  createRelay,
  duplicateKey,
  newId,
  makeIndexes,
  openCollections,
  openDatabase,
  outboxIndex,
  uniqueLive,
} from "@slipway/store";
import { until } from "@slipway/dev/testing-until";
import type { mongo } from "../src/index.ts";
import { testDatabase } from "../src/testing.ts";

interface Boat extends Aggregate {
  name: string;
  seats: number;
}

const { uri, name } = testDatabase(import.meta.url);
let collection: mongo.Collection<Boat>;
let relay: Relay;
let boats: Aggregates<Boat>;
/** The events that the first consumer has acknowledged. */
let delivered: OutboxEvent[];
/** The events that a second consumer has acknowledged, and its answer. */
let deliveredOther: OutboxEvent[];
let answerOther: (events: OutboxEvent[]) => Promise<readonly Undelivered[] | void>;

function startRelay(): Relay {
  const started = relayOf();
  started.start();
  return started;
}

function relayOf(): Relay {
  return createRelay({
    connection: database.connection,
    collections: [collection as unknown as mongo.Collection<OutboxDocument>],
    consumers: [
      {
        name: "first",
        deliver: (events) => {
          delivered.push(...events);
          return Promise.resolve();
        },
      },
      {
        name: "second",
        wants: ({ type }) => type.startsWith("boat."),
        async deliver(events) {
          const undelivered = await answerOther(events);
          const left = new Set((undelivered ?? []).map(({ id }) => id));
          deliveredOther.push(...events.filter(({ id }) => !left.has(id)));
          return undelivered;
        },
      },
    ],
    warn: () => undefined,
    pollMs: 50,
  });
}

const database = forThisFile(() => openDatabase(uri, name));
beforeAll(async () => {
  const tables = { boats: declare<Boat>("boats", [uniqueLive({ name: 1 }), outboxIndex]) };
  await makeIndexes(database.connection, tables);
  ({ boats: collection } = openCollections(database.connection, tables));
});
beforeEach(async () => {
  await collection.deleteMany({});
  await database.connection.collection("dead_letters").deleteMany({});
  delivered = [];
  deliveredOther = [];
  answerOther = () => Promise.resolve();
  relay = startRelay();
  boats = aggregates(collection, relay);
});
afterEach(() => relay.stop());

const event = (verb: string, boat: object | null = {}): OutboxEvent => {
  const at = new Date();
  const after = boat && JSON.stringify(boat);
  const id = newId("aud", at.getTime());
  return { id, at, type: `boat.${verb}`, tenantId: "ten_1", entityId: "boat", after };
};

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

  it("does not exist for another tenant", async () => {
    const boat = await aBoat();
    expect(await boats.get("ten_2", boat._id)).toBeNull();
    await expect(
      boats.change("ten_2", boat._id, Date.now(), () => ({ set: { seats: 9 } })),
    ).rejects.toMatchObject({ type: "NOT_FOUND" });
    expect(await boats.find("ten_2", {}, { sort: { _id: 1 } })).toEqual([]);
  });

  it("frees its unique name as soon as it is deleted, and goes once its event is delivered", async () => {
    const boat = await aBoat();
    const error: unknown = await aBoat().catch((thrown: unknown) => thrown);
    expect(duplicateKey(error)).toMatchObject({ name: 1 });
    const part = event("deletePart", null);
    const end = event("delete", null);
    await boats.change("ten_1", boat._id, Date.now(), () => ({
      remove: true,
      event: [part, { ...end, entityId: boat._id }],
    }));
    await aBoat();
    await relay.settle();
    expect(await collection.countDocuments({})).toBe(1);
  });
});

describe("an outbox", () => {
  it("delivers every change once and is empty afterwards", async () => {
    const boat = await aBoat();
    await boats.change("ten_1", boat._id, Date.now(), () => ({ event: event("update") }));
    await relay.settle();
    expect(delivered.map(({ type }) => type)).toEqual(["boat.create", "boat.update"]);
    expect(await collection.findOne({ _id: boat._id })).toMatchObject({ outbox: [], revision: 2 });
  });

  it("is found by the poll when nobody woke the relay, as after a crash", async () => {
    await relay.stop();
    const boat = await aBoat();
    const other = startRelay();
    await other.settle();
    await other.stop();
    expect(delivered).toHaveLength(1);
    expect(await collection.findOne({ _id: boat._id })).toMatchObject({ outbox: [] });
  });

  it("is not emptied by a relay that has not started", async () => {
    await relay.stop();
    const boat = await aBoat();
    const idle = relayOf();
    expect(await idle.retry()).toBe(0);
    await idle.settle();
    expect(await collection.findOne({ _id: boat._id })).toMatchObject({ outbox: [{}] });
  });

  it("is found through its index", async () => {
    await aBoat();
    const plan = await collection.find({ "outbox.id": { $exists: true } }).explain("queryPlanner");
    expect(JSON.stringify(plan)).toContain('"indexName":"outbox"');
  });
});

describe("a consumer", () => {
  const away = (): Promise<never> => Promise.reject(refuse("SERVICE_UNAVAILABLE"));

  it("that is unavailable delays no other, and receives its events when it is back", async () => {
    answerOther = away;
    const { _id } = await aBoat();
    await until(() => delivered.length === 1);
    expect(deliveredOther).toEqual([]);
    expect(await collection.findOne({ _id })).toMatchObject({ outbox: [{}] });
    answerOther = () => Promise.resolve();
    await relay.settle();
    expect(delivered).toHaveLength(1);
    expect(deliveredOther).toHaveLength(1);
    expect(await collection.findOne({ _id })).toMatchObject({ outbox: [] });
  });

  it("that comes late to an event before a record's end keeps the record no longer than that", async () => {
    answerOther = away;
    const { _id } = await aBoat();
    const gone = event("delete", null);
    // The second consumer is not told of the end, so this event is delivered first.
    const end = { ...gone, entityId: _id, type: "fleet.delete" };
    await boats.change("ten_1", _id, Date.now(), () => ({ remove: true, event: end }));
    await until(() => delivered.length >= 2);
    expect(await collection.countDocuments({ live: false })).toBe(1);
    answerOther = () => Promise.resolve();
    await relay.settle();
    expect(deliveredOther).toHaveLength(1);
    expect(await collection.countDocuments({})).toBe(0);
  });

  it("does not receive what it does not want", async () => {
    const tenant = { ...event("create"), id: newId("aud", Date.now()) };
    const document = { _id: "res_other", createdAt: new Date(), name: "Other", seats: 1 };
    await boats.insert("ten_1", document, { ...tenant, type: "tenant.create" });
    await relay.settle();
    expect(delivered).toHaveLength(1);
    expect(deliveredOther).toEqual([]);
  });

  it("that can never take one event takes all others, and the one becomes a dead letter", async () => {
    const poison = await aBoat("Poison");
    const isPoison = ({ id }: OutboxEvent): boolean => id === poison.outbox[0]?.id;
    answerOther = (events) =>
      events.some(isPoison) ? Promise.reject(new Error("cannot read it")) : Promise.resolve();
    await Promise.all(Array.from({ length: 20 }, (_, index) => aBoat(`Boat ${index}`)));
    await until(() => deliveredOther.length === 20);
    await until(async () => (await relay.backlog(10)).deadLetters === 1);
    await until(() => delivered.length === 21);
    // First it is kept, then it leaves its document.
    await until(async () => (await relay.backlog(10)).pending === 0);
    const backlog = await relay.backlog(10);
    expect(backlog).toMatchObject({
      items: [{ consumer: "second", failures: 1, reason: "Error: cannot read it" }],
    });
    // A further failure keeps it as well. After three it is delivered seldom.
    for (const more of [2, 3]) {
      await relay.retry(poison.outbox[0]?.id);
      await until(async () => (await relay.backlog(10)).items[0]?.failures === more);
    }
    const [{ keptAt, nextAttemptAt } = { keptAt: 0, nextAttemptAt: 0 }] = (await relay.backlog(10))
      .items;
    expect(Number(nextAttemptAt) - Number(keptAt)).toBeGreaterThanOrEqual(15 * 60_000);
    answerOther = () => Promise.resolve();
    expect(await relay.retry()).toBe(1);
    await until(async () => (await relay.backlog(10)).deadLetters === 0);
    expect(deliveredOther).toHaveLength(21);
  });

  it("that has not taken some receives those again and no others", async () => {
    let refusals = 2;
    answerOther = (events) =>
      Promise.resolve(
        refusals-- > 0 ? events.slice(0, 1).map(({ id }) => ({ id, error: new Error("no") })) : [],
      );
    await Promise.all([aBoat("One"), aBoat("Two")]);
    await relay.settle();
    expect(deliveredOther.map(({ id }) => id).toSorted()).toEqual(
      delivered.map(({ id }) => id).toSorted(),
    );
    expect(new Set(deliveredOther.map(({ id }) => id)).size).toBe(2);
  });

  it("that was unavailable for long receives its dead letters from any relay", async () => {
    await relay.stop();
    const many = 600;
    const letters = Array.from({ length: many }, (_, index) => {
      const own = { ...event("create"), tenantId: `ten_${index % 3}` };
      const at = new Date();
      const failed = { failures: 0, reason: "SERVICE_UNAVAILABLE", keptAt: at, nextAttemptAt: at };
      return { _id: `${own.id} second`, consumer: "second", event: own, ...failed };
    });
    await database.connection
      .collection<(typeof letters)[number]>("dead_letters")
      .insertMany(letters);
    const other = startRelay();
    relay = startRelay();
    await until(async () => (await relay.backlog(1)).deadLetters === 0);
    await other.stop();
    expect(new Set(deliveredOther.map(({ id }) => id)).size).toBe(many);
    expect(delivered).toEqual([]);
  });
});
