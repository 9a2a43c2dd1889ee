/** Changes of a session: by a cookie from our own pages alone, and overrides that no key may ask for. */
import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { auth } from "@slipway/contracts";
import { randomUUID } from "node:crypto";
import { type Client, codeOf, sharedClient } from "./client.ts";
import { aWorld } from "./world.ts";

const dayMs = 86_400_000;

const gateway = forThisFile(() => sharedClient());
const world = forThisFile(() => aWorld(gateway));

const code = async (...sent: Parameters<Client["send"]>) => codeOf(await gateway.send(...sent));

const ownPage = { "sec-fetch-site": "same-origin" };

/** A session as a browser keeps it, and its token. */
async function aSession(scopes = ["*"]): Promise<{ cookie: string; token: string }> {
  const user = { email: `${randomUUID()}@example.com`, password: "correct horse battery" };
  await call(gateway.platform.as(world.tenantId), auth.createUser, { ...user, scopes });
  const { headers, body } = await gateway.send("POST /sessions", { body: user });
  const [cookie = ""] = headers.get("set-cookie")?.split(";", 1) ?? [];
  return { cookie, token: (body as { token: string }).token };
}

describe("a change on a cookie's authority", () => {
  const supplier = { name: "Lines", timezone: "Etc/UTC" };

  it("is taken from our own pages, by Sec-Fetch-Site or else by Origin", async () => {
    const { cookie } = await aSession();
    const { host } = new URL(gateway.url);
    for (const headers of [ownPage, { origin: `http://${host}` }])
      expect(
        await code("POST /suppliers", { body: supplier, headers: { cookie, ...headers } }),
      ).toBe("201");
  });

  it.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a neighbour", { "sec-fetch-site": "same-site" }],
    ["another origin", { origin: "http://evil.example.com" }],
    ["nowhere", {}],
    ["a form of our own", { ...ownPage, "content-type": "text/plain" }],
  ])("is refused from %s, and changes nothing", async (_where, headers) => {
    const { cookie, token } = await aSession();
    const body = { ...supplier, name: "Never" };
    const sent = { body, headers: { cookie, ...headers } };
    expect(await code("POST /suppliers", sent)).toBe("403 CSRF_REJECTED");
    expect(await code("DELETE /sessions/current", { headers: { cookie, ...headers } })).toBe(
      "403 CSRF_REJECTED",
    );
    const listed = await gateway.send("GET /suppliers", { key: token });
    expect(listed.text).not.toContain("Never");
  });

  it("is checked after the scope and before the body", async () => {
    const { cookie } = await aSession(["bookings:read"]);
    const sent = { body: "{", headers: { cookie } };
    expect(await code("POST /suppliers", sent)).toBe("403 INSUFFICIENT_SCOPE");
    const { cookie: allowed } = await aSession();
    const malformed = { body: "{", headers: { cookie: allowed } };
    expect(await code("POST /suppliers", malformed)).toBe("403 CSRF_REJECTED");
    const own = { body: "{", headers: { cookie: allowed, ...ownPage } };
    expect(await code("POST /suppliers", own)).toBe("400 MALFORMED_JSON");
  });

  it("does not concern what only reads", async () => {
    const { cookie } = await aSession();
    const headers = { cookie, "sec-fetch-site": "cross-site" };
    expect(await code("GET /suppliers", { headers })).toBe("200");
  });
});

describe("what only a session may ask for", () => {
  /** The departure of 08:00 so many days from today. */
  const departure = (days: number) =>
    `${new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)}T08:00:00.000Z`;
  const book = (key: string, more: object) =>
    gateway.send("POST /bookings", {
      key,
      body: {
        optionId: world.ids.options,
        unitItems: [{ unitId: world.ids.units, quantity: 1 }],
        ...more,
      },
    });

  it("a backdated booking: in the past, at its price, in its places", async () => {
    const { session: token = "", ids } = world;
    const startAt = departure(-3);
    expect((await book(world.key, { startAt, backdated: true })).body).toMatchObject({
      code: "SESSION_REQUIRED",
    });
    expect((await book(token, { startAt })).body).toMatchObject({ code: "IN_THE_PAST" });
    const { status, body } = await book(token, { startAt, backdated: true });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      startAt,
      status: "CONFIRMED",
      source: "api/v1",
      pricingSnapshot: { retail: 1250 },
      resourceUsageSnapshot: { items: [{ capacityPlaces: 1 }] },
    });
    const unitItems = [{ unitId: world.ids.units, quantity: 10 }];
    expect((await book(token, { startAt, backdated: true, unitItems })).body).toMatchObject({
      code: "CAPACITY_EXHAUSTED",
    });
    await gateway.platform.settle();
    const bookingId = (body as { id: string }).id;
    const entries = await gateway.send("GET /audit-logs?entityType=booking", { key: world.key });
    expect(entries.body).toContainEqual(
      expect.objectContaining({ entityId: bookingId, actorType: "USER", actorId: ids.users }),
    );
  });

  it("is no departure where none was, unless customStart makes one", async () => {
    const { session: token = "" } = world;
    const startAt = departure(-3).replace("T08", "T09");
    expect((await book(token, { startAt, backdated: true })).body).toMatchObject({
      code: "NOT_A_DEPARTURE",
    });
    const customStart = { localDate: startAt.slice(0, 10), localTime: "09:00" };
    expect((await book(token, { customStart })).body).toMatchObject({ code: "IN_THE_PAST" });
    expect((await book(token, { customStart, backdated: true })).body).toMatchObject({ startAt });
  });

  it("a backdated booking yields to a block that stands, though it is over", async () => {
    const { session: token = "" } = world;
    const startAt = departure(-5);
    const block = await gateway.send("POST /availability-blocks", {
      key: world.key,
      body: { productId: world.ids.products, startAt: departure(-6), endAt: departure(-4) },
    });
    const backdated = { startAt, backdated: true };
    const customStart = { localDate: startAt.slice(0, 10), localTime: "09:00" };
    for (const start of [backdated, { customStart, backdated: true }])
      expect((await book(token, start)).body).toMatchObject({ code: "DEPARTURE_BLOCKED" });
    // The block ends before the departure at which it ends.
    expect((await book(token, { ...backdated, startAt: departure(-4) })).status).toBe(201);
    const { id } = block.body as { id: string };
    expect(await code(`DELETE /availability-blocks/${id}`, { key: world.key })).toBe("200");
    expect((await book(token, backdated)).status).toBe(201);
  });

  it("a cancellation after its cutoff", async () => {
    const { session: token = "" } = world;
    const change = {
      key: world.key,
      body: { cancellationCutoffAmount: 30, cancellationCutoffUnit: "day" },
    };
    expect(await code(`PATCH /options/${world.ids.options}`, change)).toBe("200");
    const { body } = await book(world.key, { startAt: departure(2) });
    const cancel = (key: string, more: object = {}) =>
      code(`POST /bookings/${(body as { id: string }).id}/cancel`, { key, body: more });
    expect(await cancel(token)).toBe("409 CANCELLATION_CUTOFF_PASSED");
    expect(await cancel(world.key, { force: true })).toBe("403 SESSION_REQUIRED");
    expect(await cancel(token, { force: true })).toBe("201");
  });
});
