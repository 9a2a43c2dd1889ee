import { beforeAll, describe, expect, it } from "@jest/globals";
import { type Client, sharedClient } from "./client.ts";
import { type World, aWorld, bookedStartAt, dayOf } from "./world.ts";

let gateway: Client;
let world: World;

beforeAll(async () => {
  gateway = await sharedClient();
  world = await aWorld(gateway);
});

const send = (head: string, body?: unknown) =>
  gateway.send(head, { key: world.key, ...(body === undefined ? {} : { body }) });

const seats = (quantity: number) => ({
  optionId: world.ids.options,
  startAt: world.freeStartAt,
  unitItems: [{ unitId: world.ids.units, quantity }],
});

describe("one ferry, from the key to the audit log", () => {
  it("shows the places that the sold seats left", async () => {
    const query = new URLSearchParams({ optionId: world.ids.options, ...dayOf });
    const { status, body } = await send(`GET /availability?${query.toString()}`);
    expect(status).toBe(200);
    expect(body).toMatchObject([
      // One seat over HTTP, one through a channel.
      { startAt: bookedStartAt, available: true, capacity: 10, vacancies: 8 },
      { startAt: world.freeStartAt, available: true, capacity: 10, vacancies: 10 },
    ]);
  });

  it("answers the booking with its price and its places", async () => {
    const { status, body } = await send(`GET /bookings/${world.ids.bookings}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "CONFIRMED",
      source: "api/v1",
      pricingSnapshot: { retail: 1250, currency: "EUR", currencyPrecision: 2 },
      resourceUsageSnapshot: { items: [{ resourceId: world.ids.resources, capacityPlaces: 1 }] },
    });
  });

  it("keeps an entry of every change, newest first", async () => {
    await gateway.platform.settle();
    const { body } = await send("GET /audit-logs");
    const actions = (body as { action: string }[]).map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining(["booking.create", "supplier.create", "option.set-pricing-periods"]),
    );
    expect(actions.indexOf("booking.create")).toBeLessThan(actions.indexOf("supplier.create"));
  });

  it("distinguishes a repeated booking from a first one by a header", async () => {
    const body = { ...seats(1), idempotencyKey: "order 1" };
    const first = await send("POST /bookings", body);
    const second = await send("POST /bookings", { ...body, unitItems: seats(9).unitItems });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(second.body).toEqual(first.body);
  });

  it("refuses one seat too many", async () => {
    const { status, body } = await send("POST /bookings", seats(11));
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: "CAPACITY_EXHAUSTED" });
  });

  it("frees the places of a hold that is cancelled, with and without a reason", async () => {
    for (const reason of [undefined, { reason: "rain" }]) {
      const hold = await send("POST /bookings", { ...seats(2), status: "ON_HOLD" });
      const { id } = hold.body as { id: string };
      const cancelled = await send(`POST /bookings/${id}/cancel`, reason);
      expect(cancelled.status).toBe(201);
      expect(cancelled.body).toMatchObject({
        status: "CANCELLED",
        cancellationReason: reason?.reason ?? null,
      });
      expect((await send(`POST /bookings/${id}/cancel`)).status).toBe(409);
    }
  });

  it("confirms a hold with any body or none, once", async () => {
    const hold = await send("POST /bookings", { ...seats(1), status: "ON_HOLD" });
    const { id } = hold.body as { id: string };
    const confirmed = await send(`POST /bookings/${id}/confirm`);
    expect([confirmed.status, (confirmed.body as { status: string }).status]).toEqual([
      201,
      "CONFIRMED",
    ]);
    expect((await send(`POST /bookings/${id}/confirm`, {})).body).toMatchObject({
      code: "INVALID_STATE",
    });
  });
});

describe("what several services answer together", () => {
  it("is the tenant with the credential's scopes", async () => {
    const { status, body } = await send("GET /me");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      tenant: { id: world.tenantId, defaultCurrency: "EUR", currencyPrecision: 2 },
      scopes: ["*"],
      credential: { type: "API_KEY", id: world.ids["api-keys"] },
      user: null,
    });
  });

  it("is the tenant with its currency, which prices hold fast", async () => {
    expect((await send("PATCH /me", { defaultCurrency: "EUR" })).body).toMatchObject({
      id: world.tenantId,
      defaultCurrency: "EUR",
    });
    const refused = await send("PATCH /me", { defaultCurrency: "USD" });
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([
      409,
      "CURRENCY_IN_USE",
    ]);
    const other = await gateway.aKey();
    const changed = await gateway.send("PATCH /me", {
      key: other.key,
      body: { defaultCurrency: "JPY" },
    });
    expect(changed.status).toBe(200);
    expect((await gateway.send("GET /me", { key: other.key })).body).toMatchObject({
      tenant: changed.body,
    });
  });

  it("is the option with its units, links, active periods and prices", async () => {
    const { ids } = world;
    const { body } = await send(`GET /options/${ids.options}`);
    expect(body).toMatchObject({
      id: ids.options,
      pricingPer: "UNIT",
      units: [{ id: ids.units }],
      resourceRequirements: [{ resourceId: ids.resources, quantity: 1, maxQuantity: null }],
      availabilityPeriods: [{ id: ids["availability-periods"], active: true }],
      pricingPeriods: [{ retailPrices: { [ids.units]: 1250 } }],
    });
  });
});

describe("a list", () => {
  it("is one array without a limit, however many pages of the bus it takes", async () => {
    const { key } = await gateway.aKey();
    const names = Array.from(
      { length: 30 },
      (_, index) => `Supplier ${String(index).padStart(2, "0")}`,
    );
    // 30 x 60 KiB do not fit one message of the bus.
    for (const name of names)
      await gateway.send("POST /suppliers", {
        key,
        body: { name, timezone: "Etc/UTC", metadata: { text: "x".repeat(60_000) } },
      });
    const { body, headers } = await gateway.send("GET /suppliers", { key });
    expect((body as { name: string }[]).map(({ name }) => name)).toEqual(names);
    expect(headers.get("transfer-encoding")).toBe("chunked");

    const page = await gateway.send("GET /suppliers?limit=20&offset=15", { key });
    const { items, total } = page.body as { items: { name: string }[]; total: number };
    expect([items.map(({ name }) => name), total]).toEqual([names.slice(15), 30]);
    const head = await gateway.send("HEAD /suppliers", { key });
    expect([head.status, head.text]).toEqual([200, ""]);
  });

  it("is empty in both forms", async () => {
    const { key } = await gateway.aKey();
    expect((await gateway.send("GET /bookings", { key })).text).toBe("[]");
    expect((await gateway.send("GET /bookings?limit=1", { key })).body).toEqual({
      items: [],
      total: 0,
    });
  });
});

describe("the state of the gateway", () => {
  it("is ready with every service", async () => {
    for (const path of ["/livez", "/startupz", "/readyz"])
      expect((await fetch(gateway.url + path)).status).toBe(200);
  });
});
