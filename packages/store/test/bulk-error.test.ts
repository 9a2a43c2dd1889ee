/**
 * The driver's errors for the answers to a bulk write. By them we decide whether documents were written,
 * so a driver that behaves otherwise must fail here.
 */
import { afterEach, describe, expect, it } from "@jest/globals";
import mongoose from "mongoose";
import { databaseFailureOf, duplicateKey } from "../src/connection/database-error.ts";
import { duplicatesIn } from "../src/records/insert-together.ts";
import { type PretendedMember, pretendMember } from "./pretended-member.ts";

const { MongoBulkWriteError, MongoClient } = mongoose.mongo;

let member: PretendedMember | undefined;
let client: mongoose.mongo.MongoClient | undefined;
afterEach(async () => {
  await client?.close();
  await member?.close();
});

/** The error of an unordered bulk of two inserts that a server answers so; undefined: it hangs up. */
async function bulkAnswered(answer: object | undefined): Promise<unknown> {
  member = await pretendMember(
    () => ({ isWritablePrimary: true }),
    (command) => ("insert" in command ? answer : { ok: 1 }),
  );
  client = await new MongoClient(`mongodb://${member.address}/?retryWrites=false`).connect();
  const things = client.db("any").collection("things");
  const operations = [1, 2].map((n) => ({ insertOne: { document: { n } } }));
  return things.bulkWrite(operations, { ordered: false }).catch((error: unknown) => error);
}

const duplicate = { index: 0, code: 11_000, errmsg: "E11000", keyPattern: { name: 1 } };
const timedOut = { code: 64, errmsg: "waiting for replication timed out" };

describe("a bulk write", () => {
  it("with duplicate keys is no failure of the database", async () => {
    const error = await bulkAnswered({ ok: 1, n: 1, writeErrors: [duplicate] });
    expect(error).toBeInstanceOf(MongoBulkWriteError);
    expect(databaseFailureOf(error)).toBe("fault");
    expect(duplicateKey(error)).toBeDefined();
    expect([...duplicatesIn(error)]).toEqual([0]);
  });

  it("with duplicate keys and a write-concern error lists none: nobody takes the rest for done", async () => {
    const answer = { ok: 1, n: 1, writeErrors: [duplicate], writeConcernError: timedOut };
    const error = await bulkAnswered(answer);
    expect(error).toBeInstanceOf(MongoBulkWriteError);
    expect((error as { writeErrors: unknown }).writeErrors).toEqual([]);
    expect(duplicateKey(error)).toBeUndefined();
    expect(() => duplicatesIn(error)).toThrow("waiting for replication timed out");
    expect(databaseFailureOf(error)).toBe("inDoubt");
  });

  it.each([
    ["a write-concern error", { ok: 1, n: 2, writeConcernError: timedOut }],
    ["a connection that breaks", undefined],
    // Its first documents may be written before the member steps down.
    ["a member that is no primary any more", { ok: 0, code: 10_107, errmsg: "not primary" }],
    [
      "a statement that the server gave up",
      { ok: 1, n: 0, writeErrors: [duplicate, { index: 1, code: 262, errmsg: "time limit" }] },
    ],
  ])("that ends with %s may stand in part", async (_with, answer) => {
    const error = await bulkAnswered(answer);
    expect(error).toBeInstanceOf(MongoBulkWriteError);
    expect(databaseFailureOf(error)).toBe("inDoubt");
  });

  it("that the server has not begun has done nothing", async () => {
    const errorLabels = ["RetryableWriteError", "NoWritesPerformed"];
    const error = await bulkAnswered({ ok: 0, code: 91, errmsg: "shutting down", errorLabels });
    expect(error).toBeInstanceOf(MongoBulkWriteError);
    expect(databaseFailureOf(error)).toBe("nothingDone");
  });

  it("that the server does not understand is a fault of ours", async () => {
    const error = await bulkAnswered({ ok: 0, code: 9, errmsg: "FailedToParse" });
    expect(error).toBeInstanceOf(MongoBulkWriteError);
    expect(databaseFailureOf(error)).toBe("fault");
  });
});
