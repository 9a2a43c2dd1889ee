/** All records of a tenant, in parts that are smaller than a collection. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import mongoose, { type Connection, type mongo } from "mongoose";
import { collection, makeIndexes, openCollections } from "../src/records/collections.ts";
import { tenantRecords } from "../src/tenant-data/tenant-records.ts";
import { testDatabase } from "../src/testing.ts";

interface Kept {
  _id: string;
  tenantId: string;
  secret?: string;
}

const tables = {
  indexed: collection<Kept>("indexed", [[{ tenantId: 1, _id: 1 }]]),
  partial: collection<Kept>("partial", [
    [{ tenantId: 1 }, { partialFilterExpression: { live: true } }],
  ]),
  empty: collection<Kept>("empty"),
  large: collection<Kept>("large", [], { isLarge: true }),
  last: collection<Kept>("last", [], { outlivesTenant: true }),
};
const names = Object.keys(tables) as (keyof typeof tables)[];
let connection: Connection;
let collections: Record<keyof typeof tables, mongo.Collection<Kept>>;
/** A window holds three documents, a page two lines. */
const records = () => tenantRecords(connection, Object.values(tables), { window: 3, lines: 2 });

beforeAll(async () => {
  const { uri, name } = testDatabase(import.meta.url);
  connection = await mongoose.createConnection(uri, { dbName: name }).asPromise();
  await makeIndexes(connection, tables);
  collections = openCollections(connection, tables);
});
afterAll(() => connection.close());

/** Ten of each tenant in turns, so that a window has documents of both. */
beforeEach(async () => {
  for (const name of names) {
    await collections[name].deleteMany({});
    if (name === "empty") continue;
    const documents = Array.from({ length: 20 }, (_, index) => ({
      _id: `x_${String(index).padStart(2, "0")}`,
      tenantId: index % 2 === 0 ? "ten_own" : "ten_other",
      secret: "hidden",
    }));
    await collections[name].insertMany(documents);
  }
});

async function parts<Part extends { next: string | null }>(
  load: (page: string | undefined) => Promise<Part>,
): Promise<Part[]> {
  const found: Part[] = [];
  for (let page: string | undefined; ; ) {
    const part = await load(page);
    found.push(part);
    if (part.next === null) return found;
    page = part.next;
  }
}

const countOf = (name: keyof typeof tables, tenantId: string) =>
  collections[name].countDocuments({ tenantId });

describe("the records of a tenant", () => {
  it("are exported once each, in bounded parts, without secrets", async () => {
    const exported = await parts((page) => records().exportPart("ten_own", page));
    expect(Math.max(...exported.map(({ items }) => items.length))).toBe(2);
    const lines = exported.flatMap(({ items }) => items);
    const even = Array.from(
      { length: 10 },
      (_, index) => `x_${String(2 * index).padStart(2, "0")}`,
    );
    const expected = names
      .filter((name) => name !== "empty")
      .flatMap((name) =>
        even.map((_id) => ({ collection: name, record: { _id, tenantId: "ten_own" } })),
      );
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual(expected);
  });

  it("are deleted in bounded parts, but for what outlives them, and no other tenant's", async () => {
    const deletions = await parts((page) => records().deletePart("ten_own", page));
    const sums: Record<string, number> = {};
    for (const { deleted } of deletions)
      for (const [name, count] of Object.entries(deleted)) {
        sums[name] = (sums[name] ?? 0) + count;
      }
    expect(sums).toEqual({ indexed: 10, partial: 10, large: 10 });
    const bounded = deletions.flatMap(({ deleted: { indexed = 0, partial = 0 } }) => [
      indexed,
      partial,
    ]);
    expect(Math.max(...bounded)).toBeLessThanOrEqual(3);
    for (const name of ["indexed", "partial", "large"] as const)
      expect([await countOf(name, "ten_own"), await countOf(name, "ten_other")]).toEqual([0, 10]);
    expect(await countOf("last", "ten_own")).toBe(10);
    const again = await parts((page) => records().deletePart("ten_own", page));
    expect(again.flatMap(({ deleted }) => Object.keys(deleted))).toEqual([]);
  });
});
