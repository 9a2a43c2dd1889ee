/** Orders over HTTP: several bookings that are confirmed together or not at all. */
import { describe, expect, it } from "@jest/globals";
import { createClient } from "@slipway/client";
import { makeOptionOnBoat } from "@slipway/dev/shop";
import { forThisFile } from "@slipway/dev/testing-file";
import { testPatience } from "@slipway/dev/testing-request";
import { type Reply, sharedClient } from "./client.ts";
import { anOctoShop, dateIn } from "./octo-shop.ts";

const client = forThisFile(() => sharedClient());
const shop = forThisFile(() => anOctoShop(client, { timezone: "Etc/UTC" }));

const send = (head: string, body?: object): Promise<Reply> =>
  client.send(head, { key: shop.owner, ...(body && { body }) });
const field = ({ body }: Reply, name: string): unknown => (body as Record<string, unknown>)[name];
const idOf = (reply: Reply): string => String(field(reply, "id"));
const refused = (status: number, code: string) =>
  expect.objectContaining({ status, body: expect.objectContaining({ code }) });

async function anOrder(more: object = {}): Promise<{ id: string; reply: Reply }> {
  const reply = await send("POST /orders", more);
  expect(reply.status).toBe(201);
  return { id: idOf(reply), reply };
}

/** A departure in so many days, from where each test sells. */
function saleIn(days: number, quantity = 2) {
  const startAt = `${dateIn(days)}T09:00:00.000Z`;
  const unitItems = [{ unitId: shop.unitIds[0], quantity }];
  return { optionId: shop.optionId, startAt, unitItems };
}

const hold = (orderId: string, days: number, more: object = {}): Promise<Reply> =>
  send("POST /bookings", { ...saleIn(days), orderId, ...more });

async function actionsOf(entityId: string): Promise<string[]> {
  await client.platform.settle();
  const asked = new URLSearchParams({ entityType: "order", entityId });
  const found = (await send(`GET /audit-logs?${asked.toString()}`)).body as { action: string }[];
  return found.map(({ action }) => action).toReversed();
}

