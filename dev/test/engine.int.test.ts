import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import mongoose from "mongoose";
import { type Database, openDatabase } from "../src/engine/database.ts";
import { isRunning } from "../src/engine/directory-holder.ts";

const { MongoClient } = mongoose.mongo;
const durable = { writeConcern: { w: "majority", journal: true } } as const;
const databaseModule = new URL("../src/engine/database.ts", import.meta.url).href;

let directory: string;
const lines: string[] = [];
const opened: Database[] = [];
const clients: InstanceType<typeof MongoClient>[] = [];

beforeEach(() => {
  // A long path: the socket must be reachable wherever the data is.
  directory = join(mkdtempSync(join(tmpdir(), "slipway-engine-test-")), "long".repeat(40));
  lines.length = 0;
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await Promise.all(opened.splice(0).map((database) => database.stop()));
  rmSync(join(directory, ".."), { recursive: true, force: true });
});

async function open(events: { onDown?: () => void; onUp?: () => void } = {}): Promise<Database> {
  const database = await openDatabase({ directory, log: (line) => lines.push(line), ...events });
  opened.push(database);
  return database;
}

/** With what resolves when its engine, once gone, is there again. */
async function openWatched(): Promise<{ database: Database; isBack: Promise<void> }> {
  const { promise: isBack, resolve: onUp } = Promise.withResolvers<void>();
  return { database: await open({ onUp }), isBack };
}

function recordsAt(uri: string) {
  const client = new MongoClient(uri);
  clients.push(client);
  return client.db("test").collection<{ _id: number }>("records");
}

async function journalBytesAt(uri: string): Promise<number> {
  const client = new MongoClient(uri);
  clients.push(client);
  const { wiredTiger } = await client.db("admin").command({ serverStatus: 1 });
  return (wiredTiger as { log: Record<string, number> }).log["log bytes written"] ?? Number.NaN;
}

describe("the embedded engine", () => {
  it("uses the given URI and starts nothing", async () => {
    const database = await openDatabase({
      directory,
      mongodbUri: "mongodb://db:27017",
      log: () => undefined,
    });
    expect(database).toMatchObject({ uri: "mongodb://db:27017", kind: "uri" });
    expect(database.pid()).toBeUndefined();
    await database.stop();
  });

  it("keeps an acknowledged write when its process is killed, and the driver finds it again", async () => {
    const { database, isBack } = await openWatched();
    const records = recordsAt(database.uri);
    await records.insertOne({ _id: 1 }, durable);
    const killed = database.pid();
    process.kill(killed ?? 0, "SIGKILL");
    await isBack;
    expect(await records.findOne({ _id: 1 })).toEqual({ _id: 1 });
    expect(database.pid()).not.toBe(killed);
    expect(lines).toEqual([
      expect.stringContaining("signal SIGKILL"),
      expect.stringContaining("is back after"),
    ]);
  });

  it("writes less to its journal than what documents repeat, and reads it back after a kill", async () => {
    const { database, isBack } = await openWatched();
    const records = recordsAt(database.uri);
    const alike = Array.from({ length: 100 }, (_, _id) => ({ _id, text: "a seat ".repeat(1_000) }));
    await records.insertMany(alike, durable);
    expect(await journalBytesAt(database.uri)).toBeLessThan(350_000);
    process.kill(database.pid() ?? 0, "SIGKILL");
    await isBack;
    expect(await records.find({}, { sort: { _id: 1 } }).toArray()).toEqual(alike);
  });

  it("loses none of the writes acknowledged up to the moment of a kill", async () => {
    const database = await open();
    const records = recordsAt(database.uri);
    const acknowledged: number[] = [];
    let next = 1;
    const writeUntilKilled = async (): Promise<void> => {
      for (;;) {
        const record = { _id: next++ };
        await records.insertOne(record, durable);
        acknowledged.push(record._id);
        if (acknowledged.length === 300) process.kill(database.pid() ?? 0, "SIGKILL");
      }
    };
    await Promise.allSettled(Array.from({ length: 8 }, writeUntilKilled));
    expect(acknowledged.length).toBeGreaterThanOrEqual(300);
    expect(await records.countDocuments({ _id: { $in: acknowledged } })).toBe(acknowledged.length);
  });

  it.each([
    ["finds nothing", { _id: -1 }],
    ["changes nothing of what it finds", { _id: 1 }],
  ])("acknowledges a write that %s after all that came before it", async (_, filter) => {
    const { database, isBack } = await openWatched();
    const records = recordsAt(database.uri);
    // Not journaled by themselves: another reader could see them and lose them by a crash.
    for (let _id = 1; _id <= 50; _id++)
      await records.insertOne({ _id }, { writeConcern: { w: 1, journal: false } });
    await records.updateOne(filter, { $unset: { fence: "" } } as object, durable);
    process.kill(database.pid() ?? 0, "SIGKILL");
    await isBack;
    expect(await records.countDocuments({})).toBe(50);
  });

  it("has the records of the last run, and is stopped within ten seconds", async () => {
    const first = await open();
    await recordsAt(first.uri).insertOne({ _id: 7 }, durable);
    const pid = first.pid() ?? 0;
    await first.stop();
    expect(isRunning(pid)).toBe(false);
    const second = await open();
    expect(second.uri).toBe(first.uri);
    expect(await recordsAt(second.uri).findOne({ _id: 7 })).toEqual({ _id: 7 });
  });

  it("refuses a directory that another process has open, and leaves that one alone", async () => {
    const first = await open();
    await expect(open()).rejects.toThrow(`Process ${first.pid()} has the database`);
    expect(await recordsAt(first.uri).countDocuments()).toBe(0);
  });

  it("refuses session commands, which would end the engine's process", async () => {
    const database = await open();
    const records = recordsAt(database.uri);
    await expect(records.db.admin().command({ endSessions: [] })).rejects.toThrow(
      "no such command",
    );
    expect(await records.countDocuments()).toBe(0);
  });
});

describe("a parent that is killed", () => {
  it("takes the engine with it, and the next parent opens the directory at once", async () => {
    const { parent, pid } = await startParent();
    parent.kill("SIGKILL");
    const database = await open();
    expect(isRunning(pid)).toBe(false);
    expect(await recordsAt(database.uri).findOne({ _id: 1 })).toEqual({ _id: 1 });
  });
});

/** A process of its own that opens the database, writes a record and stays. */
async function startParent(): Promise<{ parent: ChildProcess; pid: number }> {
  const script = `
    const { openDatabase } = await import(${JSON.stringify(databaseModule)});
    const { default: mongoose } = await import(${JSON.stringify(import.meta.resolve("mongoose"))});
    const database = await openDatabase({ directory: ${JSON.stringify(directory)}, log: console.error });
    const client = new mongoose.mongo.MongoClient(database.uri);
    await client.db("test").collection("records").insertOne({ _id: 1 });
    process.send(database.pid());
  `;
  const parent = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [pid] = (await once(parent, "message")) as [number];
  return { parent, pid };
}
