/** Attacks on log-ins, each from addresses of its own, and what they must not cost the users. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { audit, auth } from "@slipway/contracts";
import { codeOf } from "./client.ts";
import { type Reply, type TestGateway, testGateway } from "./testing.ts";

const password = "correct horse battery";
const wrong = "a wrong password";
/** The clock of the services, which stands still, so that no wait ends while a test runs. */
const now = Date.now();
const gateways: TestGateway[] = [];
let gateway: TestGateway;
let tenantId: string;
let made = 0;

async function aGateway(name: string, failedLoginsPerMinute: number): Promise<TestGateway> {
  const options = { services: ["auth", "audit"] as const, clock: () => now };
  const limits = { trustedProxies: "loopback", failedLoginsPerMinute };
  const started = await testGateway(`${import.meta.url}#${name}`, options, limits);
  gateways.push(started);
  return started;
}

beforeAll(async () => {
  gateway = await aGateway("unlimited", 0);
  ({ tenantId } = await gateway.aKey());
});
afterAll(() => Promise.all(gateways.map((each) => each.stop())));

async function aUser(at = gateway) {
  const email = `ada${++made}@example.com`;
  const request = at.platform.as(tenantId);
  const { id } = await call(request, auth.createUser, { email, password, scopes: ["*"] });
  return { id, email };
}

interface From {
  /** Where the attempt comes from; an address that nobody else has unless given. */
  ip?: string;
  cookie?: string | undefined;
  at?: TestGateway;
}

const anAddress = (): string => `203.0.113.${++made}`;

function attempt(email: string, given: string, from: From = {}): Promise<Reply> {
  const { ip = anAddress(), cookie, at = gateway } = from;
  return at.send("POST /sessions", {
    body: { email, password: given },
    headers: { "x-forwarded-for": ip, ...(cookie === undefined ? {} : { cookie }) },
  });
}
const logIn = async (email: string, from?: From) => codeOf(await attempt(email, password, from));
const fail = async (email: string, from?: From) => codeOf(await attempt(email, wrong, from));

/** The device cookie that a browser keeps of an answer to a log-in. */
function deviceOf({ headers }: Reply): string | undefined {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
  return cookies.find((cookie) => cookie?.includes("slipway-device="));
}

/** A user, and the cookie of a browser that it has logged in from. */
async function aKnownBrowser(at = gateway) {
  const user = await aUser(at);
  return { ...user, cookie: deviceOf(await attempt(user.email, password, { at })) ?? "" };
}

/** Keeps a connection of each of these addresses guessing until it is ended. */
function keepGuessing(addresses: readonly string[]): () => Promise<void> {
  let isOver = false;
  const loops = addresses.map(async (ip) => {
    // On a busy machine the gateway may close a connection that a guess is sent on: that guess is none.
    while (!isOver) await attempt("nobody@example.com", wrong, { ip }).catch(() => undefined);
  });
  return async () => {
    isOver = true;
    await Promise.all(loops);
  };
}

describe("guesses that never end", () => {
  it("from one address by eight connections keep nobody from logging in from another one", async () => {
    const { email } = await aUser();
    const ip = anAddress();
    const end = keepGuessing(Array.from({ length: 8 }, () => ip));
    const outcomes: string[] = [];
    for (let time = 0; time < 6; time++) outcomes.push(await logIn(email, { ip: "192.0.2.1" }));
    await end();
    expect(outcomes).toEqual(Array.from({ length: 6 }, () => "201"));
  });

  it("from more addresses than may wait keep nobody from logging in on a known device", async () => {
    const { email, cookie } = await aKnownBrowser();
    const end = keepGuessing(Array.from({ length: 48 }, anAddress));
    const outcomes: string[] = [];
    for (let time = 0; time < 4; time++) outcomes.push(await logIn(email, { cookie }));
    await end();
    expect(outcomes).toEqual(Array.from({ length: 4 }, () => "201"));
  });
});

