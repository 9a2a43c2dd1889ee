import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { sharedClient } from "./client.ts";
import { aWorld } from "./world.ts";

const gateway = forThisFile(() => sharedClient());
const world = forThisFile(() => aWorld(gateway));

const send = (head: string, body?: unknown) =>
  gateway.send(head, { key: world.key, ...(body === undefined ? {} : { body }) });

const seats = (quantity: number) => ({
  optionId: world.ids.options,
  startAt: world.freeStartAt,
  unitItems: [{ unitId: world.ids.units, quantity }],
});

describe("one ferry, from the key to the audit log", () => {
  it("distinguishes a repeated booking from a first one by a header", async () => {
    const body = { ...seats(1), idempotencyKey: "order 1" };
    const first = await send("POST /bookings", body);
    const second = await send("POST /bookings", { ...body, unitItems: seats(9).unitItems });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(second.body).toEqual(first.body);
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
