import { describe, expect, it } from "@jest/globals";
import { refusalOf } from "@slipway/broker";
import type { mongo } from "mongoose";
import { insertTogether } from "./insert-together.ts";

interface Thing {
  _id: string;
}

/** A driver's collection that refuses what the test names, and notes what is sent. */
function aCollection(bulkError?: Error) {
  const sent: string[] = [];
  const collection = {
    bulkWrite: async (operations: { insertOne: { document: Thing } }[]) => {
      sent.push(operations.map(({ insertOne }) => insertOne.document._id).join("+"));
      if (bulkError) throw bulkError;
    },
    insertOne: async ({ _id }: Thing) => {
      sent.push(_id);
      if (bulkError) throw Object.assign(new Error("taken"), { code: 11_000, keyPattern: { _id } });
    },
  };
  return { sent, insert: insertTogether(collection as unknown as mongo.Collection<Thing>) };
}

/** As the driver throws it. */
function bulkErrorOf(writeError: { index: number; code: number }): Error {
  return Object.assign(new Error("bulk"), { code: writeError.code, writeErrors: [writeError] });
}

const never = (): boolean => false;
const always = (): boolean => true;

/** The outcome of each insert of one turn: "done", or the code of a refusal or an error. */
function outcomesOf(
  insert: ReturnType<typeof insertTogether<Thing>>,
  wanted: Record<string, () => boolean>,
): Promise<unknown[]> {
  const inserts = Object.entries(wanted).map(([_id, isLate]) =>
    insert({ document: { _id }, isLate }).then(
      () => "done",
      (error: unknown) => refusalOf(error)?.code ?? (error as { code?: unknown }).code,
    ),
  );
  return Promise.all(inserts);
}

describe("documents that are inserted together", () => {
  it("go out by one round trip, and a late one does not", async () => {
    const { sent, insert } = aCollection();
    const outcomes = await outcomesOf(insert, { a: never, late: always, b: never });
    expect(outcomes).toEqual(["done", "SERVICE_UNAVAILABLE", "done"]);
    expect(sent).toEqual(["a+b"]);
  });

  it("are sent at all only in time, also one alone", async () => {
    const { sent, insert } = aCollection();
    expect(await outcomesOf(insert, { late: always })).toEqual(["SERVICE_UNAVAILABLE"]);
    expect(sent).toEqual([]);
  });

  it("have an unknown outcome after a lost reply, but for one that was not sent", async () => {
    const lost = Object.assign(new Error("connection lost"), { code: "ECONNRESET" });
    const { insert } = aCollection(lost);
    const outcomes = await outcomesOf(insert, { a: never, late: always, b: never });
    expect(outcomes).toEqual(["ECONNRESET", "SERVICE_UNAVAILABLE", "ECONNRESET"]);
  });

  it("say which index they ran into, by being sent once more", async () => {
    const { sent, insert } = aCollection(bulkErrorOf({ index: 1, code: 11_000 }));
    expect(await outcomesOf(insert, { a: never, b: never })).toEqual(["done", 11_000]);
    expect(sent).toEqual(["a+b", "b"]);
  });

  it("are not sent once more when they are late by then: then it is unknown", async () => {
    const { sent, insert } = aCollection(bulkErrorOf({ index: 1, code: 11_000 }));
    const isLate = (): boolean => sent.length > 0;
    expect(await outcomesOf(insert, { a: isLate, b: isLate })).toEqual(["done", "OUTCOME_UNKNOWN"]);
    expect(sent).toEqual(["a+b"]);
  });

  it("are not sent once more after another error: a router may not know what its shard did", async () => {
    const { sent, insert } = aCollection(bulkErrorOf({ index: 0, code: 6 }));
    expect(await outcomesOf(insert, { a: never, b: never })).toEqual([6, "done"]);
    expect(sent).toEqual(["a+b"]);
  });
});
