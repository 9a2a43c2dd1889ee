/** The first claim on a supplier's day, of whose resources the process has kept what it read for another day. */
import { expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { watchCommands, watchable } from "@slipway/dev/testing-reads";
import { call } from "@slipway/broker";
import { resourcesCapacity as contracts } from "@slipway/contracts";
import { aSupplier, capacityPlatform } from "./capacity-platform.ts";

const platform = forThisFile(() =>
  capacityPlatform(import.meta.url, 2, watchable(import.meta.url).mongodbUri),
);

/** A boat of ten places. The first process has sold one of them for a day. */
async function aSoldBoat() {
  const supplier = aSupplier(platform);
  const option = supplier.anOption();
  const boat = await supplier.aResource();
  await supplier.link(option, boat.id);
  await supplier.claim(option, 1);
  await platform.settle();
  return { ...supplier, option, boat };
}

const ofDay = (day: number) => ({ startAt: `2027-07-${day}T08:00:00.000Z` });
const exhausted = { type: "CAPACITY_EXHAUSTED" };

it("takes three statements: it inserts the ledger, looks for claims of the day, and takes the places", async () => {
  const { claim, option, supplierId } = await aSoldBoat();
  const sent = watchCommands(["find", "aggregate", "update", "findAndModify"]);
  await claim(option, 1, ofDay(10));
  // Sweeps of all suppliers' claims and ledgers go on beside.
  const own = sent.filter(({ command }) => JSON.stringify(command).includes(supplierId));
  expect(own.map(({ command }) => Object.entries(command)[0])).toEqual([
    ["update", "ledgers"],
    ["find", "claims"],
    ["update", "ledgers"],
  ]);
});

it("is decided on the numbers that a resize through another process has set", async () => {
  const { claim, option, boat, request } = await aSoldBoat();
  const fewer = { id: boat.id, capacityPerResource: 2 };
  await call(request(1), contracts.updateResource, fewer);
  await expect(claim(option, 3, ofDay(11))).rejects.toMatchObject(exhausted);
  await expect(claim(option, 2, ofDay(11))).resolves.toBeDefined();
});

it("is decided on what two options of one day require of a boat", async () => {
  const { claim, option, boat, link, anOption } = await aSoldBoat();
  const other = anOption();
  await link(other, boat.id, { maxQuantity: 1 });
  await claim(option, 6, ofDay(12));
  await expect(claim(other, 5, ofDay(12))).rejects.toMatchObject(exhausted);
  await claim(other, 4, ofDay(12));
});

it("is decided on a requirement that another process has added", async () => {
  const { claim, option, aResource, request } = await aSoldBoat();
  const guide = await aResource({ name: "Guide", capacityPerResource: 2 });
  await call(request(1), contracts.setRequirement, { id: option, resourceId: guide.id });
  const { taken } = await claim(option, 1, ofDay(13));
  expect(taken).toHaveLength(2);
});

it("takes no expansion back that others use, where the process has kept the boat for another option", async () => {
  const { claim, link, release, anOption, aResource, vacancies } = aSupplier(platform);
  const [tour, cruise] = [anOption(), anOption()];
  const boats = await aResource({ quantity: 2, capacityPerResource: 5 });
  await link(tour, boats.id, { maxQuantity: 1 });
  await link(cruise, boats.id);
  await claim(tour, 4);
  const until = new Date(platform.time.now + 60_000).toISOString();
  const hold = await claim(tour, 3, { bookingId: "bkg_lost", until, expand: true });
  platform.time.now += 61_000;
  const { claims } = await claim(tour, 3, { bookingId: "bkg_after" });
  await platform.settle();
  await claim(cruise, 1, { replica: 1, startAt: "2027-07-02T12:00:00.000Z" });
  await release("bkg_lost", hold.claims, { neverNamed: true, replica: 1 });
  await release("bkg_after", claims, { replica: 1 });
  // Four of five and two more: what the lost hold has added stays, since it was in use.
  expect((await vacancies(tour, { replica: 1 })).vacancies).toBe(3);
});
