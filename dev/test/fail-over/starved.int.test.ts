/** A process or its database stands still, for want of a processor, say: no insert fails. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Database, databaseFailureOf, openDatabase } from "@slipway/store";
import { testDatabase } from "@slipway/store/testing";
import { type ReplicaSet, startReplicaSet } from "../../src/replica-set/replica-set.ts";

const { uri, name } = testDatabase(import.meta.url);
const stillMs = 8_000;
const allDone = Array.from({ length: 20 }, () => "done");
let set: ReplicaSet;
let database: Database | undefined;

beforeEach(async () => {
  set = await startReplicaSet(uri);
});
afterEach(async () => {
  await database?.close();
  database = undefined;
  await set.close();
});

describe("over a standstill of 8 s", () => {
  it("of the process no insert fails, not for want of a connection either", async () => {
    const program = join(import.meta.dirname, "starved-process.ts");
    const args = [program, set.uri, `${name}_process`, String(stillMs)];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(JSON.parse(stdout)).toEqual(allDone);
  });

  it("of the database no insert fails, and no connection is given up", async () => {
    database = await openDatabase(set.uri, name, { service: "bookings" });
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
