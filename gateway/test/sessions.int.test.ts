import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { auth } from "@slipway/contracts";
import { identify } from "@slipway/dev/testing-request";
import { until } from "@slipway/dev/testing-until";
import { type Reply, type TestGateway, testGateway } from "./testing.ts";
import { type World, aWorld } from "./world.ts";

const password = "correct horse battery";
const hour = 3_600_000;
let gateway: TestGateway;
let world: World;
let clockMovedMs = 0;

beforeAll(async () => {
  gateway = await testGateway(import.meta.url, {
    brokers: "each",
    clock: () => Date.now() + clockMovedMs,
  });
  world = await aWorld(gateway);
});
afterAll(() => gateway.stop());

const ownPage = { "sec-fetch-site": "same-origin" };
let users = 0;

/** A user of the world's tenant. */
async function aUser(scopes = ["*"]) {
  const email = `ada${++users}@example.com`;
  const request = gateway.platform.as(world.tenantId);
  const { id } = await call(request, auth.createUser, { email, name: "Ada", password, scopes });
  return { id, email };
}

interface NewSession {
  token: string;
  expiresAt: string;
  user: { id: string };
}

/** The cookie that a browser would keep and send: the part of Set-Cookie before its attributes. */
const cookieOf = ({ headers }: Reply): string => headers.get("set-cookie")?.split(";", 1)[0] ?? "";
const logIn = (email: string, headers: Record<string, string> = {}) =>
  gateway.send("POST /sessions", { body: { email, password }, headers });

async function aSession(scopes = ["*"], headers: Record<string, string> = {}) {
  const user = await aUser(scopes);
  const reply = await logIn(user.email, headers);
  expect(reply.status).toBe(201);
  return { ...user, ...(reply.body as NewSession), cookie: cookieOf(reply) };
}

const code = async (head: string, request: Parameters<TestGateway["send"]>[1] = {}) => {
  const { status, body } = await gateway.send(head, request);
  return `${status} ${(body as { code?: string }).code ?? ""}`.trim();
};

