import { beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { keyText } from "@slipway/contracts";
import { codeOf } from "./client.ts";
import { type TestGateway, testGateway } from "./testing.ts";

let all: { tenantId: string; id: string; key: string };
let reader: { key: string };

// Catalog is left out: what the gateway says while a service is missing is part of this test.
const gateway = forThisFile(() => testGateway(import.meta.url, { services: ["auth", "audit"] }));
beforeAll(async () => {
  all = await gateway.aKey();
  reader = await gateway.aKey(["audit:read"]);
});

const code = async (...sent: Parameters<TestGateway["send"]>) =>
  codeOf(await gateway.send(...sent));
const tooDeep = "[".repeat(65) + "]".repeat(65);

describe("the order of checks", () => {
  it.each([
    ["an unknown path", "GET /nothing", {}, "404 NOT_FOUND"],
    ["an unknown path with a slash at its end", "GET /suppliers/", {}, "404 NOT_FOUND"],
    ["an unknown path in other letters", "GET /Suppliers", {}, "404 NOT_FOUND"],
    ["a path that cannot be decoded", "GET /suppliers/%E0%A4%A", {}, "404 NOT_FOUND"],
    ["another method", "PUT /suppliers", {}, "405 METHOD_NOT_ALLOWED"],
    ["no credential before the scope and the body", "POST /suppliers", {}, "401 UNAUTHENTICATED"],
  ])("%s", async (_name, head, request, expected) => {
    expect(await code(head, request)).toBe(expected);
  });

  it("asks for the scope before it looks at the body", async () => {
    const { key } = reader;
    expect(await code("POST /suppliers", { key, body: "{" })).toBe("403 INSUFFICIENT_SCOPE");
    expect(await code("GET /products/any/photos", { key })).toBe("403 INSUFFICIENT_SCOPE");
  });

  it("checks size, then kind, then complexity, then form, then fields", async () => {
    const { key } = all;
    const send = (body: string, headers: Record<string, string> = {}) =>
      code("POST /suppliers", { key, body, headers });
    const text = { "content-type": "text/plain" };
    expect(await send(" ".repeat(15_728_641), text)).toBe("413 BODY_TOO_LARGE");
    expect(await send(tooDeep, text)).toBe("400 UNSUPPORTED_CONTENT_TYPE");
    expect(await send("{}", { "content-encoding": "gzip" })).toBe("400 UNSUPPORTED_CONTENT_TYPE");
    expect(await send(tooDeep.slice(1))).toBe("400 MALFORMED_JSON");
    expect(await send(tooDeep)).toBe("400 JSON_TOO_COMPLEX");
    expect(await send("{")).toBe("400 MALFORMED_JSON");
    expect(await send("{}")).toBe("400 VALIDATION_FAILED");
  });

  it("takes a body of exactly 15 MB", async () => {
    const body = `{${" ".repeat(15_728_638)}}`;
    expect(await code("POST /suppliers", { key: all.key, body })).toBe("400 VALIDATION_FAILED");
  });

  it.each([
    "application/json",
    "application/json; charset=UTF-8",
    'Application/JSON;charset="utf-8"',
    "application/json;odata=verbose",
    "application/json; odata.metadata=minimal ; charset=utf-8; q=1",
  ])("takes %s for JSON", async (type) => {
    const headers = { "content-type": type };
    expect(await code("POST /suppliers", { key: all.key, body: "{}", headers })).toBe(
      "400 VALIDATION_FAILED",
    );
  });

  it.each([
    "application/json; charset=utf-16",
    "application/json; odata=verbose; charset=latin1",
    "application/problem+json",
    "text/json",
  ])("does not take %s for JSON", async (type) => {
    const headers = { "content-type": type };
    expect(await code("POST /suppliers", { key: all.key, body: "{}", headers })).toBe(
      "400 UNSUPPORTED_CONTENT_TYPE",
    );
  });
});

describe("a credential", () => {
  it("is refused alike whatever is wrong with it", async () => {
    const unknown = keyText("0".repeat(12), "0".repeat(43));
    const revoked = await gateway.aKey();
    await gateway.send(`DELETE /api-keys/${revoked.id}`, {
      key: await anotherKey(revoked.key),
    });
    const bodies = new Set<string>();
    for (const authorization of [
      "",
      "Bearer",
      "Bearer x",
      `Bearer ${all.key}x`,
      `Bearer ${unknown}`,
      `Bearer ${revoked.key}`,
      `Basic ${all.key}`,
      all.key,
    ]) {
      const { status, body, headers } = await gateway.send("GET /api-keys", {
        headers: { authorization, "x-request-id": "the-same-id" },
      });
      expect([authorization.slice(0, 8), status]).toEqual([authorization.slice(0, 8), 401]);
      expect(headers.get("www-authenticate")).toBe("Bearer");
      bodies.add(JSON.stringify(body));
    }
    expect(bodies.size).toBe(1);
  });

  it("cannot delete itself, nor a key of another tenant", async () => {
    const { id, key } = all;
    expect(await code(`DELETE /api-keys/${id}`, { key })).toBe("409 KEY_IN_USE");
    const other = await gateway.aKey();
    expect(await code(`DELETE /api-keys/${other.id}`, { key })).toBe("404 NOT_FOUND");
    expect(await code("GET /api-keys", { key: other.key })).toBe("200");
  });

  async function anotherKey(key: string): Promise<string> {
    const { body } = await gateway.send("POST /api-keys", { key, body: { name: "next" } });
    return (body as { key: string }).key;
  }
});

describe("an answer", () => {
  it("answers which methods a path takes", async () => {
    const { headers } = await gateway.send("PUT /suppliers");
    expect(headers.get("allow")).toBe("GET, HEAD, POST");
    expect((await gateway.send("DELETE /bookings/1/confirm")).headers.get("allow")).toBe("POST");
  });

  it("carries the same protective headers whatever it says", async () => {
    for (const reply of [
      await gateway.send("GET /api-keys", { key: all.key }),
      await gateway.send("GET /api-keys"),
      await gateway.send("GET /nothing"),
    ]) {
      const { headers } = reply;
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("x-powered-by")).toBeNull();
      expect(headers.get("etag")).toBeNull();
    }
  });

  it("keeps a request id that it can repeat, and makes one in place of any other", async () => {
    const idOf = async (given: string) => {
      const { headers, body } = await gateway.send("GET /nothing", {
        headers: { "x-request-id": given },
      });
      expect((body as { requestId: string }).requestId).toBe(headers.get("x-request-id"));
      return headers.get("x-request-id");
    };
    expect(await idOf("Order_2027-07.01")).toBe("Order_2027-07.01");
    for (const given of ["short", "x".repeat(65), "with space in it", 'quote"quote'])
      expect(await idOf(given)).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("has no body for HEAD", async () => {
    const { status, text, headers } = await gateway.send("HEAD /api-keys", { key: all.key });
    expect([status, text]).toEqual([200, ""]);
    expect(Number(headers.get("content-length"))).toBeGreaterThan(2);
  });

  it("says that nothing was done while the service of a route is missing", async () => {
    const body = { name: "n", timezone: "Europe/Rome" };
    const {
      status,
      headers,
      body: problem,
    } = await gateway.send("POST /suppliers", {
      key: all.key,
      body,
    });
    expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
    expect(problem).toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      detail: "The service catalog is away, nothing was done",
    });
  });
});

