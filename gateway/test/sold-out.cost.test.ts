/** Reads of the database by refusals once a departure is sold out, and by a sale over OCTO. */
import { expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { randomUUID } from "node:crypto";
import { type WatchedRead, watchCommands, watchable } from "@slipway/dev/testing-reads";
import { aReseller, sendOcto } from "./octo-client.ts";
import { testGateway } from "./testing.ts";
import { aWorld } from "./world.ts";

const gateway = forThisFile(() => testGateway(import.meta.url, watchable(import.meta.url)));
const world = forThisFile(() => aWorld(gateway));

function book(seats: number) {
  const { key, ids, freeStartAt: startAt } = world;
  const unitItems = [{ unitId: ids.units, quantity: seats }];
  return gateway.send("POST /bookings", {
    key,
    body: { optionId: ids.options, startAt, unitItems },
  });
}

/** Picks the reads about claims: sweeps and the relay's poll look by other fields. */
function askedIn(noted: readonly WatchedRead[]): string[] {
  return noted
    .filter(({ database }) => database.endsWith("-resources-capacity"))
    .flatMap(({ command }) => {
      const [[verb, collection] = []] = Object.entries(command);
      const { filter = {} } = command as { filter?: object };
      const name = String(collection);
      const isSweep = verb === "find" && !("_id" in filter);
      const isPoll = "outbox.id" in filter;
      // A busy machine outlasts the lease on resources: then they are read again.
      const isLapsed = verb === "find" && name === "resources";
      const isOfClaims =
        ["resources", "ledgers", "claims"].includes(name) && !isSweep && !isPoll && !isLapsed;
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
  const replies = await Promise.all(Array.from({ length: 30 }, () => book(1)));
  for (const { status, body } of replies) {
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: "CAPACITY_EXHAUSTED" });
  }
  const asked = askedIn(noted);
  expect(new Set(asked)).toEqual(new Set(["find ledgers"]));
  expect(asked.length).toBeLessThan(30);
});

/** Reads of bookings by the uuids that resellers send. */
function lookUpsIn(noted: readonly WatchedRead[]): number {
  return noted.filter(({ command }) => {
    const { find, filter = {} } = command as { find?: string; filter?: object };
    return find === "bookings" && "channelKey" in filter;
  }).length;
}

it("over OCTO is one look-up for a reservation, none without a uuid, and one read for a confirmation", async () => {
  const { ids, freeStartAt } = world;
  const { key } = await aReseller(gateway, world.key, ids.suppliers, "octo-cost");
  const weekLater = new Date(Date.parse(freeStartAt) + 7 * 86_400_000).toISOString();
  const order = {
    productId: ids.products,
    optionId: ids.options,
    availabilityId: weekLater,
    unitItems: [{ unitId: ids.units }],
  };
  const uuid = randomUUID();
  const noted = watchCommands(["find"]);
  const costOf = async (path: string, body: object): Promise<[status: number, reads: number]> => {
    noted.length = 0;
    const { status } = await sendOcto(gateway, `POST ${path}`, { key, body });
    return [status, lookUpsIn(noted)];
  };
  expect(await costOf("/bookings", { uuid, ...order })).toEqual([200, 1]);
  expect(await costOf("/bookings", order)).toEqual([200, 0]);
  expect(await costOf(`/bookings/${uuid}/confirm`, { contact: {} })).toEqual([200, 1]);
  expect(await costOf(`/bookings/${uuid}/cancel`, {})).toEqual([200, 1]);
});
