import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { until } from "@slipway/dev/testing-until";
import { sharedClient } from "./client.ts";
import { aWorld } from "./world.ts";

let receiver: Server;
const received: { type: string; data: Record<string, unknown> }[] = [];

const gateway = forThisFile(() => sharedClient());
const world = forThisFile(() => aWorld(gateway));
beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      received.push(JSON.parse(body) as (typeof received)[number]);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
});

const subscribe = (body: object) =>
  gateway.send("POST /webhooks/subscriptions", { key: world.key, body });
const url = "https://hooks.example/slipway";

describe("a subscription is refused", () => {
  it("with a URL of more than 2048 characters", async () => {
    const at = (length: number) => ({ url: url + "x".repeat(length - url.length) });
    expect((await subscribe(at(2_049))).status).toBe(400);
    expect((await subscribe(at(2_048))).status).toBe(201);
  });

  it.each([
    [{ "x-a": "b\r\nHost: inside" }],
    [{ "x-a": "b\nc" }],
    [{ "x-a": "\u0000" }],
    [{ "x-a": "ü" }],
    [{ "x a": "b" }],
    [{ "x\r\n": "b" }],
    [{ "": "b" }],
    [{ Host: "inside" }],
    [{ "content-length": "0" }],
    [{ "Content-Type": "text/plain" }],
    [{ "Transfer-Encoding": "chunked" }],
    [{ connection: "close" }],
    [{ "Webhook-Signature": "v1,x" }],
    [{ "proxy-authorization": "x" }],
    [{ "X-A": "1", "x-a": "2" }],
    [{ "x-a": 1 }],
    [["x-a"]],
  ])("with the headers %j", async (headers) => {
    const { status, body } = await subscribe({ url, headers });
    expect([status, body]).toMatchObject([400, { code: "VALIDATION_FAILED" }]);
  });

  it("with headers that are too many or too long", async () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`x-${index}`, "a"]));
    expect((await subscribe({ url, headers: many })).status).toBe(400);
    expect((await subscribe({ url, headers: { a: "x".repeat(4_097) } })).status).toBe(400);
    expect((await subscribe({ url, headers: { a: "x".repeat(4_096) } })).status).toBe(201);
  });
});

