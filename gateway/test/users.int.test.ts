/** Users over HTTP: who may ask, what a browser keeps, and what the log has of it. */
import { beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { auth, tokenText } from "@slipway/contracts";
import { codeOf } from "./client.ts";
import { type TestGateway, testGateway } from "./testing.ts";

const password = "correct horse battery";
const next = "quite another password";
const ip = "198.51.100.7";
const lines: Record<string, unknown>[] = [];
let tenantId: string;

let made = 0;

const gateway = forThisFile(() =>
  testGateway(
    import.meta.url,
    {
      services: ["auth", "audit"],
      log: (_level, line, fields) =>
        void lines.push({ line, ...(typeof fields === "function" ? fields() : fields) }),
    },
    { trustedProxies: "loopback", failedLoginsPerMinute: 3 },
  ),
);
beforeAll(async () => {
  ({ tenantId } = await gateway.aKey());
});

type Sent = Parameters<TestGateway["send"]>[1];
const send = (head: string, sent: Sent = {}) =>
  gateway.send(head, { ...sent, headers: { "x-forwarded-for": ip, ...sent.headers } });
const code = async (head: string, sent?: Sent) => codeOf(await send(head, sent));

async function aSession(scopes = ["*"]) {
  const email = `ada${++made}@example.com`;
  const request = gateway.platform.as(tenantId);
  const user = await call(request, auth.createUser, { email, name: "Ada", password, scopes });
  return { ...user, ...(await logIn(email)) };
}

async function logIn(email: string, given = password) {
  const { status, body, headers } = await send("POST /sessions", {
    body: { email, password: given },
  });
  expect(status).toBe(201);
  const cookie = headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
  return { token: (body as { token: string }).token, cookie };
}

async function anInvitation(by: string) {
  const email = `marco${++made}@example.com`;
  const body = { email, name: "Marco", scopes: ["bookings:read"] };
  const reply = await send("POST /users", { key: by, body });
  expect(reply.status).toBe(201);
  return { reply, ...(reply.body as { id: string; email: string; setupToken: string }) };
}
const ownPage = { "sec-fetch-site": "same-origin" };

describe("users", () => {
  it("are invited, set a password without a credential, log in and are changed", async () => {
    const owner = await aSession();
    const { id, email, setupToken, reply } = await anInvitation(owner.token);
    expect(reply.headers.get("cache-control")).toBe("no-store");
    const setUp = await send("POST /users/setup", { body: { setupToken, password } });
    expect([setUp.status, setUp.text.includes("slu_")]).toEqual([200, false]);
    expect(setUp.body).toMatchObject({ id, email, setupExpiresAt: null });
    const { token } = await logIn(email);
    expect(await code("GET /users", { key: token })).toBe("403 INSUFFICIENT_SCOPE");
    const change = { key: owner.token, body: { scopes: ["users:read"] } };
    expect(await code(`PATCH /users/${id}`, change)).toBe("200");
    const listed = await send("GET /users", { key: token });
    expect(listed.body).toContainEqual(
      expect.objectContaining({ id, name: "Marco", scopes: ["users:read"], disabledAt: null }),
    );
    const disable = { key: owner.token, body: { disabled: true } };
    expect(await code(`PATCH /users/${id}`, disable)).toBe("200");
    expect(await code("GET /me", { key: token })).toBe("401 UNAUTHENTICATED");
  });

  it("keep the e-mail that they log in with", async () => {
    const { token, id } = await aSession();
    const reply = await send(`PATCH /users/${id}`, { key: token, body: { email: "b@c.example" } });
    expect(reply.body).toMatchObject({ errors: [{ code: "IMMUTABLE_FIELD" }] });
  });
});

describe("an own password", () => {
  it("ends the session that changes it, and its cookie", async () => {
    const { email, cookie, token } = await aSession();
    const body = { current: password, password: next };
    const other = { body, headers: { cookie, "sec-fetch-site": "cross-site" } };
    expect(await code("PUT /users/me/password", other)).toBe("403 CSRF_REJECTED");
    const reply = await send("PUT /users/me/password", { body, headers: { cookie, ...ownPage } });
    expect([reply.status, reply.headers.get("set-cookie")]).toEqual([
      200,
      expect.stringMatching(/^slipway-session=; .*Max-Age=0$/),
    ]);
    expect(await code("GET /me", { key: token })).toBe("401 UNAUTHENTICATED");
    expect(await logIn(email, next)).toHaveProperty("token");
  });
});

describe("a password that was made for the user", () => {
  async function aNewcomer() {
    const email = `newcomer${++made}@example.com`;
    const request = gateway.platform.as(tenantId);
    await call(request, auth.createUser, { email, password, mustChangePassword: true });
    const { status, body } = await send("POST /sessions", { body: { email, password } });
    expect([status, body]).toEqual([201, expect.objectContaining({ duty: "CHANGE_PASSWORD" })]);
    return { email, token: (body as { token: string }).token };
  }

  it("lets its session do nothing that needs a scope, and says why", async () => {
    const { token } = await aNewcomer();
    expect(await code("GET /users", { key: token })).toBe("403 LOGIN_INCOMPLETE");
    expect(await code("POST /api-keys", { key: token, body: { name: "Till" } })).toBe(
      "403 LOGIN_INCOMPLETE",
    );
    expect(await code("GET /users/me/sessions", { key: token })).toBe("200");
  });

  it("is changed to another one, after which a log-in may do everything", async () => {
    const { email, token } = await aNewcomer();
    const same = { current: password, password };
    const refused = await send("PUT /users/me/password", { key: token, body: same });
    expect(refused.body).toMatchObject({ errors: [{ pointer: "#/password" }] });
    const body = { current: password, password: next };
    expect(await code("PUT /users/me/password", { key: token, body })).toBe("200");
    const again = await logIn(email, next);
    expect(await code("GET /users", { key: again.token })).toBe("200");
  });
});

describe("a common password", () => {
  it("is refused with its field, and the session goes on", async () => {
    const { token } = await aSession();
    for (const common of ["123qweasdzxc", "QWERTY123456", "passwordpassword", "Dragon123456"]) {
      const body = { current: password, password: common };
      const reply = await send("PUT /users/me/password", { key: token, body });
      const error = { in: "body", pointer: "#/password", code: "INVALID_VALUE" };
      expect(reply.body).toMatchObject({ code: "VALIDATION_FAILED", errors: [error] });
    }
    expect(await code("GET /users", { key: token })).toBe("200");
  });

  it("is refused where a user is invited, and the token stays good", async () => {
    const { token } = await aSession();
    const { setupToken } = await anInvitation(token);
    const common = { setupToken, password: "qwertyqwerty" };
    expect(await code("POST /users/setup", { body: common })).toBe("400 VALIDATION_FAILED");
    expect(await code("POST /users/setup", { body: { setupToken, password } })).toBe("200");
  });
});

describe("own sessions", () => {
  it("are ended from afar, or with the cookie where it is the very one", async () => {
    const { email, token, cookie } = await aSession();
    const lost = await logIn(email);
    const { body } = await send("GET /users/me/sessions", { key: token });
    const ids = Map.groupBy(body as { id: string; current: boolean }[], (each) => each.current);
    const end = (id: string | undefined) =>
      send(`DELETE /users/me/sessions/${id}`, { headers: { cookie, ...ownPage } });
    const afar = await end(ids.get(false)?.[0]?.id);
    expect([afar.status, afar.headers.get("set-cookie")]).toEqual([200, null]);
    expect(await code("GET /me", { key: lost.token })).toBe("401 UNAUTHENTICATED");
    const own = await end(ids.get(true)?.[0]?.id);
    expect(own.headers.get("set-cookie")).toMatch(/Max-Age=0$/);
    expect(await code("GET /me", { key: token })).toBe("401 UNAUTHENTICATED");
  });
});

describe("guesses", () => {
  it("of setup tokens use up the failures of their address, as log-ins do", async () => {
    const owner = await aSession();
    const { email, setupToken } = await anInvitation(owner.token);
    const from = { "x-forwarded-for": "203.0.113.9" };
    for (let time = 0; time < 3; time++) {
      const guess = { setupToken: tokenText("setup", `${time}`.repeat(43)), password };
      expect(await code("POST /users/setup", { body: guess, headers: from })).toBe(
        "401 UNAUTHENTICATED",
      );
    }
    const good = { setupToken, password };
    const waiting = await send("POST /users/setup", { body: good, headers: from });
    expect(codeOf(waiting)).toBe("429 RATE_LIMITED");
    expect(Number(waiting.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    const attempt = { body: { email: owner.email, password }, headers: from };
    expect(await code("POST /sessions", attempt)).toBe("429 RATE_LIMITED");
    expect(await code("POST /users/setup", { body: good })).toBe("200");
    expect(await logIn(email)).toHaveProperty("token");
  });

  it("and what succeeds are in the log, with address and account and without a secret", async () => {
    const owner = await aSession();
    const { id, setupToken } = await anInvitation(owner.token);
    const address = "192.0.2.55";
    const headers = { "x-forwarded-for": address };
    const body = { setupToken, password };
    const replies = [
      await send("POST /users/setup", { body, headers }),
      await send("POST /users/setup", { body, headers }),
      await send("PUT /users/me/password", {
        key: owner.token,
        body: { current: "a wrong password", password: next },
        headers,
      }),
      await send("PUT /users/me/password", {
        key: owner.token,
        body: { current: password, password: next },
        headers,
      }),
    ];
    const logged = replies.map(({ headers: answered }) =>
      lines.find(({ requestId }) => requestId === answered.get("x-request-id")),
    );
    expect(logged).toMatchObject([
      { line: "user set-up", outcome: "ACCEPTED", account: id, tenantId, address },
      { line: "user set-up", outcome: "UNAUTHENTICATED", address },
      { line: "password change", outcome: "WRONG_PASSWORD", account: owner.id, tenantId, address },
      { line: "password change", outcome: "ACCEPTED", account: owner.id, tenantId, address },
    ]);
    const text = JSON.stringify([...lines, ...gateway.lines]);
    for (const secret of [setupToken.slice(4, 40), password, next])
      expect(text).not.toContain(secret);
  });
});
