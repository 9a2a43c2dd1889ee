import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { auth } from "@slipway/contracts";
import { codeOf } from "./client.ts";
import { type Reply, type TestGateway, testGateway } from "./testing.ts";
import { aWorld } from "./world.ts";

const password = "correct horse battery";

const gateway = forThisFile(() => testGateway(import.meta.url, { brokers: "each" }));
const world = forThisFile(() => aWorld(gateway));

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

const code = async (...sent: Parameters<TestGateway["send"]>) =>
  codeOf(await gateway.send(...sent));

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
    for (const unknown of ["nobody@example.com", "no e-mail"])
      expect(await attempt({ email: unknown, password })).toBe(wrong);
    expect(await code("POST /sessions", { body: { email } })).toBe("400 VALIDATION_FAILED");
  });

  it("takes no notice of a credential sent along", async () => {
    const { email } = await aUser();
    expect((await logIn(email, { authorization: "Bearer nonsense" })).status).toBe(201);
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
});

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

  it("is 403 SESSION_REQUIRED with a key", async () => {
    expect(await code("DELETE /sessions/current", { key: world.key })).toBe("403 SESSION_REQUIRED");
    expect(await code("DELETE /sessions/current")).toBe("401 UNAUTHENTICATED");
  });
});
