/** A booking whose connections are cut: the gateway repeats it once where it has a key, and it is made once. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { auth } from "@slipway/contracts";
import { type Gateway, startGateway } from "@slipway/gateway";
import { createLog } from "@slipway/gateway/log";
import type { PlatformOptions } from "@slipway/server/platform";
import type { Fault } from "../../src/replica-set/replica-set.ts";
import { serviceNames } from "@slipway/server/service-names";
import { startTestNats } from "../../src/testing-nats.ts";
import { type TestPlatform, testPlatform } from "../../src/testing.ts";
import { type Shop, shopOf } from "../../src/shop.ts";
import type { Ferry } from "../../src/testing-ferry.ts";
import { type Rehearsed, rehearse } from "./rehearsed.ts";

const stored = { database: "-bookings", collection: "bookings" } as const;
const insert = { ...stored, commands: ["insert"] } as const;
/** Looks whether a booking is there: a write that changes nothing. */
const look = {
  ...stored,
  commands: ["update"],
  where: (document: object) => JSON.stringify(document).includes('{"$set":{"live":true}}'),
} as const;

interface Place {
  readonly rehearsed: Rehearsed;
  readonly gateway: Gateway;
  readonly shop: Shop;
  /** Departs daily with ten places; each test has a day of its own. */
  readonly ferry: Ferry;
}

async function open(options: Partial<PlatformOptions> = {}): Promise<Rehearsed> {
  return rehearse(import.meta.url, options);
}

/** A gateway before the services, and a client of it. */
async function behindGateway(rehearsed: Rehearsed): Promise<Place> {
  const [{ broker }] = rehearsed.platforms as [TestPlatform];
  await call(rehearsed.as(), auth.createTenant, { name: "Test" });
  const { key } = await call(rehearsed.as(), auth.issueApiKey, { name: "test", scopes: ["*"] });
  const gateway = await startGateway({
    broker,
    port: 0,
    host: "127.0.0.1",
    log: createLog("silent"),
    lacks: () => [],
    limits: { requestsPerSecond: 0, loopDelayMsMax: 0 },
  });
  const shop = shopOf({ urls: [gateway.url], key });
  return { rehearsed, gateway, shop, ferry: await rehearsed.aFerry(10) };
}

async function close({ gateway, rehearsed }: Place): Promise<void> {
  await gateway.stop();
  await rehearsed.stop();
}

let days = 0;

function aBooking({ ferry }: Place, idempotencyKey?: string, quantity = 1) {
  return {
    optionId: ferry.optionId,
    startAt: `2031-07-${String(++days).padStart(2, "0")}T08:00:00Z`,
    unitItems: [{ unitId: ferry.unitId, quantity }],
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  };
}

async function post({ shop }: Place, body: object) {
  const { status, body: answer, replayed } = await shop.ask("POST", "/bookings", body);
  return { status, id: answer.id, code: answer.code, replayed };
}

/** How a request is answered while this goes wrong, and how often it did. */
async function postWith(place: Place, fault: Fault, body: object) {
  const injected = place.rehearsed.set.inject(fault);
  const answer = await post(place, body);
  injected.remove();
  return { ...answer, cuts: injected.count() };
}

async function bookingsOn({ shop }: Place, { startAt }: { startAt: string }): Promise<string[]> {
  const query = new URLSearchParams({ from: startAt, to: startAt });
  const { body } = await shop.ask("GET", `/bookings?${query.toString()}`);
  return (body as unknown as { id: string }[]).map(({ id }) => id);
}

