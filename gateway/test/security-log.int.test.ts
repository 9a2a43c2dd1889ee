/** Which clients the log identifies after an attack, and what the log must not keep. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { auth, keyText } from "@slipway/contracts";
import { type Reply, type TestGateway, testGateway } from "./testing.ts";

type Line = Record<string, unknown>;

const password = "correct horse battery";
const ip = "2001:db8:1:2::7";
const network = "2001:db8:1:2::/64";
const guessed = keyText("guessedKey00", "0".repeat(43));
const gateways: TestGateway[] = [];
afterAll(() => Promise.all(gateways.map((each) => each.stop())));

/** A gateway with a tenant, its key and its user, and what services have logged. */
async function aPlace(name: string, more: { addressHashKey?: string } = {}) {
  const services: Line[] = [];
  const gateway = await testGateway(
    `${import.meta.url}#${name}`,
    {
      services: ["auth"],
      log: (level, line, fields) =>
        void services.push({ level, line, ...(typeof fields === "function" ? fields() : fields) }),
    },
    { trustedProxies: "loopback", requestsPerSecond: 1, failedLookupsPerMinute: 1, ...more },
  );
  gateways.push(gateway);
  const { tenantId, id: keyId, key } = await gateway.aKey(["catalog:read"]);
  const request = gateway.platform.as(tenantId);
  const email = `ada-${name}@example.com`;
  const user = await call(request, auth.createUser, { email, password, scopes: ["*"] });
  const send = (head: string, sent: Parameters<TestGateway["send"]>[1] = {}) =>
    gateway.send(head, { ...sent, headers: { "x-forwarded-for": ip, ...sent.headers } });
  const logIn = (as: string, given: string, cookie = "") =>
    send("POST /sessions", { body: { email: as, password: given }, headers: { cookie } });
  return { gateway, services, send, logIn, email, key, keyId, tenantId, userId: user.id };
}

/** The line of an answered request. */
const lineOf = (gateway: TestGateway, { headers }: Reply): Line | undefined =>
  gateway.lines.find(({ requestId }) => requestId === headers.get("x-request-id"));

describe("the log", () => {
  let place: Awaited<ReturnType<typeof aPlace>>;
  beforeAll(async () => {
    place = await aPlace("plain");
  });

  it("says from where a key was guessed, and which", async () => {
    const { gateway, send } = place;
    const unknown = await send("GET /api-keys", { key: guessed });
    const again = await send("GET /api-keys", { key: keyText("guessedKey01", "0".repeat(43)) });
    const none = await send("GET /api-keys");
    expect(lineOf(gateway, unknown)).toMatchObject({
      status: 401,
      code: "UNAUTHENTICATED",
      address: network,
      keyId: "guessedKey00",
    });
    expect(lineOf(gateway, again)).toMatchObject({
      status: 429,
      code: "RATE_LIMITED",
      address: network,
      keyId: "guessedKey01",
    });
    expect(lineOf(gateway, none)).toMatchObject({ status: 401, address: network });
    expect(lineOf(gateway, none)).not.toHaveProperty("keyId");
  });

  it("says from where a known credential was refused, and whose it is", async () => {
    const { gateway, send, key, keyId, tenantId } = place;
    const forbidden = await send("GET /api-keys", { key });
    expect(lineOf(gateway, forbidden)).toMatchObject({
      code: "INSUFFICIENT_SCOPE",
      address: network,
      tenantId,
      actorType: "API_KEY",
      actorId: keyId,
    });
    const replies = await Promise.all(Array.from({ length: 8 }, () => send("GET /me", { key })));
    const limited = replies.find(({ status }) => status === 429);
    expect(limited && lineOf(gateway, limited)).toMatchObject({
      code: "RATE_LIMITED",
      address: network,
      actorId: keyId,
    });
  });

  it("says who has logged in or tried to, from where, and how that ended", async () => {
    const { services, logIn, email, tenantId, userId } = place;
    const accepted = await logIn(email, password);
    const cookie = accepted.headers.getSetCookie().join("; ");
    const [refused, known, nobody] = [
      await logIn(email, "a wrong password"),
      await logIn(email, password, cookie),
      await logIn("nobody@example.com", password),
    ];
    const eventOf = ({ headers }: Reply) =>
      services.find(({ requestId }) => requestId === headers.get("x-request-id"));
    const event = { level: "info", line: "log-in", address: network };
    const hers = { ...event, account: userId, tenantId };
    expect(eventOf(accepted)).toMatchObject({ ...hers, outcome: "ACCEPTED", isKnownDevice: false });
    expect(eventOf(refused)).toMatchObject({ ...hers, outcome: "UNAUTHENTICATED" });
    expect(eventOf(known)).toMatchObject({ ...hers, outcome: "ACCEPTED", isKnownDevice: true });
    expect(eventOf(nobody)).toMatchObject({ ...event, outcome: "UNAUTHENTICATED" });
    expect(eventOf(nobody)).toMatchObject({ account: expect.stringMatching(/^nobody_\d+$/) });
  });

  it("keeps no address of what is served, and nothing that is secret or a person's", async () => {
    const { gateway, services, send, logIn, email, key } = place;
    const accepted = await logIn(email, password);
    const cookies = accepted.headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    await send("GET /suppliers", { key, headers: { cookie: cookies.join("; ") } });
    expect(lineOf(gateway, accepted)).not.toHaveProperty("address");
    const text = JSON.stringify([...gateway.lines, ...services]);
    const { token } = accepted.body as { token: string };
    const device = /slipway-device=([^;]+)/.exec(cookies.join(" "))?.[1] ?? "none";
    for (const secret of [password, token, token.slice(8, 30), device, device.slice(12, 40)])
      expect(text).not.toContain(secret);
    for (const whole of [key, guessed, key.slice(17, 40)]) expect(text).not.toContain(whole);
    expect(text).not.toContain(email);
  });
});

describe("the log where addresses are hashed", () => {
  it("distinguishes one address from another and names none", async () => {
    const { gateway, services, send, logIn, email } = await aPlace("hashed", {
      addressHashKey: "a key of the tests, of 32 characters or more",
    });
    const name = /^adr_[\w-]{16}$/;
    const refused = await send("GET /me");
    const elsewhere = await send("GET /me", { headers: { "x-forwarded-for": "203.0.113.7" } });
    const address = lineOf(gateway, refused)?.["address"];
    expect(address).toEqual(expect.stringMatching(name));
    expect(lineOf(gateway, elsewhere)?.["address"]).not.toBe(address);
    await logIn(email, "a wrong password");
    expect(services.filter(({ line }) => line === "log-in")).toMatchObject([{ address }]);
    expect(JSON.stringify([...gateway.lines, ...services])).not.toMatch(/2001:db8|203\.0\.113/);
  });
});
