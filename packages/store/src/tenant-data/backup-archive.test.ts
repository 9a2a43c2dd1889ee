import { describe, expect, it } from "@jest/globals";
import { countArchive } from "./backup-archive.ts";
import { archiveBlock, archivePrelude, checksumOf } from "../testing-archive.ts";

const bookings = { db: "slipway-bookings", collection: "bookings" };
const documents = [1, 2, 3].map((n) => ({ n, text: "x".repeat(n) }));
const prelude = archivePrelude([bookings]);
const first = archiveBlock({ ...bookings, documents: documents.slice(0, 2) });
const second = archiveBlock({ ...bookings, documents: documents.slice(2) });
const end = archiveBlock({ ...bookings, endOf: documents });

/** In chunks of seven bytes, so that no boundary is one of the archive's. */
async function* chunksOf(...parts: Buffer[]): AsyncGenerator<Buffer> {
  const bytes = Buffer.concat(parts);
  for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
}

it("has the checksum that Go's hash/crc64 computes with its table ECMA", () => {
  expect(checksumOf(Buffer.from("123456789"))).toBe(11051210869376104954n);
});

describe("an archive of mongodump", () => {
  it("is counted by collection, over all blocks, with the writes made meanwhile", async () => {
    const oplog = archiveBlock({ db: "", collection: "oplog" });
    const oplogEnd = archiveBlock({ db: "", collection: "oplog", endOf: [] });
    const counted = await countArchive(chunksOf(prelude, first, oplog, second, end, oplogEnd));
    expect(Object.fromEntries(counted)).toEqual({ "slipway-bookings.bookings": 3, ".oplog": 0 });
  });

  it("has no documents of a view", async () => {
    const view = { db: "slipway-audit", collection: "seen", type: "view" };
    const parts = [archivePrelude([bookings, view]), first, second, end];
    const counted = await countArchive(chunksOf(...parts));
    expect([...counted.keys()]).toEqual(["slipway-bookings.bookings"]);
  });

  it.each([
    ["nothing", "it is empty", []],
    ["another file", "it is no archive of mongodump", [Buffer.from("a backup that is none")]],
    ["a part of a document", "it ends amid a document", [prelude, first.subarray(0, 20)]],
    ["a collection without its end", "it ends before all of slipway", [prelude, first, second]],
    ["a prelude", "it ends before all of slipway-bookings.bookings is there", [prelude]],
    ["a document too few", "the checksum of slipway-bookings.bookings", [prelude, first, end]],
    ["the start of a long document", "it ends amid a document", [prelude, Buffer.alloc(8, 1)]],
    ["zeros", "it is damaged", [prelude, Buffer.alloc(8)]],
  ])("that is %s is refused: %s", async (_, sentence, parts) => {
    await expect(countArchive(chunksOf(...parts))).rejects.toThrow(sentence);
  });
});
