/** The second factor over HTTP: adding it, logging in with it, losing it, and a tenant that asks for it. */
import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { auth } from "@slipway/contracts";
import { URI } from "otpauth";
import { codeOf } from "./client.ts";
import { type Reply, type TestGateway, testGateway } from "./testing.ts";

const password = "correct horse battery";
const stepMs = 30_000;
let now = Date.parse("2027-06-01T08:00:00.000Z");
let made = 0;

const gateway = forThisFile(() =>
  testGateway(import.meta.url, {
    services: ["auth", "audit"],
    clock: () => now,
  }),
);

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

const add = "POST /users/me/second-factor";
const confirm = "POST /users/me/second-factor/confirm";
const remove = "POST /users/me/second-factor/remove";

function appOf({ status, body }: Reply): App {
  expect(status).toBe(201);
  const { uri } = body as { uri: string };
  return (steps = 0) =>
    (URI.parse(uri) as { generate(at: object): string }).generate({
      timestamp: now + steps * stepMs,
    });
}

/** Adds a second factor to the session's user, in place of one before whose code is given. */
async function added(
  token: string,
  present: { code?: string } = {},
): Promise<{ app: App; recoveryCodes: readonly string[] }> {
  const body = { current: password, ...present };
  const app = appOf(await gateway.send(add, { key: token, body }));
  const confirmed = await gateway.send(confirm, { key: token, body: { code: app() } });
  expect(confirmed.status).toBe(201);
  const { recoveryCodes } = confirmed.body as { recoveryCodes: string[] };
  // The code that confirmed is used.
  now += stepMs;
  return { app, recoveryCodes };
}