describe("the state of the gateway", () => {
  const missing = [
    "catalog",
    "resources-capacity",
    "availability",
    "bookings",
    "webhooks",
    "sync",
  ].toSorted();

  it("is ready with auth alone, and names the services that are missing", async () => {
    const stateOf = async (path: string) => {
      const response = await fetch(gateway.url + path);
      const body = (await response.json()) as { missing?: string[] };
      body.missing?.sort();
      return [response.status, body];
    };
    expect(await stateOf("/livez")).toEqual([200, { status: "live" }]);
    expect(await stateOf("/startupz")).toEqual([200, { status: "started", missing }]);
    expect(await stateOf("/readyz")).toEqual([200, { status: "ready", missing }]);
    expect((await fetch(`${gateway.url}/healthz`)).status).toBe(404);
  });

  it("is one line of the log", () => {
    const lines = gateway.lines.filter(({ part }) => part === "services");
    const named = lines.map((line) => (line["missing"] as string[]).toSorted());
    expect(named).toEqual([missing]);
  });
});

describe("the log", () => {
  it("has one line per request, by route and caller, without any secret", async () => {
    const headers = { "x-request-id": "the-id-of-the-log" };
    await gateway.send("GET /suppliers/some-id?search=a-guest", { key: reader.key, headers });
    const [line, ...more] = gateway.lines.filter(
      (each) => each["requestId"] === "the-id-of-the-log",
    );
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      method: "GET",
      route: "/api/v1/suppliers/{id}",
      status: 403,
      code: "INSUFFICIENT_SCOPE",
      actorType: "API_KEY",
    });
    const text = JSON.stringify(gateway.lines);
    for (const secret of [all.key, reader.key, "slw_0", "a-guest", "some-id"])
      expect(text).not.toContain(secret);
  });
});