describe("POST /sessions", () => {
  it("answers a token and sets it as a cookie, without a credential", async () => {
    const { id, email } = await aUser(["bookings:read"]);
    const { status, body, headers } = await logIn(email);
    expect(status).toBe(201);
    expect(body).toEqual({
      token: expect.stringMatching(/^sls_[0-9A-Za-z]{49}$/),
      expiresAt: expect.stringMatching(/Z$/),
      user: { id, email, name: "Ada", scopes: ["bookings:read"] },
      duty: null,
    });
    expect(headers.getSetCookie()).toEqual([
      `slipway-session=${(body as NewSession).token}; Path=/; HttpOnly; SameSite=Strict`,
      expect.stringMatching(
        /^slipway-device=\S+; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
      ),
    ]);
  });

  it("sets the cookie that TLS alone can carry where a proxy ends TLS", async () => {
    const { email } = await aUser();
    const { headers } = await logIn(email, { "x-forwarded-proto": "https" });
    expect(headers.getSetCookie()[0]).toMatch(
      /^__Host-slipway-session=sls_\w+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  it("is refused alike for unknown e-mails and wrong passwords, with no cookie", async () => {
    const { email } = await aUser();
    const attempt = async (body: object) => {
      const reply = await gateway.send("POST /sessions", {
        body,
        headers: { "x-request-id": "the-same-id" },
      });
      expect(reply.headers.get("set-cookie")).toBeNull();
      return `${reply.status} ${reply.text}`;
    };
    const wrong = await attempt({ email, password: "a wrong password" });
    expect(wrong).toMatch(/^401 .*UNAUTHENTICATED/);
    expect(await attempt({ email: "nobody@example.com", password })).toBe(wrong);
    expect(await code("POST /sessions", { body: { email } })).toBe("400 VALIDATION_FAILED");
  });

  it("waits after five failures, even with the right password", async () => {
    const { email } = await aUser();
    const body = { email, password: "a wrong password" };
    for (let time = 0; time < 5; time++)
      expect(await code("POST /sessions", { body })).toBe("401 UNAUTHENTICATED");
    // Set back, so that a slow machine does not sleep through the wait of a second.
    clockMovedMs -= 60_000;
    expect((await logIn(email)).status).toBe(401);
    clockMovedMs += 62_000;
    expect((await logIn(email)).status).toBe(201);
  });

  it("is 503 with Retry-After where as many of an address wait as may", async () => {
    const { email } = await aUser();
    const replies = await Promise.all(Array.from({ length: 60 }, () => logIn(email)));
    const refused = replies.filter(({ status }) => status !== 201);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, headers, body } of refused) {
      expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
      expect(body).toMatchObject({ code: "OVERLOADED" });
    }
  });

  it("takes no notice of a credential sent along", async () => {
    const { email } = await aUser();
    expect((await logIn(email, { authorization: "Bearer nonsense" })).status).toBe(201);
  });

  it("leaves neither password nor token in the log", async () => {
    const { token } = await aSession();
    const text = JSON.stringify(gateway.lines);
    expect(text).not.toContain(token.slice(4, 30));
    expect(text).not.toContain(password);
  });
});

describe("a session", () => {
  it("is a credential as a bearer and as a cookie", async () => {
    const { token, cookie, id, email } = await aSession(["bookings:read"]);
    const expected = {
      tenant: { id: world.tenantId },
      scopes: ["bookings:read"],
      credential: { type: "SESSION", id: expect.stringMatching(/^ses_/) },
      user: { id, email, name: "Ada", scopes: ["bookings:read"] },
    };
    for (const request of [{ key: token }, { headers: { cookie } }]) {
      const { status, body } = await gateway.send("GET /me", request);
      expect(status).toBe(200);
      expect(body).toMatchObject(expected);
    }
  });

  it("may do what its user may", async () => {
    const { token, cookie } = await aSession(["bookings:read"]);
    expect(await code("GET /bookings", { key: token })).toBe("200");
    for (const request of [{ key: token }, { headers: { cookie } }])
      expect(await code("POST /suppliers", request)).toBe("403 INSUFFICIENT_SCOPE");
  });

  it("grants keys no more than its user's scopes, and is named as their maker", async () => {
    const { token, id } = await aSession(["api-keys:*", "audit:read"]);
    const issue = (scopes: string[]) =>
      gateway.send("POST /api-keys", { key: token, body: { name: "Till", scopes } });
    expect((await issue(["bookings:read"])).body).toMatchObject({ code: "SCOPE_ESCALATION" });
    const { body } = await issue(["audit:read"]);
    expect(body).toMatchObject({ createdBy: { type: "USER", id } });
  });

  it("is no credential in the wrong place or form", async () => {
    const { token, cookie } = await aSession();
    for (const headers of [
      { cookie: `slipway-session=${world.key}` },
      { cookie: `other=${token}` },
      { cookie: cookie.slice(0, -1) },
      { cookie, "x-forwarded-proto": "https" },
      { authorization: `Basic ${token}` },
    ])
      expect(await code("GET /me", { headers })).toBe("401 UNAUTHENTICATED");
  });

  it("yields to a bearer sent beside its cookie, good or bad", async () => {
    const { cookie } = await aSession();
    const { body } = await gateway.send("GET /me", { key: world.key, headers: { cookie } });
    expect(body).toMatchObject({ credential: { type: "API_KEY" }, user: null });
    expect(await code("GET /me", { key: "nonsense", headers: { cookie } })).toBe(
      "401 UNAUTHENTICATED",
    );
    // A bearer needs no page to come from: browsers do not send it by themselves.
    const change = { key: world.key, headers: { cookie, "sec-fetch-site": "cross-site" } };
    expect(await code("POST /suppliers", change)).toBe("400 VALIDATION_FAILED");
  });

  it("ends by itself after 12 hours, whatever uses it", async () => {
    const now = () => Date.now() + clockMovedMs;
    const [before, { token, expiresAt }, after] = [now(), await aSession(), now()];
    expect(Date.parse(expiresAt)).toBeGreaterThanOrEqual(before + 12 * hour);
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(after + 12 * hour);
    for (let minutes = 0; minutes < 12 * 60; minutes += 25) {
      expect((await identify(gateway.platform.broker, token)).user).not.toBe(null);
      clockMovedMs += 25 * 60_000;
    }
    await untilRefused(token);
  });

  it("ends by itself after 30 minutes without a request", async () => {
    const { token } = await aSession();
    expect(await code("GET /me", { key: token })).toBe("200");
    clockMovedMs += 30 * 60_000;
    await untilRefused(token);
  });
});

/** A gateway keeps what it knows of a credential for up to a second, by its own clock. */
const untilRefused = (key: string) =>
  until(async () => (await code("GET /me", { key })) === "401 UNAUTHENTICATED");

describe("DELETE /sessions/current", () => {
  it("ends the session from the answer on, and takes the cookie away", async () => {
    const { token, cookie } = await aSession();
    const headers = { cookie, ...ownPage };
    const {
      status,
      body,
      headers: answered,
    } = await gateway.send("DELETE /sessions/current", {
      headers,
    });
    expect([status, body]).toEqual([200, { deleted: true }]);
    expect(answered.get("set-cookie")).toMatch(/^slipway-session=; .*Max-Age=0$/);
    for (const request of [{ key: token }, { headers: { cookie } }])
      expect(await code("GET /me", request)).toBe("401 UNAUTHENTICATED");
    expect(await code("DELETE /sessions/current", { headers })).toBe("401 UNAUTHENTICATED");
  });

  it("ends this session and no other of the user", async () => {
    const { email, token } = await aSession();
    const other = (await logIn(email)).body as NewSession;
    const reply = await gateway.send("DELETE /sessions/current", { key: token });
    expect([reply.status, reply.headers.get("set-cookie")]).toEqual([200, null]);
    expect(await code("GET /me", { key: other.token })).toBe("200");
  });

  it("is 403 SESSION_REQUIRED with a key", async () => {
    expect(await code("DELETE /sessions/current", { key: world.key })).toBe("403 SESSION_REQUIRED");
    expect(await code("DELETE /sessions/current")).toBe("401 UNAUTHENTICATED");
  });

  it("is audited, as the log-in was, without the token", async () => {
    const { token, id } = await aSession();
    await gateway.send("DELETE /sessions/current", { key: token });
    await gateway.platform.settle();
    const { body, text } = await gateway.send("GET /audit-logs?entityType=session&limit=2", {
      key: world.key,
    });
    const who = { actorType: "USER", actorId: id, source: "api/v1" };
    expect(body).toMatchObject([
      { ...who, action: "session.delete", before: { userId: id }, after: null },
      { ...who, action: "session.create", before: null, after: { userId: id } },
    ]);
    expect(text).not.toContain(token.slice(4, 30));
  });
});

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

describe("the operator", () => {
  it("ends every session of a user at once by disabling it or by another password", async () => {
    const system = gateway.platform.as("-");
    const { email, token } = await aSession();
    expect(await code("GET /me", { key: token })).toBe("200");
    await call(system, auth.disableUser, { email });
    expect(await code("GET /me", { key: token })).toBe("401 UNAUTHENTICATED");
    expect((await logIn(email)).status).toBe(401);
    await call(system, auth.enableUser, { email });
    const again = (await logIn(email)).body as NewSession;
    expect(await code("GET /me", { key: again.token })).toBe("200");
    await call(system, auth.setUserPassword, { email, password: "quite another password" });
    expect(await code("GET /me", { key: again.token })).toBe("401 UNAUTHENTICATED");
    expect((await logIn(email)).status).toBe(401);
  });
});

describe("what only a session may ask for", () => {
  /** The departure of 08:00 so many days from today. */
  const departure = (days: number) =>
    `${new Date(Date.now() + clockMovedMs + days * 24 * hour).toISOString().slice(0, 10)}T08:00:00.000Z`;
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
    const { token, id } = await aSession();
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
      expect.objectContaining({ entityId: bookingId, actorType: "USER", actorId: id }),
    );
  });

  it("is no departure where none was, unless customStart makes one", async () => {
    const { token } = await aSession();
    const startAt = departure(-3).replace("T08", "T09");
    expect((await book(token, { startAt, backdated: true })).body).toMatchObject({
      code: "NOT_A_DEPARTURE",
    });
    const customStart = { localDate: startAt.slice(0, 10), localTime: "09:00" };
    expect((await book(token, { customStart })).body).toMatchObject({ code: "IN_THE_PAST" });
    expect((await book(token, { customStart, backdated: true })).body).toMatchObject({ startAt });
  });

  it("a backdated booking yields to a block that stands, though it is over", async () => {
    const { token } = await aSession();
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
    const { token } = await aSession();
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
