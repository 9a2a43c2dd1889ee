/** The store's reads of a primary that has been replaced and does not know it. */
import { beforeAll, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Relay, makeIndexes, openCollections, openDatabase } from "@slipway/store";
import { stalePrimary, testDatabase } from "@slipway/store/testing";
import { resourceStore } from "../src/ledger/resource-store.ts";
import { collections } from "../src/ledger/schema.ts";

const database = forThisFile(async () => {
  const { uri, name } = testDatabase(import.meta.url);
  return openDatabase(uri, name);
});
beforeAll(async () => {
  await makeIndexes(database.connection, collections);
});

const relay = { committed: () => undefined } as unknown as Relay;
const event = { type: "resource.created" } as never;
const boat = {
  id: "res_boat",
  supplierId: "sup_1",
  name: "Boat",
  quantity: 1,
  capacityPerResource: 12,
  metadata: "{}",
  epoch: 0,
  requirements: [],
  createdAt: new Date(),
};

it("finds a resource to change that a replaced primary lacks", async () => {
  const { resources } = openCollections(database.connection, collections);
  await resourceStore(resources, relay).insert("ten_1", boat, event);
  const stale = () => resourceStore(stalePrimary(resources), relay);
  expect(await stale().getToChange("ten_1", boat.id)).toMatchObject({ name: "Boat" });
  expect(await stale().getToChange("ten_1", "res_none")).toBeNull();
});
