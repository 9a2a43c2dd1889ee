/** What refusals ask of the database once a departure is sold out. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { type WatchedRead, watchCommands, watchable } from "@slipway/dev/testing-reads";
import { type TestGateway, testGateway } from "./testing.ts";
import { type World, aWorld } from "./world.ts";

let gateway: TestGateway;
let world: World;

beforeAll(async () => {
  gateway = await testGateway(import.meta.url, watchable(import.meta.url));
  world = await aWorld(gateway);
}, 180_000);
afterAll(() => gateway.stop());

function book(seats: number) {
  const { key, ids, freeStartAt: startAt } = world;
  const unitItems = [{ unitId: ids.units, quantity: seats }];
  return gateway.send("POST /bookings", {
    key,
    body: { optionId: ids.options, startAt, unitItems },
  });
}

/** What of all that was asked is about claims: sweeps and the relay's poll look by other fields. */
function askedIn(noted: readonly WatchedRead[]): string[] {
  return noted
    .filter(({ database }) => database.endsWith("-resources-capacity"))
    .flatMap(({ command }) => {
      const [[verb, collection] = []] = Object.entries(command);
      const { filter = {} } = command as { filter?: object };
      const name = String(collection);
      const isSweep = verb === "find" && name !== "resources" && !("_id" in filter);
      const isPoll = "outbox.id" in filter;
      const isOfClaims = ["resources", "ledgers", "claims"].includes(name) && !isSweep && !isPoll;
      return isOfClaims ? [`${verb} ${name}`] : [];
    });
}

it("is the ledger's version, once for all that wait, and no write", async () => {
  expect((await book(10)).status).toBe(201);
  await gateway.platform.settle();
  expect((await book(1)).status).toBe(409);

  const noted = watchCommands(["find", "aggregate", "insert", "update", "findAndModify"]);
  expect((await book(1)).status).toBe(409);
  expect(askedIn(noted)).toEqual(["find ledgers"]);

  noted.length = 0;
  const crowd = await Promise.all(Array.from({ length: 30 }, () => book(1)));
  for (const { status, body } of crowd) {
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: "CAPACITY_EXHAUSTED" });
  }
  const asked = askedIn(noted);
  expect(new Set(asked)).toEqual(new Set(["find ledgers"]));
  expect(asked.length).toBeLessThan(30);
});
