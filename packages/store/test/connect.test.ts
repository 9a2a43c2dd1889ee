/** A connection to replica sets that are pretended, so that a test may elect their primaries. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { EventEmitter } from "node:events";
import { type ScrapeServer, startScrapeServer } from "@slipway/metrics";
import { until } from "@slipway/dev/testing-until";
import mongoose from "mongoose";
import { type Database, openDatabase } from "../src/connection/connect.ts";
import { databaseFailureOf } from "../src/connection/database-error.ts";
import { UnfitDatabase } from "../src/connection/database-options.ts";
import { watchPool } from "../src/connection/watch-pool.ts";
import type { Command } from "./pretended-member.ts";
import { type PretendedSet, pretendSet } from "./pretended-set.ts";

let set: PretendedSet | undefined;
let database: Database | undefined;
let scrapes: ScrapeServer | undefined;
afterEach(async () => {
  await scrapes?.stop();
  await database?.close();
  await set?.close();
  database = undefined;
  set = undefined;
});

const empty = { ok: 1, cursor: { id: 0n, ns: "any.things", firstBatch: [] } };

/** A busy machine may need seconds to find the primary that is there. */
async function opened(
  answer: (command: Command) => object | undefined = () => empty,
  selectionMs = 4_000,
) {
  set = await pretendSet(3, answer);
  database = await openDatabase(set.uri, "any", {
    service: "bookings",
    settings: { MONGODB_SELECTION_TIMEOUT_MS: String(selectionMs) },
  });
  const { connection } = database;
  return { set, database, things: connection.getClient().db("any").collection("things") };
}

/** The value of one series; NaN where it is not there. */
async function valueOf(series: string): Promise<number> {
  const text = await (await fetch(scrapes?.url ?? "")).text();
  const line = text.split("\n").find((each) => each.startsWith(`${series} `));
  return Number(line?.slice(series.length));
}

describe("an open database", () => {
  it("asks for a majority on every read and write", async () => {
    const opens = await opened();
    await opens.things.findOne({});
    await opens.things.insertOne({ n: 1 });
    const [primary] = opens.set.members;
    const [find, insert] = ["find", "insert"].map((name) =>
      primary?.commands.find((command) => name in command),
    );
    expect(find).toMatchObject({ readConcern: { level: "majority" } });
    expect(insert).toMatchObject({ writeConcern: { w: "majority", j: true } });
    expect(insert).not.toHaveProperty("txnNumber");
  });

  it("counts a step-down and the next primary, although no connection breaks", async () => {
    const { set: members, database: up, things } = await opened();
    expect(up.breaks()).toBe(0);
    members.elect(undefined);
    const refused: unknown = await things.insertOne({ n: 1 }).catch((error: unknown) => error);
    expect(databaseFailureOf(refused)).toBe("nothingDone");
    // The very refusal shows it, before any heartbeat.
    expect(up.breaks()).toBeGreaterThan(0);
    expect(up.isUp()).toBe(false);
    const lost = up.breaks();
    members.elect(1);
    await until(() => up.isUp());
    expect(up.breaks()).toBeGreaterThan(lost);
  });

  it("counts another primary that the heartbeats find", async () => {
    const { set: members, database: up, things } = await opened();
    scrapes = await startScrapeServer({ port: 0, host: "127.0.0.1" });
    const changes = 'slipway_database_primary_changes_total{database="any"}';
    const before = await valueOf(changes);
    members.elect(2);
    await until(() => up.breaks() > 0 && up.isUp());
    const found: unknown = await things.findOne({});
    expect(found).toBeNull();
    expect(members.members[2]?.commands.some((command) => "find" in command)).toBe(true);
    expect((await valueOf(changes)) - before).toBe(1);
  });

  it("shows how many operations use a connection and how many wait, and counts how long they waited", async () => {
    const { things } = await opened();
    scrapes = await startScrapeServer({ port: 0, host: "127.0.0.1" });
    const waits = (name: string) =>
      valueOf(`slipway_database_checkout_seconds_count{database="${name}",outcome="ok"}`);
    const use = async (name: string) => [
      await valueOf(`slipway_database_connections_used{database="${name}"}`),
      await valueOf(`slipway_database_operations_waiting{database="${name}"}`),
    ];
    const before = await waits("any");
    await things.findOne({});
    expect((await waits("any")) - before).toBe(1);
    expect(await use("any")).toEqual([0, 0]);
    const driver = new EventEmitter();
    const pool = watchPool(driver as never, "other");
    for (const event of ["CheckOutStarted", "CheckOutStarted", "CheckOutStarted", "CheckedOut"])
      driver.emit(`connection${event}`, { durationMS: 2 });
    driver.emit("connectionCheckOutFailed", { durationMS: 5_000 });
    expect(await use("other")).toEqual([1, 1]);
    pool.unwatch();
    expect(await use("other")).toEqual([Number.NaN, Number.NaN]);
  });

  it("counts another term of the same primary: it may have lost what it showed in the last one", async () => {
    const { set: members, database: up } = await opened();
    members.elect(0);
    await until(() => up.breaks() > 0);
    expect(up.isUp()).toBe(true);
  });

  it("has done nothing where no primary was found in time", async () => {
    const { set: members, things } = await opened(undefined, 1_000);
    members.elect(undefined);
    await things.insertOne({ n: 1 }).catch(() => undefined);
    const error: unknown = await things.insertOne({ n: 2 }).catch((thrown: unknown) => thrown);
    expect(databaseFailureOf(error)).toBe("nothingDone");
  });

  it("is in doubt where the connection breaks instead of an answer", async () => {
    const { database: up, things } = await opened((command) =>
      "insert" in command ? undefined : empty,
    );
    const error: unknown = await things.insertOne({ n: 1 }).catch((thrown: unknown) => thrown);
    expect(databaseFailureOf(error)).toBe("inDoubt");
    expect(up.breaks()).toBeGreaterThan(0);
  });
});

describe("a database that cannot be opened", () => {
  it("leaves no connection behind, nor does one that is closed", async () => {
    const before = mongoose.connections.length;
    const settings = { MONGODB_SELECTION_TIMEOUT_MS: "500" };
    const opening = openDatabase("mongodb://127.0.0.1:1/", "any", { settings });
    const error: unknown = await opening.catch((thrown: unknown) => thrown);
    expect(databaseFailureOf(error)).toBe("nothingDone");
    const opens = await opened();
    expect(mongoose.connections).toHaveLength(before + 1);
    await opens.database.close();
    expect(mongoose.connections).toHaveLength(before);
  });
});

describe("a database that is not fit", () => {
  it("is refused by its URI, before anything is connected", async () => {
    const uri = "mongodb://nowhere.invalid/?readPreference=secondary";
    await expect(openDatabase(uri, "any")).rejects.toThrow(UnfitDatabase);
  });

  it("is refused where one member of several is asked directly", async () => {
    set = await pretendSet(3);
    const uri = `mongodb://${set.members[0]?.address}/?directConnection=true`;
    await expect(openDatabase(uri, "any")).rejects.toThrow("replicaSet=rs0");
  });
});
