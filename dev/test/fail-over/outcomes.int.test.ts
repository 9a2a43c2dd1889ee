/** Outcomes on a service's connection to a replica set whose primary goes. */
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { type Database, databaseFailureOf, openDatabase } from "@slipway/store";
import { testDatabase } from "@slipway/store/testing";
import { type ReplicaSet, startReplicaSet } from "../../src/replica-set/replica-set.ts";

const { uri, name } = testDatabase(import.meta.url);
let set: ReplicaSet;
let database: Database;

beforeEach(async () => {
  set = await startReplicaSet(uri);
  database = await openDatabase(set.uri, name, { service: "bookings" });
});
afterEach(async () => {
  await database.close();
  await set.close();
});

it.each([
  ["step-down", 1_000],
  ["crash", 1_500],
  // Longer than a heartbeat waits for an answer: the driver gives up what is under way then.
  ["silence", 12_000],
] as const)(
  "inserts nothing that it calls not done, and counts a break, over a %s",
  async (how, ms) => {
    const things = database.connection.getClient().db(name).collection<{ _id: string }>("things");
    const notDone: string[] = [];
    const faults: unknown[] = [];
    let isOver = false;
    let next = 0;
    const insertOn = async (): Promise<void> => {
      while (!isOver) {
        const _id = `${how} ${next++}`;
        await things.insertOne({ _id }).catch((error: unknown) => {
          const failure = databaseFailureOf(error);
          if (failure === "nothingDone") notDone.push(_id);
          if (failure === "fault") faults.push(error);
        });
      }
    };
    const clients = Array.from({ length: 6 }, insertOn);
    await set.failOver({ how, ms });
    isOver = true;
    await Promise.all(clients);
    expect(faults).toEqual([]);
    expect(notDone.length).toBeGreaterThan(0);
    expect(await things.countDocuments({ _id: { $in: notDone } })).toBe(0);
    expect(database.breaks()).toBeGreaterThan(0);
    expect(database.isUp()).toBe(true);
  },
  30_000,
);