describe("a booking whose connection to the database is cut", () => {
  let place: Place;
  beforeAll(async () => {
    place = await behindGateway(await open());
  });
  afterAll(() => close(place));

  it("is made by the second call where the first one's insert never came", async () => {
    const body = aBooking(place, "cut before");
    const fault = { ...insert, when: "before", effect: "drop", times: 1 } as const;
    const answer = await postWith(place, fault, body);
    expect(answer).toMatchObject({ status: 201, replayed: false, cuts: 1 });
    expect(await bookingsOn(place, body)).toEqual([answer.id]);
    expect(await post(place, body)).toMatchObject({ id: answer.id, replayed: true });
  });

  it("is found where the reply to its insert was lost, and is no replay", async () => {
    const body = aBooking(place, "cut after");
    // The bookings service looks for it, and that is cut, too.
    const looked = place.rehearsed.set.inject({
      ...look,
      when: "before",
      effect: "drop",
      times: 1,
    });
    const fault = { ...insert, when: "after", effect: "drop", times: 1 } as const;
    const answer = await postWith(place, fault, body);
    expect(answer).toMatchObject({ status: 201, replayed: false, cuts: 1 });
    expect(looked.count()).toBe(1);
    expect(await bookingsOn(place, body)).toEqual([answer.id]);
    expect(await post(place, body)).toMatchObject({ id: answer.id, replayed: true });
  });

  it("is answered 504 where the second call is cut, too, and made by the client's repeat", async () => {
    const body = aBooking(place, "cut twice");
    const answer = await postWith(place, { ...insert, when: "before", effect: "drop" }, body);
    expect(answer).toMatchObject({ status: 504, code: "OUTCOME_UNKNOWN", cuts: 2 });
    expect(await bookingsOn(place, body)).toEqual([]);
    const repeat = await post(place, body);
    expect(repeat).toMatchObject({ status: 201, replayed: false });
    expect(await bookingsOn(place, body)).toEqual([repeat.id]);
  });

  it("is answered 504, not refused, where the first call holds the places that the second wants", async () => {
    const body = aBooking(place, "last places", 10);
    const fault = { ...insert, when: "before", effect: "drop", times: 1 } as const;
    const answer = await postWith(place, fault, body);
    expect(answer).toMatchObject({ status: 504, code: "OUTCOME_UNKNOWN" });
    expect(await post(place, body)).toMatchObject({ code: "CAPACITY_EXHAUSTED" });
  });

  it("is called for once where it has no key", async () => {
    const body = aBooking(place);
    const answer = await postWith(place, { ...insert, when: "before", effect: "drop" }, body);
    expect(answer).toMatchObject({ status: 504, code: "OUTCOME_UNKNOWN", cuts: 1 });
    expect(await bookingsOn(place, body)).toEqual([]);
  });
});

describe("a booking whose process is gone", () => {
  let place: Place;
  let nodes: readonly TestPlatform[];
  const nats = forThisFile(() => startTestNats());
  beforeAll(async () => {
    const services = serviceNames.filter((name) => name !== "bookings");
    const rehearsed = await open({ natsUrl: nats.url, nodeId: "others", services });
    const where = { natsUrl: nats.url, mongodbUri: rehearsed.set.uri };
    const start = (nodeId: string): Promise<TestPlatform> =>
      testPlatform(import.meta.url, { ...where, nodeId, services: ["bookings"] });
    nodes = await Promise.all(["bookings-1", "bookings-2", "bookings-3"].map(start));
    place = await behindGateway(rehearsed);
  });
  afterAll(async () => {
    for (const node of nodes) await node.stop();
    await close(place);
  });

  it.each([
    { when: "before", victim: 0 },
    { when: "after", victim: 1 },
  ] as const)("is made once, by another one: gone $when the insert", async ({ when, victim }) => {
    const node = nodes[victim] as TestPlatform;
    const body = aBooking(place, await keyServedBy(node, place));
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    const held = place.rehearsed.set.inject({ ...insert, when, effect: { hold }, times: 1 });
    const answered = post(place, body);
    await held.met;
    await cutFromBus(node);
    const answer = await answered;
    release();
    expect(answer).toMatchObject({ status: 201, replayed: false });
    expect(await bookingsOn(place, body)).toEqual([answer.id]);
    expect(await post(place, body)).toMatchObject({ id: answer.id, replayed: true });
  });
});

/** A key whose bookings go to this node: the bus says where it has sent a call. */
async function keyServedBy({ broker: { nodeID } }: TestPlatform, place: Place): Promise<string> {
  const { via, caller } = place.rehearsed.as();
  for (let tried = 0; ; tried++) {
    const idempotencyKey = `${nodeID}-${tried}`;
    const asked = via.call("bookings.createBooking", { idempotencyKey }, { meta: { caller } });
    const { ctx } = asked as typeof asked & { ctx: { nodeID: string } };
    await expect(asked).rejects.toMatchObject({ type: "VALIDATION_FAILED" });
    if (ctx.nodeID === nodeID) return idempotencyKey;
  }
}

/** As a process that is killed: its connection closes, and nothing more is said. */
async function cutFromBus({ broker }: TestPlatform): Promise<void> {
  const { tx } = broker.transit as unknown as { tx: { client: { close(): Promise<void> } } };
  await tx.client.close();
}