describe("an attacker who knows an e-mail", () => {
  it("keeps its owner out of unknown browsers, and not of one that has logged in before", async () => {
    const { email, cookie } = await aKnownBrowser();
    for (let time = 0; time < 20; time++) await fail(email);
    expect(await logIn(email)).toBe("401 UNAUTHENTICATED");
    expect(await logIn(email, { cookie })).toBe("201");
    // The attacker gets no more guesses for it.
    expect(await logIn(email)).toBe("401 UNAUTHENTICATED");
  });

  it("gains nothing from a device cookie of another account", async () => {
    const { email, cookie } = await aKnownBrowser();
    const from = { cookie: (await aKnownBrowser()).cookie };
    for (let time = 0; time < 6; time++) await fail(email, from);
    expect(await logIn(email, from)).toBe("401 UNAUTHENTICATED");
    expect(await logIn(email, { cookie })).toBe("201");
  });

  it("gets a guess or two from a stolen device cookie, and keeps only that device out", async () => {
    const { email, cookie } = await aKnownBrowser();
    const elsewhere = deviceOf(await attempt(email, password));
    for (let time = 0; time < 7; time++) await fail(email, { cookie });
    expect(await logIn(email, { cookie })).toBe("401 UNAUTHENTICATED");
    expect(await logIn(email, { cookie: elsewhere })).toBe("201");
    expect(await logIn(email)).toBe("201");
  });

  it("is in the audit log from the fifth failure on, with the address", async () => {
    const { id, email, cookie } = await aKnownBrowser();
    for (let time = 0; time < 5; time++) await fail(email, { ip: "198.51.100.7" });
    for (let time = 0; time < 5; time++) await fail(email, { ip: "2001:db8::7", cookie });
    await gateway.platform.settle();
    const { items: entries } = await call(gateway.platform.as(tenantId), audit.listLog, {
      entityId: id,
    });
    const refused = entries
      .filter(({ action }) => action === "session.refuse")
      .toSorted((a, b) => JSON.stringify(b.after).localeCompare(JSON.stringify(a.after)));
    const what = { actorType: "SYSTEM", actorId: null, source: "api/v1", entityType: "session" };
    const after = { userId: id, failures: 5, waitsUntil: expect.stringMatching(/Z$/) };
    const network = "2001:db8:0:0::/64";
    expect(refused).toMatchObject([
      { ...what, before: null, after: { ...after, address: network, isKnownDevice: true } },
      { ...what, before: null, after: { ...after, address: "198.51.100.7", isKnownDevice: false } },
    ]);
  });
});

describe("a device cookie", () => {
  it("is over TLS one that TLS alone can carry, and no other counts", async () => {
    const { email, cookie: plain } = await aKnownBrowser();
    const overTls = (cookie?: string) =>
      gateway.send("POST /sessions", {
        body: { email, password },
        headers: { "x-forwarded-proto": "https", ...(cookie === undefined ? {} : { cookie }) },
      });
    const reply = await overTls();
    const [session, device] = reply.headers.getSetCookie();
    expect(session).toMatch(
      /^__Host-slipway-session=sls_\w+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(device).toMatch(
      /^__Host-slipway-device=[\w.~-]+; Path=\/; Max-Age=31536000; HttpOnly; Secure; SameSite=Strict$/,
    );
    for (let time = 0; time < 6; time++) await fail(email);
    expect(codeOf(await overTls(plain))).toBe("401 UNAUTHENTICATED");
    expect(codeOf(await overTls(deviceOf(reply)))).toBe("201");
  });
});

describe("an address from which too many log-ins have failed", () => {
  let limited: TestGateway;
  beforeAll(async () => {
    limited = await aGateway("limited", 3);
  });

  it("waits, its whole /64 with it, and no other", async () => {
    const { email } = await aUser(limited);
    const from = { ip: "2001:db8:1:2::1", at: limited };
    for (let time = 0; time < 3; time++)
      expect(await fail(`${time}@example.com`, from)).toBe("401 UNAUTHENTICATED");
    for (const ip of ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9"]) {
      const reply = await attempt(email, password, { ip, at: limited });
      expect(codeOf(reply)).toBe("429 RATE_LIMITED");
      expect(Number(reply.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    }
    expect(await logIn(email, { ip: "2001:db8:1:3::1", at: limited })).toBe("201");
  });

  it("counts no log-in that succeeds, and lets a known device in", async () => {
    const { email, cookie } = await aKnownBrowser(limited);
    const from = { ip: "198.51.100.9", at: limited };
    for (let time = 0; time < 5; time++) expect(await logIn(email, from)).toBe("201");
    for (let time = 0; time < 3; time++) await fail("nobody@example.com", from);
    expect(await logIn(email, from)).toBe("429 RATE_LIMITED");
    expect(await logIn(email, { ...from, cookie })).toBe("201");
    expect(await logIn(email, { ...from, cookie: `${cookie.slice(0, -2)}AA` })).toBe(
      "429 RATE_LIMITED",
    );
  });
});
