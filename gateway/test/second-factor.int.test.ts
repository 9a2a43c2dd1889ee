/** The second factor over HTTP: adding it, logging in with it, losing it, and a tenant that asks for it. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { auth } from "@slipway/contracts";
import { URI } from "otpauth";
import { type Reply, type TestGateway, testGateway } from "./testing.ts";

const password = "correct horse battery";
const stepMs = 30_000;
let gateway: TestGateway;
let now = Date.parse("2027-06-01T08:00:00.000Z");
let made = 0;

beforeAll(async () => {
  gateway = await testGateway(import.meta.url, {
    services: ["auth", "audit"],
    clock: () => now,
  });
});
afterAll(() => gateway.stop());

const codeOf = ({ status, body }: Reply): string =>
  `${status} ${(body as { code?: string }).code ?? ""}`.trim();
const code = async (head: string, sent?: Parameters<TestGateway["send"]>[1]) =>
  codeOf(await gateway.send(head, sent));
const logIn = (email: string, given?: string) =>
  gateway.send("POST /sessions", {
    body: { email, password, ...(given === undefined ? {} : { code: given }) },
  });

interface Member {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

async function aMember(tenantId: string, scopes = ["*"]): Promise<Member> {
  const email = `grace${++made}@example.com`;
  const request = gateway.platform.as(tenantId);
  const { id } = await call(request, auth.createUser, { email, password, scopes });
  return { id, email, token: tokenOf(await logIn(email)) };
}

function tokenOf({ status, body }: Reply): string {
  expect(status).toBe(201);
  return (body as { token: string }).token;
}

/** An authenticator app: what it shows now, so many steps of 30 s away. */
type App = (steps?: number) => string;

/** Adds a second factor to the session's user. */
async function added(token: string): Promise<{ app: App; recoveryCodes: readonly string[] }> {
  const pending = await gateway.send("POST /users/me/second-factor", {
    key: token,
    body: { current: password },
  });
  expect(pending.status).toBe(201);
  const { uri } = pending.body as { uri: string };
  const app: App = (steps = 0) =>
    (URI.parse(uri) as { generate(at: object): string }).generate({
      timestamp: now + steps * stepMs,
    });
  const confirmed = await gateway.send("POST /users/me/second-factor/confirm", {
    key: token,
    body: { code: app() },
  });
  expect(confirmed.status).toBe(201);
  const { recoveryCodes } = confirmed.body as { recoveryCodes: string[] };
  // The code that confirmed is used.
  now += stepMs;
  return { app, recoveryCodes };
}

