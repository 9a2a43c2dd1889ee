import { describe, expect, it } from "@jest/globals";
import mongoose from "mongoose";
import { withJournaledMajority } from "./write-concern.ts";

const { BSON, Binary, Code, Decimal128, Long, MaxKey, MinKey, ObjectId, Timestamp } =
  mongoose.mongo;

const everyKindOfValue = {
  insert: "records",
  double: 1.5,
  text: "majority\u0000é",
  document: { writeConcern: { w: "majority" } },
  list: [1, "two", { three: 3 }],
  binary: new Binary(Buffer.from("bytes")),
  id: new ObjectId("0123456789abcdef01234567"),
  truth: true,
  at: new Date(0),
  nothing: null,
  pattern: /a.*b/i,
  code: new Code("1"),
  scoped: new Code("x", { x: 1 }),
  int: 7,
  stamp: new Timestamp({ t: 1, i: 2 }),
  long: Long.fromNumber(8),
  decimal: Decimal128.fromString("1.25"),
  least: new MinKey(),
  most: new MaxKey(),
};

describe("a write concern on its way to the engine", () => {
  it.each([
    ["a majority", { w: "majority" }],
    ["a journaled majority", { w: "majority", j: true }],
    ["a majority with a time limit", { j: true, w: "majority", wtimeout: 500 }],
  ])("waits for the journal instead of %s", (_name, writeConcern) => {
    const command = { ...everyKindOfValue, writeConcern, $db: "test" };
    const changed = withJournaledMajority(message(command));
    expect(changed.readInt32LE(0)).toBe(changed.length);
    expect(bodyOf(changed)).toEqual(decoded({ ...command, writeConcern: { w: 1, j: true } }));
  });

  it.each([
    ["one node", { w: 1 }],
    ["one journaled node", { w: 1, j: true }],
    ["nobody", { w: 0 }],
  ])("stays as it is when it asks for %s", (_name, writeConcern) => {
    const given = message({ ...everyKindOfValue, writeConcern });
    expect(withJournaledMajority(given)).toBe(given);
  });

  it("stays as it is when only a document of the write speaks of a majority", () => {
    const given = message(everyKindOfValue);
    expect(withJournaledMajority(given)).toBe(given);
  });

  it("keeps the documents of a bulk that come before and after the command", () => {
    const documents = sequence("documents", [
      { _id: 1, writeConcern: { w: "majority" } },
      { _id: 2 },
    ]);
    const command = { insert: "records", writeConcern: { w: "majority" }, $db: "test" };
    const body = Buffer.concat([Buffer.of(0), BSON.serialize(command)]);
    const durable = Buffer.concat([
      Buffer.of(0),
      BSON.serialize({ ...command, writeConcern: { w: 1, j: true } }),
    ]);
    expect(withJournaledMajority(framed(documents, body))).toEqual(framed(documents, durable));
    expect(withJournaledMajority(framed(body, documents))).toEqual(framed(durable, documents));
  });
});

function message(command: object): Buffer {
  return framed(Buffer.of(0), Buffer.from(BSON.serialize(command)));
}

function framed(...sections: Buffer[]): Buffer {
  const frame = Buffer.concat([Buffer.alloc(20), ...sections]);
  frame.writeInt32LE(frame.length, 0);
  frame.writeInt32LE(2013, 12);
  return frame;
}

function sequence(name: string, documents: object[]): Buffer {
  const content = [
    Buffer.from(`${name}\0`),
    ...documents.map((document) => BSON.serialize(document)),
  ];
  const section = Buffer.concat([Buffer.alloc(5), ...content]);
  section[0] = 1;
  section.writeInt32LE(section.length - 1, 1);
  return section;
}

function bodyOf(frame: Buffer): unknown {
  return BSON.deserialize(frame.subarray(21), { promoteValues: false });
}

function decoded(value: object): unknown {
  return BSON.deserialize(BSON.serialize(value), { promoteValues: false });
}
