/** Log-ins by OpenID Connect, against a provider of the test: who becomes a user, with which scopes, and what is refused. */
import { beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { auth } from "@slipway/contracts";
import { identify } from "@slipway/dev/testing-request";
import { freePort } from "@slipway/dev/free-port";
import { startIdentityProvider } from "@slipway/dev/testing-identity-provider";
import { type TestPlatform, testPlatform } from "@slipway/dev/testing";
import { codeOf } from "./client.ts";
import { type Reply, testGateway } from "./testing.ts";

const publicUrl = "http://book.laguna.example";
const password = "correct horse battery";
const tenantId = "ten_sso";
const otherTenantId = "ten_sso_other";
const fullTenantId = "ten_sso_full";
const laterTenantId = "ten_sso_later";
const usersMax = 20;
let made = 0;

const provider = forThisFile(async () => {
  const ids = ["laguna", "invited", "away", "full", "later"];
  return startIdentityProvider(ids.map((id) => `${publicUrl}/log-in/${id}/callback`));
});

const gateway = forThisFile(async () => {
  const { issuer, clientId, clientSecret } = provider;
  const shared = { tenantId, issuer, clientId, clientSecret };
  const scopes = { sellers: ["bookings:*"], owners: ["*"] };
  const providers = [
    { ...shared, id: "laguna", name: "Laguna", domains: ["laguna.example"], scopes },
    {
      ...shared,
      id: "full",
      name: "Full",
      tenantId: fullTenantId,
      domains: ["full.example"],
      scopes,
    },
    {
      ...shared,
      id: "later",
      name: "Later",
      tenantId: laterTenantId,
      domains: ["later.example"],
      scopes,
    },
    { ...shared, id: "invited", name: "Guests", issuer },
    { ...shared, id: "away", name: "Away", issuer: `http://127.0.0.1:${await freePort()}` },
  ];
  return testGateway(
    import.meta.url,
    {
      services: ["auth", "audit"],
      settings: { OIDC_PROVIDERS: JSON.stringify(providers), QUOTA_USERS: String(usersMax) },
    },
    { publicUrl },
  );
});
beforeAll(async () => {
  for (const id of [tenantId, otherTenantId, fullTenantId])
    await call(gateway.platform.as(id), auth.createTenant, { name: "Laguna Viva" });
});

/** A browser's cookies, by host. */
type Jar = Map<string, Map<string, string>>;

/** As a browser asks for what a person sees. */
const aPage = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

/** Follows redirects as a browser does, with the gateway at its public address; ends at the console. */
async function browse(address: string, jar: Jar = new Map(), sent: Record<string, string> = aPage) {
  for (let hops = 0, at = new URL(address, publicUrl); hops < 12; hops++) {
    const { origin, pathname, search } = at;
    if (pathname === "/console") return { at: pathname + search, jar };
    const cookies = [...(jar.get(origin) ?? [])].map((pair) => pair.join("=")).join("; ");
    const asked = (origin === publicUrl ? gateway.url : origin) + pathname + search;
    const answer = await fetch(asked, {
      redirect: "manual",
      headers: { ...sent, cookie: cookies },
    });
    await answer.arrayBuffer();
    keepCookies(jar, origin, answer);
    const location = answer.headers.get("location");
    if (location === null) return { at: pathname, status: answer.status, jar };
    at = new URL(location, at);
  }
  throw new Error("too many redirects");
}

function keepCookies(jar: Jar, origin: string, { headers }: Response): void {
  const own = jar.get(origin) ?? new Map<string, string>();
  jar.set(origin, own);
  for (const text of headers.getSetCookie()) {
    const [name = "", value = ""] = text.split(";", 1)[0]?.split(/=(.*)/s) ?? [];
    if (value === "") own.delete(name);
    else own.set(name, value);
  }
}

const sessionOf = (jar: Jar): string | undefined => jar.get(publicUrl)?.get("slipway-session");

interface Given {
  readonly by?: string;
  readonly sub?: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly groups?: readonly string[];
}

/** Logs a person in; resolves with what the session may do, or with where the browser has ended without one. */
async function logIn({ by = "laguna", ...person }: Given) {
  provider.next = { sub: `person${++made}`, email_verified: true, ...person };
  const { at, jar } = await browse(`/log-in/${by}`);
  const token = sessionOf(jar);
  if (token === undefined) return at;
  const { caller, user } = await identify(gateway.platform.broker, token);
  return { scopes: caller?.scopes, tenantId: caller?.tenantId, id: user?.id, email: user?.email };
}

const refused = "/console?failed=provider";
const anEmail = (domain: string): string => `ada${++made}@${domain}`;

async function aUser(email: string, given: { scopes?: string[]; tenant?: string } = {}) {
  const { scopes = ["bookings:read"], tenant = tenantId } = given;
  return call(gateway.platform.as(tenant), auth.createUser, { email, password, scopes });
}

describe("a person of the tenant's domain", () => {
  it("becomes a user, with the scopes of the groups, and is the same one the next time", async () => {
    // Or the person could not lose what the groups give.
    const owner = await aUser(anEmail("laguna.example"), { scopes: ["*"] });
    const email = anEmail("Laguna.example");
    const person = { sub: "ada", email, name: "Ada", groups: ["sellers", "unknown"] };
    const first = await logIn(person);
    expect(first).toMatchObject({ tenantId, email, scopes: ["bookings:*"] });
    const promoted = await logIn({ ...person, groups: ["owners"] });
    expect(promoted).toEqual({ ...(first as object), scopes: ["*"] });
    // Known by the provider's own id, whatever becomes of the e-mail.
    const renamed = await logIn({ ...person, email: anEmail("else.example") });
    expect(renamed).toEqual(first);
    await call(gateway.platform.as("-"), auth.disableUser, { email: owner.email });
  });

  it("gets the page of all refusals where the tenant has as many users as it may", async () => {
    for (let users = 0; users < usersMax; users++)
      await aUser(anEmail("full.example"), { tenant: fullTenantId });
    const person = { by: "full", groups: ["sellers"], email: anEmail("full.example") };
    expect(await logIn(person)).toBe(refused);
  });

  it("becomes no user of a tenant that is not there yet, or was deleted", async () => {
    const logInLater = () =>
      logIn({ by: "later", groups: ["sellers"], email: anEmail("later.example") });
    const tenant = { name: "Later" };
    const as = gateway.platform.as(laterTenantId);
    expect(await logInLater()).toBe(refused);
    await call(as, auth.createTenant, tenant);
    expect(await logInLater()).toMatchObject({ tenantId: laterTenantId });
    await call(as, auth.deleteTenant, tenant);
    expect(await logInLater()).toBe(refused);
  });

  it("is logged out where the operator takes the provider out of the settings", async () => {
    const email = anEmail("laguna.example");
    provider.next = { sub: email, email, email_verified: true, groups: ["sellers"] };
    const token = sessionOf((await browse("/log-in/laguna")).jar) ?? "";
    const own = await aUser(anEmail("laguna.example"));
    const later = await testPlatform(import.meta.url, { services: ["auth"], nodeId: "later" });
    try {
      const callerBy = async (platform: TestPlatform, shown: string) =>
        (await identify(platform.broker, shown)).caller;
      expect(await callerBy(gateway.platform, token)).toMatchObject({ tenantId });
      expect(await callerBy(later, token)).toBeNull();
      const attempt = { email: own.email, password, address: "-", device: null, waitSeconds: 0 };
      const session = await call(later.as("-"), auth.createSession, attempt);
      expect(await callerBy(later, session.token)).toMatchObject({ tenantId });
    } finally {
      await later.stop();
    }
  });

  it.each([
    ["is in no group of the map", { groups: ["unknown"] }],
    ["has no verified e-mail", { groups: ["sellers"], email_verified: false }],
    ["is of another domain", { groups: ["sellers"], email: "eve@evil-laguna.example" }],
  ])("is refused who %s", async (_why, given) => {
    expect(await logIn({ email: anEmail("laguna.example"), ...given })).toBe(refused);
  });
});

describe("a person who is a user already", () => {
  it("is let in with the scopes of the invitation, where the provider has no map", async () => {
    const { id, email } = await aUser(anEmail("guests.example"));
    expect(await logIn({ by: "invited", email })).toMatchObject({ id, scopes: ["bookings:read"] });
    expect(await logIn({ by: "invited", email: anEmail("guests.example") })).toBe(refused);
  });

  it("is refused as another tenant's, as disabled, and as another person with the same e-mail", async () => {
    const other = await aUser(anEmail("laguna.example"), { tenant: otherTenantId });
    expect(await logIn({ email: other.email, groups: ["owners"] })).toBe(refused);
    const { email } = await aUser(anEmail("laguna.example"));
    await logIn({ sub: "first", email, groups: ["sellers"] });
    expect(await logIn({ sub: "second", email, groups: ["sellers"] })).toBe(refused);
    await call(gateway.platform.as("-"), auth.disableUser, { email });
    expect(await logIn({ sub: "first", email, groups: ["sellers"] })).toBe(refused);
  });

  it("is refused as the tenant's last owner whose groups would take that away", async () => {
    const { email } = await aUser(anEmail("laguna.example"), { scopes: ["*"] });
    const owner = { sub: email, email };
    expect(await logIn({ ...owner, groups: ["sellers"] })).toBe(refused);
    expect(await logIn({ ...owner, groups: ["owners"] })).toMatchObject({ scopes: ["*"] });
    // One without a password is an owner, too: the other may go, and then this one is the last.
    const second = { sub: "second owner", email: anEmail("laguna.example") };
    expect(await logIn({ ...second, groups: ["owners"] })).toMatchObject({ scopes: ["*"] });
    expect(await logIn({ ...owner, groups: ["sellers"] })).toMatchObject({
      scopes: ["bookings:*"],
    });
    expect(await logIn({ ...second, groups: ["sellers"] })).toBe(refused);
  });

  it("needs neither another password nor a second factor of ours", async () => {
    const email = anEmail("laguna.example");
    const asked = { email, password, scopes: ["bookings:read"], mustChangePassword: true };
    await call(gateway.platform.as(tenantId), auth.createUser, asked);
    expect(await logIn({ email, groups: ["sellers"] })).toMatchObject({ scopes: ["bookings:*"] });
  });
});

describe("a user whom the provider knows", () => {
  const byPassword = (email: string) =>
    gateway.send("POST /sessions", { body: { email, password } });
  const setUp = async ({ body }: Reply) => {
    const { setupToken } = body as { setupToken: string };
    return (await gateway.send("POST /users/setup", { body: { setupToken, password } })).status;
  };
  const anInviter = async () => {
    const { email } = await aUser(anEmail("laguna.example"), { scopes: ["*"] });
    const { token } = (await byPassword(email)).body as { token: string };
    return (invited: string, scopes = ["bookings:read"]) =>
      gateway.send("POST /users", { key: token, body: { email: invited, name: "Ada", scopes } });
  };

  it("gets no password by an invitation, whether it comes before the log-in or after it", async () => {
    const invite = await anInviter();
    const email = anEmail("laguna.example");
    const before = await invite(email);
    expect(before.status).toBe(201);
    expect(await logIn({ email, groups: ["sellers"] })).toMatchObject({ email });
    expect(await setUp(before)).toBe(401);
    expect(codeOf(await invite(email))).toBe("409 REFERENCE_TAKEN");
    expect(codeOf(await byPassword(email))).toBe("401 UNAUTHENTICATED");
  });

  it("keeps a password that an inviter may know while its groups give no more than the inviter did", async () => {
    const invite = await anInviter();
    const email = anEmail("laguna.example");
    expect(await setUp(await invite(email, ["bookings:*", "audit:read"]))).toBe(200);
    const { token } = (await byPassword(email)).body as { token: string };
    const open = async () => (await gateway.send("GET /users/me/sessions", { key: token })).status;
    await logIn({ sub: email, email, groups: ["sellers"] });
    expect([(await byPassword(email)).status, await open()]).toEqual([201, 200]);
    expect(await logIn({ sub: email, email, groups: ["owners"] })).toMatchObject({ scopes: ["*"] });
    expect([(await byPassword(email)).status, await open()]).toEqual([401, 401]);
  });
});

describe("the way back from the provider", () => {
  it("is good for the browser that has begun, and once", async () => {
    provider.next = { sub: "ada", email: anEmail("laguna.example"), groups: ["sellers"] };
    const callback = await callbackOf("laguna");
    expect((await browse(callback.address)).at).toBe(refused);
    const other = await callbackOf("laguna");
    expect((await browse(callback.address, other.jar)).at).toBe(refused);
    const again = await callbackOf("laguna");
    const copy: Jar = new Map([...again.jar].map(([host, own]) => [host, new Map(own)]));
    expect((await browse(again.address, again.jar)).at).toBe("/console");
    expect((await browse(again.address, copy)).at).toBe(refused);
  });

  it("is not that of another provider", async () => {
    const { address, jar } = await callbackOf("laguna");
    expect((await browse(address.replace("/laguna/", "/invited/"), jar)).at).toBe(refused);
  });
});

/** The address to which the provider sends the browser back, before that goes there. */
async function callbackOf(by: string): Promise<{ address: string; jar: Jar }> {
  const jar: Jar = new Map();
  let at = new URL(`/log-in/${by}`, publicUrl);
  while (!at.pathname.endsWith("/callback")) {
    const cookies = [...(jar.get(at.origin) ?? [])].map((pair) => pair.join("=")).join("; ");
    const asked = at.href.replace(publicUrl, gateway.url);
    const answer = await fetch(asked, { redirect: "manual", headers: { cookie: cookies } });
    await answer.arrayBuffer();
    keepCookies(jar, at.origin, answer);
    at = new URL(answer.headers.get("location") ?? "", at);
  }
  return { address: at.href, jar };
}

describe("providers", () => {
  it("are listed by name alone, for the page of the log-in", async () => {
    const answer = await fetch(`${gateway.url}/log-in/providers`);
    expect(await answer.json()).toEqual([
      { id: "laguna", name: "Laguna" },
      { id: "full", name: "Full" },
      { id: "later", name: "Later" },
      { id: "invited", name: "Guests" },
      { id: "away", name: "Away" },
    ]);
  });

  it("that are unknown or away are answered so to a program", async () => {
    const asProgram = (path: string) => browse(path, new Map(), { accept: "*/*" });
    expect(await asProgram("/log-in/unknown")).toMatchObject({ status: 404 });
    expect(await asProgram("/log-in/away")).toMatchObject({ status: 503 });
  });

  it("that are unknown or away lead a person back to the log-in, and the log says why", async () => {
    expect((await browse("/log-in/unknown")).at).toBe("/console?failed=unknown");
    expect((await browse("/log-in/away")).at).toBe("/console?failed=away");
    const line = { route: "/log-in/{provider}", status: 303, code: "SERVICE_UNAVAILABLE" };
    expect(gateway.lines).toContainEqual(expect.objectContaining(line));
  });

  it("leave the way of a log-in in the log, and none of its secrets", async () => {
    const text = JSON.stringify(gateway.lines);
    expect(text).toContain("/log-in/{provider}/callback");
    expect(text).not.toMatch(/code=|state=|code_challenge/);
  });
});
