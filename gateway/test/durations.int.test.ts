/** Departures keep their bookings when their option's duration is changed and changed back. */
import { beforeEach, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { sharedClient } from "./client.ts";
import { type World, aWorld, dayOf } from "./world.ts";

let world: World;

const gateway = forThisFile(() => sharedClient());

beforeEach(async () => {
  world = await aWorld(gateway);
  await lasts(240);
});

async function send(head: string, body?: object): Promise<Record<string, unknown>> {
  const reply = await gateway.send(head, { key: world.key, ...(body ? { body } : {}) });
  return reply.body as Record<string, unknown>;
}

async function lasts(durationMinutes: number): Promise<void> {
  const path = `PATCH /options/${world.ids.options}`;
  expect(await send(path, { durationMinutes })).toMatchObject({ durationMinutes });
}

const book = (quantity: number, more: object = {}) =>
  send("POST /bookings", {
    optionId: world.ids.options,
    startAt: world.freeStartAt,
    unitItems: [{ unitId: world.ids.units, quantity }],
    ...more,
  });

/** Reads the departure that had no booking before. */
async function shown(): Promise<unknown> {
  const query = new URLSearchParams({ optionId: world.ids.options, ...dayOf });
  const entries = await send(`GET /availability?${query.toString()}`);
  return (entries as unknown as { startAt: string }[]).find(
    ({ startAt }) => startAt === world.freeStartAt,
  );
}

const exhausted = { code: "CAPACITY_EXHAUSTED" };

it("maxQuantity: its places are sold once, whatever each booking lasts", async () => {
  const { options, resources: resourceId } = world.ids;
  await send(`PATCH /resources/${resourceId}`, { quantity: 3 });
  await send(`POST /options/${options}/resource-requirements`, { resourceId, maxQuantity: 1 });
  expect(await book(6)).toMatchObject({ status: "CONFIRMED" });
  await lasts(60);
  expect(await shown()).toMatchObject({ capacity: 10, vacancies: 4 });
  expect(await book(5)).toMatchObject(exhausted);
  expect(await book(4)).toMatchObject({ status: "CONFIRMED" });
  await lasts(240);
  expect(await shown()).toMatchObject({ capacity: 10, vacancies: 0, available: false });
  expect(await book(1)).toMatchObject(exhausted);
});

it("an expansion: it counts for bookings of every length", async () => {
  const { id } = await book(15, { expandCapacity: true });
  await send(`POST /bookings/${String(id)}/cancel`);
  await lasts(60);
  expect(await shown()).toMatchObject({ capacity: 15, vacancies: 15 });
  expect(await book(15)).toMatchObject({ status: "CONFIRMED" });
  expect(await book(1)).toMatchObject(exhausted);
  await lasts(240);
  expect(await shown()).toMatchObject({ capacity: 15, vacancies: 0 });
});