describe("a second factor", () => {
  it("is added by the password and a code, without a secret in the log, and a log-in takes a code from then on", async () => {
    const { tenantId } = await gateway.aKey();
    const { id, email, token } = await aMember(tenantId);
    const wrong = { key: token, body: { current: "a wrong password" } };
    expect(await code(add, wrong)).toBe("403 WRONG_PASSWORD");
    const { app, recoveryCodes } = await added(token);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(recoveryCodes[0]).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/);
    expect(codeOf(await logIn(email))).toBe("401 SECOND_FACTOR_REQUIRED");
    expect(codeOf(await logIn(email, "000000"))).toBe("401 UNAUTHENTICATED");
    tokenOf(await logIn(email, app()));
    await gateway.platform.settle();
    const log = await gateway.send(`GET /audit-logs?entityId=${id}`, { key: token });
    expect(log.text).toContain('"secondFactorAt":"2027-');
    for (const secret of ["sealed", "otpauth", recoveryCodes[0]])
      expect(log.text).not.toContain(secret);
  });

  it("waits for its code alone, five codes and ten minutes, also where the codes are sent at once", async () => {
    const { tenantId } = await gateway.aKey();
    const { email, token } = await aMember(tenantId);
    const begin = async () =>
      appOf(await gateway.send(add, { key: token, body: { current: password } }));
    const guess = (given: string) => code(confirm, { key: token, body: { code: given } });
    expect(await guess("000000")).toBe("409 INVALID_STATE");
    const guessed = await begin();
    const refused = await gateway.send(confirm, { key: token, body: { code: "000000" } });
    expect(refused.body).toMatchObject({ errors: [{ pointer: "#/code", code: "INVALID_VALUE" }] });
    const guesses = await Promise.all(Array.from({ length: 8 }, () => guess("no code")));
    expect(guesses.filter((each) => each === "400 VALIDATION_FAILED")).toHaveLength(4);
    expect(await guess(guessed())).toBe("409 INVALID_STATE");
    tokenOf(await logIn(email));
    const late = await begin();
    now += 20 * stepMs;
    expect(await guess(late())).toBe("409 INVALID_STATE");
    const last = await begin();
    for (let wrong = 0; wrong < 4; wrong++) await guess("no code");
    now += 20 * stepMs - 1;
    expect(await guess(last())).toBe("201");
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

  it("is replaced and removed by no password without a code", async () => {
    const { tenantId } = await gateway.aKey();
    const { id, email, token } = await aMember(tenantId);
    const { app } = await added(token);
    for (const head of [add, remove]) {
      const tried = async (body: object) => code(head, { key: token, body });
      expect(await tried({ current: password })).toBe("401 SECOND_FACTOR_REQUIRED");
      expect(await tried({ current: password, code: "000000" })).toBe("403 WRONG_PASSWORD");
      expect(await tried({ current: "a wrong password", code: app() })).toBe("403 WRONG_PASSWORD");
      expect(await tried({ current: "a wrong password" })).toBe("403 WRONG_PASSWORD");
    }
    expect(await code(confirm, { key: token, body: { code: app() } })).toBe("409 INVALID_STATE");
    expect(codeOf(await logIn(email))).toBe("401 SECOND_FACTOR_REQUIRED");
    await gateway.platform.settle();
    const log = await gateway.send(`GET /audit-logs?entityId=${id}`, { key: token });
    expect(log.text.match(/"action":"user.update"/g)).toHaveLength(1);
  });

  it("is replaced by a code of it or a recovery code, each good once, and stays until then", async () => {
    const { tenantId } = await gateway.aKey();
    const { email, token } = await aMember(tenantId);
    const { app: first, recoveryCodes } = await added(token);
    const used = { current: password, code: first() };
    const next = appOf(await gateway.send(add, { key: token, body: used }));
    for (const head of [add, remove])
      expect(await code(head, { key: token, body: used })).toBe("403 WRONG_PASSWORD");
    now += stepMs;
    tokenOf(await logIn(email, first()));
    expect(await code(confirm, { key: token, body: { code: next() } })).toBe("201");
    now += stepMs;
    expect(codeOf(await logIn(email, first()))).toBe("401 UNAUTHENTICATED");
    // The codes of the factor before went with it.
    const old = { current: password, code: recoveryCodes[0] };
    expect(await code(remove, { key: token, body: old })).toBe("403 WRONG_PASSWORD");
    const { recoveryCodes: later } = await added(token, { code: next() });
    const spent = { current: password, code: later[0] };
    expect(await code(add, { key: token, body: spent })).toBe("201");
    expect(await code(remove, { key: token, body: spent })).toBe("403 WRONG_PASSWORD");
  });

  it("is replaced by no secret that waited before it was confirmed", async () => {
    const { tenantId } = await gateway.aKey();
    const { email, token } = await aMember(tenantId);
    const thief = tokenOf(await logIn(email));
    const body = { current: password };
    const stolen = appOf(await gateway.send(add, { key: thief, body }));
    const { app } = await added(token);
    const late = { key: thief, body: { code: stolen() } };
    expect(await code(confirm, late)).toBe("409 INVALID_STATE");
    // Two secrets, two confirmations at once: the first one's factor stays.
    expect(await code(remove, { key: token, body: { ...body, code: app() } })).toBe("201");
    const mine = appOf(await gateway.send(add, { key: token, body }));
    const confirmed = { key: token, body: { code: mine() } };
    const both = await Promise.all([code(confirm, confirmed), code(confirm, confirmed)]);
    expect(both.toSorted()).toEqual(["201", "409 INVALID_STATE"]);
  });

  it("is guessed by no session that knows the password, which also forgives no guess", async () => {
    const { tenantId } = await gateway.aKey();
    const { id, token } = await aMember(tenantId);
    const { app } = await added(token);
    for (let failures = 0; failures < 5; failures++) {
      // Right passwords: neither may forgive the guesses before.
      const right = { key: token, body: { current: password } };
      expect(await code(add, right)).toBe("401 SECOND_FACTOR_REQUIRED");
      const same = { key: token, body: { current: password, password } };
      expect(await code("PUT /users/me/password", same)).toBe("400 VALIDATION_FAILED");
      const guess = { key: token, body: { current: password, code: "000000" } };
      expect(await code(failures % 2 ? add : remove, guess)).toBe("403 WRONG_PASSWORD");
    }
    const right = { key: token, body: { current: password, code: app() } };
    for (const head of [add, remove]) expect(await code(head, right)).toBe("403 WRONG_PASSWORD");
    await gateway.platform.settle();
    const log = await gateway.send(`GET /audit-logs?entityId=${id}`, { key: token });
    expect(log.text).toContain('"action":"session.refuse"');
    now += stepMs;
    expect(await code(remove, { key: token, body: { ...right.body, code: app() } })).toBe("201");
  });

  it("is removed by password and code, or by an owner, who then ends the user's sessions", async () => {
    const { tenantId } = await gateway.aKey();
    const owner = await aMember(tenantId);
    const member = await aMember(tenantId, ["users:write"]);
    const { app } = await added(member.token);
    const proof = { key: member.token, body: { current: password, code: app() } };
    expect(await code(remove, proof)).toBe("201");
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
    const { id, email, token } = await aMember(tenantId);
    await added(token);
    await call(gateway.platform.as("-"), auth.resetSecondFactor, { email });
    expect(await code("GET /me", { key: token })).toBe("401 UNAUTHENTICATED");
    const again = tokenOf(await logIn(email));
    await gateway.platform.settle();
    const log = await gateway.send(`GET /audit-logs?entityId=${id}&limit=1`, { key: again });
    expect(log.body).toMatchObject([{ action: "user.update", after: { secondFactorAt: null } }]);
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
