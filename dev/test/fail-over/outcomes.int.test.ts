/** Outcomes on a service's connection to a replica set whose primary goes, or that stands still, as the process may. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
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

const stillMs = 8_000;
const allDone = Array.from({ length: 20 }, () => "done");

// For want of a processor, say.
describe("over a standstill of 8 s", () => {
  it("of the process no insert fails, not for want of a connection either", async () => {
    const program = join(import.meta.dirname, "starved-process.ts");
    const args = [program, set.uri, `${name}_process`, String(stillMs)];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(JSON.parse(stdout)).toEqual(allDone);
  });

  it("of the database no insert fails, and no connection is given up", async () => {
    const things = database.connection.getClient().db(name).collection<{ _id: number }>("things");
    await Promise.all(allDone.map(() => things.findOne({})));
    set.delay(stillMs);
    const outcomes = allDone.map((_, _id) =>
      things.insertOne({ _id }).then(() => "done", databaseFailureOf),
    );
    // Until a heartbeat is due everywhere, and late; what is asked from then on is answered at once.
    await pause(1_000);
    set.delay(0);
    expect(await Promise.all(outcomes)).toEqual(allDone);
    expect(database.breaks()).toBe(0);
  });
});
