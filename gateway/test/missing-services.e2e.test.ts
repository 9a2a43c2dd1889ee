/**
 * A gateway without one of the services answers 503 at once where it needs that service, and does nothing by half.
 */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call, createBroker, on, refuse, serve } from "@slipway/broker";
import { catalog } from "@slipway/contracts";
import { startScrapeServer } from "@slipway/metrics";
import { type ServiceName, serviceNames } from "@slipway/server/service-names";
import { type TestPlatform, testPlatform } from "@slipway/dev/testing";
import { startTestNats } from "@slipway/dev/testing-nats";
import { until } from "@slipway/dev/testing-until";
import { createLog, startGateway } from "../src/gateway.ts";
import { type TestGateway, testGateway } from "./testing.ts";
import { type World, aPhoto, aWorld, dayOf } from "./world.ts";

let gateway: TestGateway;
let world: World;
const nodes = new Map<ServiceName, TestPlatform>();
let joined = 0;

const nats = forThisFile(() => startTestNats());
beforeAll(async () => {
  for (const name of serviceNames) await join(name);
  gateway = await testGateway(import.meta.url, {
    natsUrl: nats.url,
    nodeId: "front",
    services: [],
  });
  await until(() => gateway.readiness().missing.length === 0);
  world = await aWorld({ ...gateway, aKey });
  await until(async () => (await vacancies()).join() === "8,10");
});
afterAll(async () => {
  await gateway.stop();
  for (const node of nodes.values()) await node.stop();
});

async function aKey(): ReturnType<TestGateway["aKey"]> {
  const made = await gateway.aKey();
  const owner = gateway.platform.as(made.tenantId);
  await call(owner, catalog.initCurrency, { defaultCurrency: "EUR" });
  return made;
}

async function join(name: ServiceName): Promise<void> {
  const nodeId = `${name}-${++joined}`;
  nodes.set(
    name,
    await testPlatform(import.meta.url, { natsUrl: nats.url, nodeId, services: [name] }),
  );
}

/** Runs the work while the service is away; it is back, and the gateway has heard so, at the end. */
async function without(name: ServiceName, work: () => Promise<void>): Promise<void> {
  await nodes.get(name)?.stop();
  await until(() => gateway.readiness().missing.includes(name));
  try {
    await work();
  } finally {
    await join(name);
    await until(() => gateway.readiness().missing.length === 0);
  }
}

/** Ids in braces are the world's. */
function send(head: string, body?: unknown) {
  const filled = head.replaceAll(/\{([\w-]+)\}/g, (_, name: keyof World["ids"]) => world.ids[name]);
  return gateway.send(filled, { key: world.key, ...(body === undefined ? {} : { body }) });
}

async function expectAway(name: ServiceName, head: string, body?: unknown): Promise<void> {
  const { status, headers, body: problem } = await send(head, body);
  expect({ head, status, retryAfter: headers.get("retry-after"), problem }).toMatchObject({
    head,
    status: 503,
    retryAfter: "1",
    problem: {
      code: "SERVICE_UNAVAILABLE",
      detail: `The service ${name} is away, nothing was done`,
    },
  });
}

const availabilityOf = (): string =>
  `GET /availability?${new URLSearchParams({ optionId: world.ids.options, ...dayOf }).toString()}`;

/** Vacancies of the world's departures: the first has two bookings, one of them a channel's. */
async function vacancies(): Promise<number[]> {
  const { body } = await send(availabilityOf());
  return (body as { vacancies: number }[]).map((departure) => departure.vacancies);
}

/** Looks for active periods after it has marked the link. */
const unlink = "DELETE /options/{options}/resource-requirements/{resources}";