describe("a subscription", () => {
  it("is answered as specified, without its headers", async () => {
    const { status, body } = await subscribe({ url, headers: { Authorization: "Bearer mine" } });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      tenantId: world.tenantId,
      supplierId: null,
      url,
      notificationTypes: ["BOOKING_UPDATE"],
      status: "ACTIVE",
      consecutiveFailures: 0,
      disabledReason: null,
      originProvenAt: null,
      lastSucceededAt: null,
      lastAttemptAt: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      // No name ends in .example.
      warning: { code: expect.any(String), detail: expect.any(String) },
    });
  });

  it("shows its secret only to callers that may write bookings", async () => {
    const { id } = (await subscribe({ url })).body as { id: string };
    const reader = { name: "Reader", scopes: ["bookings:read"] };
    const issued = await gateway.send("POST /api-keys", { key: world.key, body: reader });
    const { key: readersKey } = issued.body as { key: string };
    const ask = (head: string, key: string) =>
      gateway.send(`${head} /webhooks/subscriptions/${id}/secret`, { key });
    expect((await ask("GET", readersKey)).status).toBe(403);
    expect((await ask("GET", world.key)).body).toMatchObject({
      secret: expect.stringMatching(/^whsec_/),
    });
  });

  it("is notified of a booking from its creation to its end", async () => {
    const { port } = receiver.address() as AddressInfo;
    await subscribe({ url: `http://127.0.0.1:${port}/hook` });
    const { key } = world;
    const made = await gateway.send("POST /bookings", {
      key,
      body: {
        optionId: world.ids.options,
        startAt: world.freeStartAt,
        unitItems: [{ unitId: world.ids.units, quantity: 1 }],
        status: "ON_HOLD",
        customer: { firstName: "Kept private" },
      },
    });
    const { id } = made.body as { id: string };
    await gateway.send(`POST /bookings/${id}/confirm`, { key });
    await gateway.send(`POST /bookings/${id}/cancel`, { key });
    await gateway.platform.settle();
    const steps = received.map(({ data }) => data).filter(({ bookingId }) => bookingId === id);
    const inOrder = steps.toSorted((a, b) =>
      String(a["updatedAt"]) < String(b["updatedAt"]) ? -1 : 1,
    );
    expect(
      inOrder.map(({ action, previousStatus, status }) => [action, previousStatus, status]),
    ).toEqual([
      ["CREATED", null, "ON_HOLD"],
      ["CONFIRMED", "ON_HOLD", "CONFIRMED"],
      ["CANCELLED", "CONFIRMED", "CANCELLED"],
    ]);
    expect(JSON.stringify(received)).not.toContain("Kept private");
  });

  it("of orders is notified of each decision once, and of departures that are called off", async () => {
    const { port } = receiver.address() as AddressInfo;
    const notificationTypes = ["ORDER_UPDATE", "DEPARTURE_UPDATE"];
    const other = await subscribe({ url: `http://127.0.0.1:${port}/hook`, notificationTypes });
    expect(other.body).toMatchObject({ notificationTypes });
    expect((await subscribe({ url, notificationTypes: [] })).status).toBe(400);
    const { key, ids } = world;
    const send = async (head: string, body: object): Promise<string> => {
      const reply = await gateway.send(head, { key, body });
      expect(reply.status).toBe(201);
      return (reply.body as { id: string }).id;
    };
    const orderId = await send("POST /orders", { customer: { firstName: "Kept private" } });
    const unitItems = [{ unitId: ids.units, quantity: 1 }];
    const sale = { optionId: ids.options, startAt: world.freeStartAt, unitItems, orderId };
    const bookingId = await send("POST /bookings", sale);
    await send(`POST /orders/${orderId}/confirm`, {});
    await send(`POST /orders/${orderId}/cancel`, {});
    await gateway.platform.settle();
    const told = received.filter(({ data }) => data["orderId"] === orderId);
    expect(new Set(told.map(({ type }) => type))).toEqual(new Set(["ORDER_UPDATE"]));
    const steps = told.map(({ data }) => [data["action"], data["status"], data["bookingIds"]]);
    expect(steps).toHaveLength(3);
    expect(steps).toEqual(
      expect.arrayContaining([
        ["CREATED", "OPEN", []],
        ["CONFIRMED", "CONFIRMED", [bookingId]],
        ["CANCELLED", "CANCELLED", [bookingId]],
      ]),
    );
    expect(JSON.stringify(received)).not.toContain("Kept private");
    const departure = { optionId: ids.options, startAt: world.freeStartAt };
    const off = { ...departure, reason: "Storm" };
    for (const verb of ["call-off", "call-off", "reopen"])
      expect(
        await gateway.send(`POST /departures/${verb}`, {
          key,
          body: verb === "reopen" ? departure : off,
        }),
      ).toMatchObject({ status: 200 });
    await gateway.platform.settle();
    const ofDeparture = received.filter(({ type }) => type === "DEPARTURE_UPDATE");
    expect(ofDeparture.map(({ data }) => String(data["action"])).toSorted()).toEqual([
      "CALLED_OFF",
      "REOPENED",
    ]);
  });

  it("of products is notified of a change that resellers see", async () => {
    const { port } = receiver.address() as AddressInfo;
    const notificationTypes = ["PRODUCT_UPDATE"];
    await subscribe({ url: `http://127.0.0.1:${port}/hook`, notificationTypes });
    const { key, ids } = world;
    const body = { name: "A slower boat" };
    expect(await gateway.send(`PATCH /options/${ids.options}`, { key, body })).toMatchObject({
      status: 200,
    });
    await until(() => received.some(({ type }) => type === "PRODUCT_UPDATE"));
    const told = received.find(({ type }) => type === "PRODUCT_UPDATE");
    expect(told?.data).toEqual({ productId: ids.products });
  });
});
