/** The ways of named requests through the code, of a gateway and services in one process with the usual limits. */
import assert from "node:assert";
import { randomUUID } from "node:crypto";
import { defaultLimits } from "../../src/gateway.ts";
import { aReseller, sendOcto } from "../octo-client.ts";
import { type TestGateway, testGateway } from "../testing.ts";
import { type World, aWorld, dayOf } from "../world.ts";
import { type Entered, type Sending, measureWay } from "./measure-way.ts";

type Requested = (of: Shop) => Promise<Sending>;

/** A supplier whose departures never fill up, and a reseller that sells them. */
interface Shop {
  readonly gateway: TestGateway;
  readonly world: World;
  readonly reseller: string;
  /** A booking of the reseller. */
  readonly resold: string;
}

/** By the operation's name. */
const ways = {
  "GET /bookings/{id}": async ({ world: { key, ids } }) => ({
    head: `GET /api/v1/bookings/${ids.bookings}`,
    key,
  }),
  "POST /suppliers": async ({ world: { key } }) => ({
    head: "POST /api/v1/suppliers",
    key,
    body: { name: "Lines", timezone: "Etc/UTC" },
  }),
  "GET /availability of a month": async ({ world: { key, ids, freeStartAt } }) => {
    const month = new Date(Date.parse(freeStartAt) + 30 * 86_400_000).toISOString();
    const query = `optionId=${ids.options}&from=${dayOf.from}&to=${month}`;
    return { head: `GET /api/v1/availability?${query}`, key };
  },
  "POST /bookings": async ({ world }) => bookingOf(world),
  "PATCH /bookings/{id}": async (shop) => {
    const { id, updatedAt } = await booked(shop);
    const { key, ids } = shop.world;
    const unitItems = [{ unitId: ids.units, quantity: 2 }];
    const body = { unitItems, expectedUpdatedAt: updatedAt };
    return { head: `PATCH /api/v1/bookings/${id}`, key, body };
  },
  "POST /bookings/{id}/confirm": async (shop) => {
    const { id } = await booked(shop, { status: "ON_HOLD" });
    return { head: `POST /api/v1/bookings/${id}/confirm`, key: shop.world.key, body: {} };
  },
  "POST /bookings/{id}/cancel": async (shop) => {
    const { id } = await booked(shop);
    return { head: `POST /api/v1/bookings/${id}/cancel`, key: shop.world.key, body: {} };
  },
  "POST /octo/bookings": async ({ world, reseller }) => ({
    head: "POST /octo/bookings",
    key: reseller,
    body: orderOf(world, randomUUID()),
  }),
} satisfies Record<string, Requested>;

export type WayName = keyof typeof ways;
export const wayNames = Object.keys(ways) as WayName[];

/** Reads that use the credentials, the facts of the option and the products that the requests use. */
function warmingOf({ world: { key, ids, freeStartAt }, reseller, resold }: Shop): Sending[] {
  const unitItems = [{ unitId: ids.units, quantity: 1 }];
  const body = { optionId: ids.options, startAt: freeStartAt, unitItems };
  const query = `optionId=${ids.options}&from=${dayOf.from}&to=${dayOf.to}`;
  return [
    { head: `GET /octo/bookings/${resold}`, key: reseller },
    { head: `GET /api/v1/availability?${query}`, key },
    { head: "POST /api/v1/bookings/quote", key, body },
  ];
}

function bookingOf({ key, ids, freeStartAt }: World, more: object = {}): Sending {
  const unitItems = [{ unitId: ids.units, quantity: 1 }];
  const body = { optionId: ids.options, startAt: freeStartAt, unitItems, ...more };
  return { head: "POST /api/v1/bookings", key, body };
}

function orderOf({ ids, freeStartAt }: World, uuid: string): object {
  return {
    uuid,
    productId: ids.products,
    optionId: ids.options,
    availabilityId: freeStartAt,
    unitItems: [{ unitId: ids.units }],
  };
}

interface Booked {
  readonly id: string;
  readonly updatedAt: string;
}

async function booked({ gateway, world }: Shop, more?: object): Promise<Booked> {
  const { key, body } = bookingOf(world, more);
  const reply = await gateway.send("POST /bookings", { key, body });
  assert.equal(reply.status, 201, reply.text);
  await gateway.platform.settle();
  return reply.body as Booked;
}

const testFileUrl = new URL("ways.cost.test.ts", import.meta.url).href;

/** Measures each of them. The engine of the tests must run. */
export async function measureWays(): Promise<Readonly<Record<WayName, readonly Entered[]>>> {
  // A busy machine must not end the measurement.
  const gateway = await testGateway(testFileUrl, {}, { ...defaultLimits, loopDelayMsMax: 0 });
  try {
    const world = await aWorld(gateway);
    const { key, ids } = world;
    const boats = { quantity: 1, capacityPerResource: 1_000 };
    await gateway.send(`PATCH /resources/${ids.resources}`, { key, body: boats });
    const { key: reseller } = await aReseller(gateway, key, ids.suppliers, "ways");
    const resold = randomUUID();
    const shop = { gateway, world, reseller, resold };
    await sendOcto(gateway, "POST /bookings", { key: reseller, body: orderOf(world, resold) });
    const settle = () => gateway.platform.settle();
    const warming = () => warmingOf(shop);
    const measured: [string, readonly Entered[]][] = [];
    for (const [name, requested] of Object.entries<Requested>(ways)) {
      const way = { sending: () => requested(shop), warming };
      measured.push([name, await measureWay(gateway.url, way, settle)]);
    }
    return Object.fromEntries(measured) as Record<WayName, readonly Entered[]>;
  } finally {
    await gateway.stop();
  }
}