/** Requests of every kind of route that need the service, directly or through another one. */
const needing: [ServiceName, () => readonly (readonly [head: string, body?: unknown])[]][] = [
  [
    "catalog",
    () => [
      ["GET /suppliers"],
      ["GET /suppliers?limit=1"],
      ["GET /products/{products}/photos/{photos}/content"],
      ["POST /products/{products}/photos", aPhoto()],
      ["GET /me"],
      ["PATCH /me", { defaultCurrency: "USD" }],
    ],
  ],
  [
    "availability",
    () => [
      ["GET /options/{options}"],
      [availabilityOf()],
      [`GET /availability-blocks?${new URLSearchParams(dayOf).toString()}`],
      [unlink],
    ],
  ],
  [
    "resources-capacity",
    () => [
      ["GET /resources"],
      ["GET /options/{options}"],
      [availabilityOf()],
      ["POST /bookings", aBooking()],
    ],
  ],
  [
    "bookings",
    () => [
      ["GET /bookings"],
      ["GET /bookings?limit=1"],
      ["GET /bookings?updatedSince=2020-01-01T00:00:00Z"],
      ["GET /bookings/{bookings}"],
      ["POST /bookings", aBooking()],
      ["POST /bookings/{bookings}/cancel"],
    ],
  ],
  ["webhooks", () => [["GET /webhooks/subscriptions"]]],
  [
    "sync",
    () => [
      ["GET /channels"],
      [
        "POST /channels/{channels}/events",
        { externalEventId: "second", type: "BOOKING_CANCEL", payload: {} },
      ],
    ],
  ],
  ["audit", () => [["GET /audit-logs"]]],
];

function aBooking(): object {
  const { options, units } = world.ids;
  return {
    optionId: options,
    startAt: world.freeStartAt,
    unitItems: [{ unitId: units, quantity: 1 }],
  };
}

describe("a gateway", () => {
  it.each(needing)("is ready without %s, and answers 503 where that is needed", (name, requests) =>
    without(name, async () => {
      expect(gateway.readiness()).toEqual({ reasons: [], missing: [name] });
      for (const [head, body] of requests()) await expectAway(name, head, body);
    }),
  );

  it("is not ready without auth, looks no credential up, and shows in its metrics which service is away", async () => {
    const { key } = await aKey();
    await without("auth", async () => {
      expect(gateway.readiness()).toEqual({ reasons: ["auth"], missing: ["auth"] });
      const { status, headers, body } = await gateway.send("GET /suppliers", { key });
      expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
      expect(body).toMatchObject({ detail: "The service auth is away, nothing was done" });
      const scrapes = await startScrapeServer({ port: 0, host: "127.0.0.1" });
      const text = await (await fetch(scrapes.url)).text();
      await scrapes.stop();
      const shown = text.matchAll(/^slipway_service_up\{name="([^"]+)"\} (\d)$/gm);
      const values = Object.fromEntries([...shown].map(([, name, value]) => [name, Number(value)]));
      expect(values).toEqual(
        Object.fromEntries(serviceNames.map((name) => [name, +(name !== "auth")])),
      );
    });
  });

  it("has left nothing half done", async () => {
    expect((await send("GET /me")).body).toMatchObject({ tenant: { defaultCurrency: "EUR" } });
    expect((await send("GET /products/{products}/photos")).body).toHaveLength(1);
    expect((await send("GET /bookings/{bookings}")).body).toMatchObject({ status: "CONFIRMED" });
    expect(await vacancies()).toEqual([8, 10]);
    // The link whose periods could not be looked for has no mark.
    expect(await send(unlink)).toMatchObject({ status: 409, body: { code: "RESOURCE_IN_USE" } });
  });

  it("waits at its start for a service that is there in an older release alone", () =>
    without("catalog", async () => {
      const { namespace } = gateway.platform.broker;
      const older = createBroker({ nodeId: "older", natsUrl: nats.url, namespace });
      await older.start();
      const onlyOne = on(catalog.getSupplier, () => Promise.reject(refuse("NOT_FOUND")));
      serve(older, "catalog", [onlyOne], { isUp: () => true, failureOf: () => "fault" });
      const node = await testPlatform(import.meta.url, {
        natsUrl: nats.url,
        nodeId: "gateway-2",
        services: [],
      });
      const another = await startGateway({
        broker: node.broker,
        port: 0,
        host: "127.0.0.1",
        log: createLog("silent"),
        lacks: () => node.lacks(),
      });
      const startedAt = performance.now();
      // Longer than it listens for services that may be there.
      await until(() => performance.now() - startedAt > 6_000);
      expect(another.readiness()).toEqual({ reasons: ["starting"], missing: ["catalog"] });
      await older.stop();
      await until(() => another.readiness().reasons.length === 0);
      expect(another.readiness()).toEqual({ reasons: [], missing: ["catalog"] });
      await another.stop();
      await node.stop();
    }));
});
