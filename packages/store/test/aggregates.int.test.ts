import { beforeAll, beforeEach, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { refusalOf, refuse } from "@slipway/broker";
import {
  type Aggregate,
  type Aggregates,
  type Relay,
  aggregates,
  collection as declare,
  makeIndexes,
  openCollections,
  openDatabase,
} from "@slipway/store";
import type { mongo } from "../src/index.ts";
import { stalePrimary, testDatabase } from "../src/testing.ts";

interface Boat extends Aggregate {
  seats: number;
}

const { uri, name } = testDatabase(import.meta.url);
const relay = { committed: () => undefined } as unknown as Relay;
let collection: mongo.Collection<Boat>;
let boats: Aggregates<Boat>;
let boat: Boat;

const database = forThisFile(() => openDatabase(uri, name));
beforeAll(async () => {
  const tables = { boats: declare<Boat>("boats") };
  await makeIndexes(database.connection, tables);
  ({ boats: collection } = openCollections(database.connection, tables));
  boats = aggregates(collection, relay);
});
beforeEach(async () => {
  await collection.deleteMany({});
  boat = await boats.insert("ten_1", { _id: "boat", createdAt: new Date(1_000), seats: 1 });
});

const setSeats = (seats: number): Promise<Boat> =>
  boats.change("ten_1", "boat", 2_000, () => ({ set: { seats } }));

/** Undoes a write, as a fail-over does with one that no majority has. */
async function undo(): Promise<void> {
  await collection.replaceOne({ _id: "boat" }, boat);
}

it("writes nothing on a revision that was undone and made again by another write", async () => {
  await setSeats(9);
  const seen: number[] = [];
  const changed = await boats.change("ten_1", "boat", 3_000, async ({ seats, revision }) => {
    expect(revision).toBe(2);
    if (seen.push(seats) === 1) {
      await undo();
      await setSeats(5);
    }
    return { set: { seats: seats + 1 } };
  });
  expect(seen).toEqual([9, 5]);
  expect(changed).toMatchObject({ seats: 6, revision: 3 });
});

it("refuses nothing for what was undone before the refusal left", async () => {
  await setSeats(9);
  const seen: number[] = [];
  await boats.change("ten_1", "boat", 3_000, async ({ seats }) => {
    seen.push(seats);
    if (seats !== 9) return { set: { seats: seats + 1 } };
    await undo();
    throw refuse("INVALID_STATE");
  });
  expect(seen).toEqual([9, 1]);
  expect(await boats.get("ten_1", "boat")).toMatchObject({ seats: 2 });
});

it("says of nothing that was undone that it stands already", async () => {
  await setSeats(9);
  const known = await boats.change("ten_1", "boat", 3_000, async ({ seats }) => {
    if (seats !== 9) return { set: { seats: 9 } };
    await undo();
    return null;
  });
  expect(known).toMatchObject({ seats: 9, revision: 2 });
  expect(await boats.get("ten_1", "boat")).toMatchObject({ seats: 9 });
});

it("refuses and keeps what stands, without another revision", async () => {
  const refused = boats.change("ten_1", "boat", 2_000, () => {
    throw refuse("INVALID_STATE");
  });
  expect(refusalOf(await refused.catch((error: unknown) => error))?.code).toBe("INVALID_STATE");
  expect(await boats.change("ten_1", "boat", 2_000, () => null)).toEqual(boat);
  expect(await boats.get("ten_1", "boat")).toEqual(boat);
});

it("changes records of the release before, which have no token", async () => {
  await collection.updateOne({ _id: "boat" }, { $set: { revision: 7 } });
  expect(await setSeats(2)).toMatchObject({ seats: 2, revision: 8, commit: expect.any(String) });
});

it("changes a record that a replaced primary lacks", async () => {
  const onStale = () => aggregates(stalePrimary(collection), relay);
  const change = () => ({ set: { seats: 2 } });
  expect(await onStale().change("ten_1", "boat", 2_000, change)).toMatchObject({ seats: 2 });
  await expect(onStale().change("ten_1", "none", 2_000, change)).rejects.toMatchObject({
    type: "NOT_FOUND",
  });
});
