/** How a search reads a tenant whose bookings are not in memory. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import mongoose, { type mongo } from "mongoose";
import { testDatabase } from "@slipway/store/testing";
import { scanPieceMax } from "../../src/constants.ts";
import { listStore } from "../../src/list/list-store.ts";
import { searchTextOf } from "../../src/record/list-filter.ts";
import type { BookingDocument } from "../../src/record/booking-document.ts";

let client: mongo.MongoClient;
let documents: mongo.Collection<BookingDocument>;
const tenantId = "ten_1";
const at = { now: new Date(), after: undefined };

beforeAll(async () => {
  const { uri, name } = testDatabase(import.meta.url);
  client = await new mongoose.mongo.MongoClient(uri).connect();
  documents = client.db(name).collection("bookings");
  await documents.createIndexes([{ key: { tenantId: 1, createdAt: -1, _id: -1 } }]);
  const stored = Array.from({ length: 2 * scanPieceMax + 10 }, (_, index) => ({
    _id: `bok_${index}`,
    tenantId,
    live: true,
    // Two of each instant.
    createdAt: new Date(1_800_000_000_000 + Math.floor(index / 2)),
    startAt: new Date(1_900_000_000_000 - index),
    source: "api/v1",
    pricingSnapshot: { retail: 9_000, currency: "EUR", unitPricing: [{ quantity: 2 }] },
    searchText: index % 1_000 === 0 ? "zanon" : "rossi",
  }));
  await documents.insertMany(
    stored as unknown as mongo.OptionalUnlessRequiredId<BookingDocument>[],
  );
});
afterAll(() => client.close());

it("reads bookings in pieces, each once, and stops where its reader stops", async () => {
  const pieces: { read: number; ids: string[] }[] = [];
  for await (const { read, matches } of listStore(documents).scan(
    tenantId,
    { search: "zanon" },
    at,
  ))
    pieces.push({ read, ids: matches.map(({ id }) => id) });
  const indexes = Array.from({ length: 9 }, (_, index) => `bok_${8_000 - index * 1_000}`);
  expect(pieces.flatMap(({ ids }) => ids)).toEqual(indexes);
  // The last piece has ten bookings, of which one matches: a tenant of one piece pays for what was read, too.
  expect(pieces.map(({ read }) => read)).toEqual([scanPieceMax, scanPieceMax, scanPieceMax]);

  const all: string[] = [];
  for await (const { matches } of listStore(documents).scan(tenantId, {}, at))
    all.push(...matches.map(({ id }) => id));
  expect(new Set(all).size).toBe(2 * scanPieceMax + 10);
  expect(all).toHaveLength(2 * scanPieceMax + 10);

  for await (const { matches } of listStore(documents).scan(tenantId, {}, at)) {
    expect(matches.length).toBeLessThan(scanPieceMax + 10);
    break;
  }
});

it("searches at most 200 characters of a field", () => {
  const name = `${"x".repeat(199)}y${"z".repeat(60_000)}`;
  const text = searchTextOf({ name, email: "a@b.example" });
  expect(text.split("\u0000")).toEqual([`${"x".repeat(199)}y`, "a@b.example"]);
});