describe("a second factor", () => {
  it("is added by the password and a code, and a log-in takes a code from then on", async () => {
    const { tenantId } = await gateway.aKey();
    const { email, token } = await aMember(tenantId);
    const wrong = { key: token, body: { current: "a wrong password" } };
    expect(await code("POST /users/me/second-factor", wrong)).toBe("403 WRONG_PASSWORD");
    const { app, recoveryCodes } = await added(token);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(recoveryCodes[0]).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/);
    expect(codeOf(await logIn(email))).toBe("401 SECOND_FACTOR_REQUIRED");
    expect(codeOf(await logIn(email, "000000"))).toBe("401 UNAUTHENTICATED");
    tokenOf(await logIn(email, app()));
  });

  it("is not confirmed by another code, and not twice", async () => {
    const { tenantId } = await gateway.aKey();
    const { email, token } = await aMember(tenantId);
    const confirm = "POST /users/me/second-factor/confirm";
    expect(await code(confirm, { key: token, body: { code: "000000" } })).toBe("409 INVALID_STATE");
    await gateway.send("POST /users/me/second-factor", { key: token, body: { current: password } });
    const reply = await gateway.send(confirm, { key: token, body: { code: "000000" } });
    expect(reply.body).toMatchObject({
      code: "VALIDATION_FAILED",
      errors: [{ pointer: "#/code", code: "INVALID_VALUE" }],
    });
    tokenOf(await logIn(email));
  });

  it("takes each code once, also where two log-ins send it at once", async () => {
    const { tenantId } = await gateway.aKey();
    const { email, token } = await aMember(tenantId);
    const { app, recoveryCodes } = await added(token);
    for (const given of [app(), recoveryCodes[0] ?? ""]) {
      const replies = await Promise.all([logIn(email, given), logIn(email, given)]);
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 401]);
      expect(codeOf(await logIn(email, given))).toBe("401 UNAUTHENTICATED");
    }
    // As it may be typed.
    tokenOf(await logIn(email, ` ${recoveryCodes[1]?.toUpperCase().replaceAll("-", " ")} `));
  });

  it("takes the codes of clocks that differ by 30 s, and no others", async () => {
    const { tenantId } = await gateway.aKey();
    const { email, token } = await aMember(tenantId);
    const { app } = await added(token);
    now += 10 * stepMs;
    expect(codeOf(await logIn(email, app(-2)))).toBe("401 UNAUTHENTICATED");
    expect(codeOf(await logIn(email, app(2)))).toBe("401 UNAUTHENTICATED");
    tokenOf(await logIn(email, app(-1)));
    tokenOf(await logIn(email, app(1)));
    // An older one after a newer one may have been seen by another person.
    expect(codeOf(await logIn(email, app()))).toBe("401 UNAUTHENTICATED");
  });

  it("makes the account wait after wrong codes, which a right password alone does not forgive", async () => {
    const { tenantId } = await gateway.aKey();
    const { email, token } = await aMember(tenantId);
    const { app } = await added(token);
    for (let failures = 0; failures < 5; failures++) {
      expect(codeOf(await logIn(email))).toBe("401 SECOND_FACTOR_REQUIRED");
      expect(codeOf(await logIn(email, "000000"))).toBe("401 UNAUTHENTICATED");
    }
    expect(codeOf(await logIn(email))).toBe("401 UNAUTHENTICATED");
    expect(codeOf(await logIn(email, app()))).toBe("401 UNAUTHENTICATED");
  });

  it("is removed by the password, or by an owner, who then ends the user's sessions", async () => {
    const { tenantId } = await gateway.aKey();
    const owner = await aMember(tenantId);
    const member = await aMember(tenantId, ["users:write"]);
    const remove = { key: member.token, body: { current: password } };
    await added(member.token);
    expect(await code("POST /users/me/second-factor/remove", remove)).toBe("201");
    tokenOf(await logIn(member.email));
    await added(member.token);
    const off = { secondFactor: false };
    const own = { key: member.token, body: off };
    expect(await code(`PATCH /users/${member.id}`, own)).toBe("409 INVALID_STATE");
    await added(owner.token);
    // A user with fewer scopes than the owner must not weaken the owner's account.
    expect(await code(`PATCH /users/${owner.id}`, own)).toBe("403 SCOPE_ESCALATION");
    const reply = await gateway.send(`PATCH /users/${member.id}`, { key: owner.token, body: off });
    expect(reply.body).toMatchObject({ id: member.id, secondFactorAt: null });
    expect(await code("GET /me", { key: member.token })).toBe("401 UNAUTHENTICATED");
    tokenOf(await logIn(member.email));
  });

  it("is removed by the operator for a user who has lost everything", async () => {
    const { tenantId } = await gateway.aKey();
    const { email, token } = await aMember(tenantId);
    await added(token);
    await call(gateway.platform.as("-"), auth.resetSecondFactor, { email });
    expect(await code("GET /me", { key: token })).toBe("401 UNAUTHENTICATED");
    tokenOf(await logIn(email));
  });

  it("is in the audit log without a secret", async () => {
    const { tenantId } = await gateway.aKey();
    const { id, token } = await aMember(tenantId);
    const { recoveryCodes } = await added(token);
    await gateway.platform.settle();
    const log = await gateway.send(`GET /audit-logs?entityId=${id}`, { key: token });
    expect(log.text).toContain('"secondFactorAt":"2027-');
    for (const secret of ["sealed", "otpauth", recoveryCodes[0]])
      expect(log.text).not.toContain(secret);
  });
});

describe("a tenant that asks for a second factor", () => {
  it("lets users without one do nothing but add it, at once and whatever session they have", async () => {
    const { tenantId, key } = await gateway.aKey();
    const owner = await aMember(tenantId);
    const member = await aMember(tenantId, ["users:read"]);
    const rule = { key: owner.token, body: { required: true } };
    expect(await code("PUT /me/second-factor-rule", { ...rule, key })).toBe("403 SESSION_REQUIRED");
    expect(await code("PUT /me/second-factor-rule", rule)).toBe("200");
    expect(await code("GET /users", { key: member.token })).toBe("403 LOGIN_INCOMPLETE");
    const again = await logIn(member.email);
    expect(again.body).toMatchObject({ duty: "ADD_SECOND_FACTOR" });
    await added(member.token);
    expect(await code("GET /users", { key: member.token })).toBe("200");
    expect(await code("PUT /me/second-factor-rule", rule)).toBe("403 LOGIN_INCOMPLETE");
    // A program has no telephone.
    expect(await code("GET /api-keys", { key })).toBe("200");
  });
});