describe("an order", () => {
  it("is confirmed with all its holds, which get its customer", async () => {
    const customer = { firstName: "Marta", lastName: "Zanon" };
    const { id } = await anOrder({ customer, resellerReference: "AGENT-1" });
    const held = [await hold(id, 11), await hold(id, 12, { customer: { firstName: "Ada" } })];
    for (const each of held)
      expect(each).toMatchObject({ status: 201, body: { status: "ON_HOLD", orderId: id } });
    const read = await send(`GET /orders/${id}`);
    expect(read.body).toMatchObject({
      status: "OPEN",
      retail: 4_000,
      currency: "EUR",
      bookings: held.map((each) => ({ id: idOf(each), status: "ON_HOLD", retail: 2_000 })),
    });
    expect(held.map((each) => field(each, "expiresAt"))).toEqual(
      held.map(() => field(read, "expiresAt")),
    );
    const confirmed = await send(`POST /orders/${id}/confirm`, { notes: "Paid" });
    expect(confirmed).toMatchObject({
      status: 201,
      body: { status: "CONFIRMED", expiresAt: null, notes: "Paid", retail: 4_000 },
    });
    const after = await Promise.all(held.map((each) => send(`GET /bookings/${idOf(each)}`)));
    expect(after.map(({ body }) => body)).toEqual([
      expect.objectContaining({ status: "CONFIRMED", customer }),
      expect.objectContaining({ status: "CONFIRMED", customer: { firstName: "Ada" } }),
    ]);
    expect(await send(`POST /orders/${id}/confirm`)).toEqual(refused(409, "INVALID_STATE"));
    expect(await hold(id, 13)).toEqual(refused(409, "INVALID_STATE"));
    expect(await actionsOf(id)).toEqual(["order.create", "order.confirm"]);
  });

  it("keeps its holds together: none is confirmed or extended alone", async () => {
    const { id } = await anOrder();
    const held = await hold(id, 14);
    for (const verb of ["confirm", "extend"]) {
      const body = verb === "extend" ? { expirationMinutes: 5 } : {};
      const reply = await send(`POST /bookings/${idOf(held)}/${verb}`, body);
      expect(reply).toEqual(refused(409, "INVALID_STATE"));
      expect(String(field(reply, "detail"))).toContain(id);
    }
    const changed = await send(`PATCH /bookings/${idOf(held)}`, {
      expectedUpdatedAt: field(held, "updatedAt"),
      unitItems: [{ unitId: shop.unitIds[0], quantity: 1 }],
    });
    expect(changed).toMatchObject({ status: 200, body: { status: "ON_HOLD", orderId: id } });
    const other = await hold(id, 15);
    expect(await send(`POST /bookings/${idOf(other)}/cancel`)).toMatchObject({ status: 201 });
    const confirmed = await send(`POST /orders/${id}/confirm`);
    expect(confirmed.body).toMatchObject({
      retail: 1_000,
      bookings: [{ status: "CONFIRMED" }, { status: "CANCELLED" }],
    });
  });

  it("takes holds alone, of its own tenant, and no more than 50", async () => {
    const { id } = await anOrder();
    const status = await hold(id, 16, { status: "CONFIRMED" });
    expect(status).toMatchObject({ status: 400, body: { errors: [{ pointer: "#/status" }] } });
    expect(await hold("ord_none", 16)).toEqual(refused(404, "NOT_FOUND"));
    expect(await send(`POST /orders/${id}/confirm`)).toEqual(refused(409, "INVALID_STATE"));
    for (let each = 0; each < 50; each += 5) {
      const startAt = 20 + each;
      const some = [0, 1, 2, 3, 4].map((more) => hold(id, startAt + more));
      for (const { status: answered } of await Promise.all(some)) expect(answered).toBe(201);
    }
    expect(await hold(id, 80)).toEqual(refused(409, "QUOTA_EXCEEDED"));
    const first = (field(await send(`GET /orders/${id}`), "bookings") as { id: string }[])[0];
    await send(`POST /bookings/${first?.id}/cancel`);
    expect(await hold(id, 80)).toMatchObject({ status: 201 });
    expect(await send(`POST /orders/${id}/cancel`)).toMatchObject({ status: 201 });
  });

  it("is extended with its holds, and never shortened", async () => {
    const { id, reply } = await anOrder({ expirationMinutes: 10 });
    const held = await hold(id, 17);
    const shorter = await send(`POST /orders/${id}/extend`, { expirationMinutes: 1 });
    expect(field(shorter, "expiresAt")).toBe(field(reply, "expiresAt"));
    const longer = await send(`POST /orders/${id}/extend`, { expirationMinutes: 60 });
    expect(longer).toMatchObject({ status: 200, body: { status: "OPEN" } });
    expect(field(await send(`GET /bookings/${idOf(held)}`), "expiresAt")).toBe(
      field(longer, "expiresAt"),
    );
    expect(await actionsOf(id)).toEqual(["order.create", "order.extend"]);
  });

  it("is cancelled whole, or not at all where a booking is past its cutoff", async () => {
    const { id } = await anOrder();
    const held = await Promise.all([hold(id, 18), hold(id, 19)]);
    await send(`POST /orders/${id}/confirm`);
    const cancelled = await send(`POST /orders/${id}/cancel`, { reason: "Rain" });
    expect(cancelled).toMatchObject({
      status: 201,
      body: {
        status: "CANCELLED",
        cancellationReason: "Rain",
        retail: 4_000,
        bookings: [{ status: "CANCELLED" }, { status: "CANCELLED" }],
      },
    });
    const after = await Promise.all(held.map((each) => send(`GET /bookings/${idOf(each)}`)));
    for (const each of after)
      expect(each.body).toMatchObject({ cancellationReason: "Rain", refund: { percent: 100 } });
    expect(await send(`POST /orders/${id}/cancel`)).toEqual(refused(409, "INVALID_STATE"));
  });

  it("answers a repeat of its key with the first one", async () => {
    const first = await send("POST /orders", { idempotencyKey: "basket-1" });
    const again = await send("POST /orders", { idempotencyKey: "basket-1", notes: "other" });
    expect([again.status, idOf(again)]).toEqual([201, idOf(first)]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });

  it("is listed and changed by its token", async () => {
    const { id, reply } = await anOrder({
      customer: { firstName: "Zoë", lastName: "Quartermain" },
      externalId: "X-1",
    });
    const listed = async (query: string): Promise<string[]> => {
      const { body } = await send(`GET /orders?${query}`);
      return (body as { id: string }[]).map((each) => each.id);
    };
    expect(await listed("search=quarterm")).toEqual([id]);
    expect(await listed(`search=${String(field(reply, "reference"))}`)).toEqual([id]);
    expect(await listed("externalId=X-1&status=OPEN")).toEqual([id]);
    expect(await listed("externalId=X-1&status=CONFIRMED,EXPIRED")).toEqual([]);
    expect(await listed("externalId=X-1&status=CONFIRMED,OPEN")).toEqual([id]);
    const expectedUpdatedAt = field(reply, "updatedAt");
    const body = { expectedUpdatedAt, externalId: null, metadata: { basket: 7 } };
    const changed = await send(`PATCH /orders/${id}`, body);
    expect(changed).toMatchObject({
      status: 200,
      body: { externalId: null, metadata: { basket: 7 } },
    });
    expect(await send(`PATCH /orders/${id}`, body)).toEqual(refused(409, "VERSION_CONFLICT"));
  });

  it("is listed as bookings are: all, by pages with the total, and by changes", async () => {
    const { key } = await client.aKey();
    const ask = (head: string, body?: object): Promise<Reply> =>
      client.send(head, { key, ...(body && { body }) });
    const made: string[] = [];
    for (const notes of ["one", "two", "three"])
      made.push(idOf(await ask("POST /orders", { notes })));
    const idsOf = (items: unknown): string[] => (items as { id: string }[]).map(({ id }) => id);
    expect(idsOf((await ask("GET /orders")).body)).toEqual(made.toReversed());
    const { body: page } = await ask("GET /orders?limit=2&offset=1");
    expect(page).toMatchObject({ total: 3 });
    expect(idsOf((page as { items: unknown }).items)).toEqual([made[1], made[0]]);

    const since = "updatedSince=2020-01-01T00:00:00Z&status=OPEN&limit=2";
    const first = await ask(`GET /orders?${since}`);
    const { items, nextCursor } = first.body as { items: unknown; nextCursor: string };
    expect(idsOf(items)).toEqual(made.slice(0, 2));
    const watermark = Date.parse(first.headers.get("sync-watermark") ?? "");
    expect(watermark).toBeLessThanOrEqual(Date.now());
    // Cancelled meanwhile, it is no open one.
    await ask(`POST /orders/${made[0]}/cancel`);
    const rest = (await ask(`GET /orders?cursor=${nextCursor}&limit=2`)).body;
    expect(rest).toMatchObject({ nextCursor: null });
    expect(idsOf((rest as { items: unknown }).items)).toEqual([made[2]]);
    const again = (await ask(`GET /orders?updatedSince=2020-01-01T00:00:00Z`)).body;
    expect((again as { items: object[] }).items.at(-1)).toMatchObject({
      id: made[0],
      status: "CANCELLED",
    });
    expect(await ask(`GET /orders?cursor=${nextCursor}&status=EXPIRED`)).toEqual(
      refused(400, "VALIDATION_FAILED"),
    );
  });
});

it("quotes its items on the same copies, so that two do not both get the last places", async () => {
  const items = [saleIn(90, 6), saleIn(90, 6), saleIn(90, 4), { ...saleIn(90), optionId: "opt_x" }];
  const quoted = await send("POST /orders/quote", { items });
  expect(quoted).toMatchObject({
    status: 200,
    body: {
      retail: null,
      currency: "EUR",
      items: [
        { pricingSnapshot: { retail: 6_000 }, vacanciesAfter: 4 },
        { code: "CAPACITY_EXHAUSTED", status: 409, vacancies: 4 },
        { pricingSnapshot: { retail: 4_000 }, vacanciesAfter: 0 },
        { code: "NOT_FOUND", status: 404 },
      ],
    },
  });
  const whole = await send("POST /orders/quote", { items: [items[0], items[2]] });
  expect(whole.body).toMatchObject({ retail: 10_000, currencyPrecision: 2 });
});

it("quotes a hold of an order as the sale would answer it", async () => {
  const { id, reply } = await anOrder({ expirationMinutes: 7 });
  const quote = (more: object = {}) =>
    send("POST /bookings/quote", { ...saleIn(91), orderId: id, ...more });
  const held = { status: "ON_HOLD", expiresAt: field(reply, "expiresAt") };
  expect(await quote()).toMatchObject({ status: 200, body: held });
  const items = [{ ...saleIn(91), orderId: id }, saleIn(91)];
  const whole = await send("POST /orders/quote", { items });
  expect(whole.body).toMatchObject({ items: [held, { status: "CONFIRMED" }], retail: 4_000 });
  const pointer = (at: string) => ({ errors: [{ in: "body", pointer: at }] });
  expect(await quote({ status: "CONFIRMED" })).toMatchObject({ body: pointer("#/status") });
  const unknown = await quote({ orderId: "ord_x" });
  expect(unknown).toMatchObject({ status: 404, body: pointer("#/orderId") });
  expect((await send(`POST /orders/${id}/cancel`)).status).toBe(201);
  expect(await quote()).toEqual(refused(409, "INVALID_STATE"));
  expect((await send("POST /orders/quote", { items })).body).toMatchObject({
    items: [{ code: "INVALID_STATE", status: 409 }, { status: "CONFIRMED" }],
  });
});

it("64 shops order three places each of two shared boats: all or none, exactly the places", async () => {
  const { key } = await client.aKey();
  const api = createClient({ baseUrl: client.url, apiKey: key, ...testPatience });
  const plan = { seats: 20, startTimes: ["09:00"] };
  const boats = [await makeOptionOnBoat(api, plan), await makeOptionOnBoat(api, plan)];
  const startAt = `${dateIn(30)}T09:00:00.000Z`;
  const shopping = Array.from({ length: 64 }, async (_, index) => {
    const own = await client.send("POST /orders", { key, body: {} });
    const orderId = idOf(own);
    // Two places on one boat and one on the other, in either order.
    const wanted = index % 2 === 0 ? [0, 1, 0] : [1, 0, 1];
    const holds = wanted.map((boat) => {
      const { optionId, unitId } = boats[boat] ?? { optionId: "", unitId: "" };
      const body = { optionId, startAt, unitItems: [{ unitId, quantity: 1 }], orderId };
      return client.send("POST /bookings", { key, body });
    });
    const answers = await Promise.all(holds);
    const isWhole = answers.every(({ status }) => status === 201);
    const end = isWhole ? "confirm" : "cancel";
    const reply = await client.send(`POST /orders/${orderId}/${end}`, { key, body: {} });
    return { orderId, isWhole, status: reply.status };
  });
  const shops = await Promise.all(shopping);
  for (const { status } of shops) expect(status).toBe(201);
  const orders = await Promise.all(
    shops.map(({ orderId }) => client.send(`GET /orders/${orderId}`, { key })),
  );
  const sold = new Map<string, number>();
  for (const [index, { body }] of orders.entries()) {
    const { status, bookings } = body as {
      status: string;
      bookings: { status: string; optionId: string }[];
    };
    const isWhole = shops[index]?.isWhole ?? false;
    expect(status).toBe(isWhole ? "CONFIRMED" : "CANCELLED");
    expect(new Set(bookings.map((each) => each.status)).size).toBeLessThanOrEqual(1);
    if (!isWhole) continue;
    expect(bookings).toHaveLength(3);
    for (const { status: own, optionId } of bookings) {
      expect(own).toBe("CONFIRMED");
      sold.set(optionId, (sold.get(optionId) ?? 0) + 1);
    }
  }
  // The other places are sold one by one, and then no more.
  for (const { optionId, unitId } of boats) {
    const one = { optionId, startAt, unitItems: [{ unitId, quantity: 1 }] };
    const taken = sold.get(optionId) ?? 0;
    expect(taken).toBeLessThanOrEqual(20);
    for (let left = 20 - taken; left > 0; left--)
      expect(await client.send("POST /bookings", { key, body: one })).toMatchObject({
        status: 201,
      });
    expect(await client.send("POST /bookings", { key, body: one })).toEqual(
      refused(409, "CAPACITY_EXHAUSTED"),
    );
  }
});
