/** Pages of other origins may use the API with a key from a named origin, and not otherwise. */
import assert from "node:assert";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { auth } from "@slipway/contracts";
import { commonHeaders, headerComponents } from "@slipway/dev/openapi-headers";
import { rawAnswer } from "./raw-answer.ts";
import { type Client, sharedClient } from "./client.ts";
import { testGateway } from "./testing.ts";

const origin = "https://shop.example.com";
const local = "http://localhost:5173";
let closed: Client;
let key: string;
let cookie: string;

const gateway = forThisFile(async () => {
  const services = ["auth", "audit"] as const;
  const options = { services: [...services] };
  return testGateway(import.meta.url, options, { corsOrigins: [origin, local] });
});
beforeAll(async () => {
  closed = await sharedClient();
  const { tenantId, key: issued } = await gateway.aKey(["audit:read"]);
  key = issued;
  const user = { email: "page@example.com", password: "a long enough password", name: "Page" };
  await call(gateway.platform.as(tenantId), auth.createUser, { ...user, scopes: ["audit:read"] });
  const session = await gateway.send("POST /sessions", {
    body: { email: user.email, password: user.password },
  });
  cookie = (session.headers.get("set-cookie") ?? "").split(";", 1)[0] ?? "";
  assert.match(cookie, /^slipway-session=sls_/);
});

type Headers = Record<string, string | string[]>;

async function ask(head: string, headers: Headers, at: Pick<Client, "url"> = gateway) {
  const [method = "", path = ""] = head.split(" ");
  const { status, said } = await rawAnswer(at.url + path, { method, headers });
  const granted = Object.entries(said).filter(([name]) => name.startsWith("access-control-"));
  return { status, granted: Object.fromEntries(granted), vary: said.vary, allow: said.allow };
}

const preflight = (from: string, more: Headers = {}): Headers => ({
  origin: from,
  "access-control-request-method": "GET",
  "access-control-request-headers": "authorization,content-type,idempotency-key",
  ...more,
});
const withKey = (): Headers => ({ origin, authorization: `Bearer ${key}` });
const logs = "/api/v1/audit-logs";

const strangers = [
  "null",
  "*",
  "",
  "https://evil.org",
  "http://shop.example.com",
  "https://shop.example.com:8443",
  "https://shop.example.com.evil.org",
  "https://evilshop.example.com",
  "https://shop.example.com@evil.org",
  "https://shop.example.com/",
  "https://SHOP.example.com",
  "https://shop.example.com evil.org",
  "https://shop.example.com, https://evil.org",
];

describe("a preflight", () => {
  it.each([origin, local])("from %s is answered with what the path takes", async (from) => {
    const { status, granted, vary } = await ask(`OPTIONS ${logs}`, preflight(from));
    expect(status).toBe(204);
    expect(granted).toEqual({
      "access-control-allow-origin": from,
      "access-control-allow-methods": "GET, HEAD",
      "access-control-allow-headers":
        "Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID, X-Slipway-Client",
      "access-control-max-age": "600",
    });
    expect(vary).toBe("Accept-Encoding, Origin");
  });

  it("and what is refused as one have no header that the document does not name", async () => {
    const named = [...Object.values(commonHeaders).flat(), ...Object.keys(headerComponents)];
    const known = new Set(named.map((name) => name.toLowerCase()));
    for (const [from, answered] of [
      [origin, "access-control-allow-methods"],
      ["https://evil.org", "allow"],
    ] as const) {
      const asked = { method: "OPTIONS", headers: preflight(from) };
      const { said } = await rawAnswer(gateway.url + logs, asked);
      expect(said[answered]).toBe("GET, HEAD");
      expect(Object.keys(said).filter((name) => !known.has(name))).toEqual([]);
    }
  });

  it("names every method of a path", async () => {
    const { granted } = await ask("OPTIONS /api/v1/bookings/bkg_1", preflight(origin));
    expect(granted["access-control-allow-methods"]).toBe("GET, HEAD, PATCH");
  });

  it.each(strangers)("from %j is refused like any OPTIONS", async (from) => {
    const { status, granted, vary } = await ask(`OPTIONS ${logs}`, preflight(from));
    expect([status, granted]).toEqual([405, {}]);
    expect(vary).toBe("Accept-Encoding, Origin");
  });

  it.each<[string, string, () => Headers, number]>([
    ["with a cookie", logs, () => preflight(origin, { cookie }), 405],
    ["that names no method", logs, () => ({ origin }), 405],
    ["of the log-in", "/api/v1/sessions", () => preflight(origin), 405],
    ["of the reference", "/docs", () => preflight(origin), 405],
    ["of the document", "/api/v1/openapi.json", () => preflight(origin), 405],
    ["of a path that is none, from elsewhere", "/api/v1/nothing", () => preflight("null"), 404],
  ])("%s is refused", async (_name, path, headers, status) => {
    expect(await ask(`OPTIONS ${path}`, headers())).toMatchObject({ status, granted: {} });
  });
});

