/** A mongod on the PATH, in whose place stands a program that keeps its rules: `fake-mongod.ts`. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import mongoose from "mongoose";
import { type Database, openDatabase } from "../src/engine/database.ts";
import type { Made } from "./fake-mongod.ts";

const fake = new URL("fake-mongod.ts", import.meta.url).href;
const path = process.env["PATH"];
let scratch: string;
let folder: string;
const opened: Database[] = [];

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), "slipway-mongod-"));
  folder = join(scratch, "data", "mongod");
  const program = join(scratch, "mongod");
  writeFileSync(program, `#!${process.execPath}\nimport(${JSON.stringify(fake)});\n`);
  chmodSync(program, 0o755);
  process.env["PATH"] = `${scratch}${delimiter}${path}`;
});
afterEach(async () => {
  process.env["PATH"] = path;
  await Promise.all(opened.splice(0).map((database) => database.stop()));
  rmSync(scratch, { recursive: true, force: true });
});

async function open(): Promise<Database> {
  const database = await openDatabase({ directory: join(scratch, "data"), log: () => undefined });
  opened.push(database);
  return database;
}

function made(): Made {
  return JSON.parse(readFileSync(join(folder, "made.json"), "utf8")) as Made;
}

function haveMade(before: Made): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "made.json"), JSON.stringify(before));
}

async function askedFor(uri: string): Promise<unknown> {
  const client = new mongoose.mongo.MongoClient(uri);
  try {
    return await client.db("admin").command({ listDatabases: 1 });
  } finally {
    await client.close();
  }
}

describe("a mongod on the PATH", () => {
  it("is started on this machine alone, with a key file that no other user can read", async () => {
    const { kind } = await open();
    const [args = "[]"] = readFileSync(join(folder, "arguments.jsonl"), "utf8").split("\n");
    const given = JSON.parse(args) as string[];
    const after = (name: string): string => given[given.indexOf(name) + 1] ?? "";
    expect(kind).toBe("mongod");
    expect(after("--bind_ip")).toBe("127.0.0.1");
    expect(given).toContain("--nounixsocket");
    expect(after("--keyFile")).toBe(join(folder, "slipway.key"));
    expect(statSync(after("--keyFile")).mode & 0o777).toBe(0o600);
    expect(readFileSync(after("--keyFile"), "utf8")).toMatch(/^[0-9a-f]{64}\n$/);
  });

  it("answers who has the password, and not who has only its port", async () => {
    const { uri } = await open();
    const { host, password } = new URL(uri);
    expect(await askedFor(uri)).toMatchObject({ ok: 1 });
    await expect(askedFor(`mongodb://${host}/?directConnection=true`)).rejects.toMatchObject({
      code: 13,
    });
    const guess = uri.replace(password, "f".repeat(64));
    await expect(askedFor(guess)).rejects.toMatchObject({ code: 18 });
  });

  it("has the same user at every start", async () => {
    const first = await open();
    const { users } = made();
    await first.stop();
    const second = await open();
    expect(second.uri).toBe(first.uri);
    expect(made().users).toEqual(users);
    expect(Object.keys(users ?? {})).toEqual(["slipway"]);
  });

  it("of an earlier release, without users, is given one", async () => {
    haveMade({ isSet: true });
    const { uri } = await open();
    expect(await askedFor(uri)).toMatchObject({ ok: 1 });
  });

  it("is not used where another user of the machine has made a user first", async () => {
    haveMade({ isSet: true, users: { mallory: "secret" } });
    await expect(open()).rejects.toThrow(
      "the database has users, but none named slipway with the password in its key file",
    );
  });
});