describe("a request", () => {
  const readable = {
    "access-control-allow-origin": origin,
    "access-control-expose-headers":
      "Deprecation, ETag, Idempotent-Replayed, RateLimit, RateLimit-Policy, Retry-After, Sunset, Sync-Watermark, X-Request-Id",
  };

  it("with a key may be read by a page of the origin, its refusals as well", async () => {
    const answered = { granted: readable, vary: "Accept-Encoding, Origin" };
    expect(await ask(`GET ${logs}`, withKey())).toMatchObject({ status: 200, ...answered });
    const refused: [string, Headers, number][] = [
      ["GET /api/v1/bookings", withKey(), 403],
      [`GET ${logs}?limit=0`, withKey(), 400],
      [`PUT ${logs}`, withKey(), 405],
      [`GET ${logs}`, { origin, authorization: "Bearer slw_wrong" }, 401],
    ];
    for (const [head, headers, status] of refused)
      expect(await ask(head, headers)).toMatchObject({ status, ...answered });
  });

  it.each(["/api/v1/nothing", "/nothing", "/api/v1/audit-logs/%", "/api/v1/%E0%A4%A", "/%"])(
    "of %s, which is no path, may be read as 404, and so may its preflight",
    async (path) => {
      const answered = { status: 404, granted: readable, vary: "Accept-Encoding, Origin" };
      expect(await ask(`GET ${path}`, withKey())).toMatchObject(answered);
      expect(await ask(`OPTIONS ${path}`, preflight(origin))).toMatchObject({ status: 204 });
      expect((await ask(`GET ${path}`, withKey(), closed)).granted).toEqual({});
    },
  );

  it("with a session's token as its bearer, too", async () => {
    const authorization = `Bearer ${cookie.split("=")[1]}`;
    const { status, granted } = await ask(`GET ${logs}`, { origin, authorization });
    expect([status, granted]).toEqual([200, readable]);
  });

  it.each(strangers)("from %j is served, and no page may read it", async (from) => {
    const { status, granted } = await ask(`GET ${logs}`, { ...withKey(), origin: from });
    expect([status, granted]).toEqual([200, {}]);
  });

  it.each<[string, () => Headers, number]>([
    ["with a cookie", () => ({ origin, cookie }), 200],
    ["with a key beside a cookie", () => ({ ...withKey(), cookie }), 200],
    ["with a key beside any other cookie", () => ({ ...withKey(), cookie: "theme=dark" }), 200],
    ["without a credential", () => ({ origin }), 401],
    ["of no origin", () => ({ authorization: `Bearer ${key}` }), 200],
  ])("%s is answered to no page", async (_name, headers, status) => {
    expect(await ask(`GET ${logs}`, headers())).toMatchObject({ status, granted: {} });
  });

  it("that changes something with a cookie is refused as before", async () => {
    const headers = { origin, cookie, "sec-fetch-site": "cross-site" };
    expect(await ask("DELETE /api/v1/sessions/current", headers)).toMatchObject({
      status: 403,
      granted: {},
    });
  });

  it("of a log-in is answered to no page, with a bearer or without", async () => {
    for (const headers of [withKey(), { origin }])
      expect((await ask("POST /api/v1/sessions", headers)).granted).toEqual({});
  });
});

it("without a setting no page of another origin may do anything", async () => {
  const asked = preflight(origin);
  expect(await ask(`OPTIONS ${logs}`, asked, closed)).toMatchObject({ status: 405, granted: {} });
  const { key: other } = await closed.aKey();
  const headers = { origin, authorization: `Bearer ${other}` };
  const { status, granted, vary } = await ask(`GET ${logs}`, headers, closed);
  expect([status, granted, vary]).toEqual([200, {}, "Accept-Encoding"]);
});
