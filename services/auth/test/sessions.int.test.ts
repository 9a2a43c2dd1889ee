import { beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Request, call, on, serve } from "@slipway/broker";
import { type InputOf, audit, auth, referenceCache } from "@slipway/contracts";
import { testPlatform } from "@slipway/dev/testing";
import { identify, systemRequestOf } from "@slipway/dev/testing-request";
import { until } from "@slipway/dev/testing-until";
import { openDatabase } from "@slipway/store";
import { testDatabase } from "@slipway/store/testing";

const second = 1_000;
const minute = 60_000;
const hour = 60 * minute;
const password = "correct horse battery";
const begun = Date.parse("2027-07-01T08:00:00.000Z");
let now = begun;
const forgotten: string[][] = [];
/** The work that runs while the gateways invalidate: after the write, before the answer. */
let whileForgetting: () => Promise<void> = () => Promise.resolve();
const database = () => opened.connection;

const start = () =>
  testPlatform(import.meta.url, { services: ["auth", "audit"], clock: () => now });

const opened = forThisFile(async () => {
  const { uri, name } = testDatabase(import.meta.url);
  return openDatabase(uri, `${name}-auth`);
});

const platform = forThisFile(() => start());
beforeAll(async () => {
  const invalidate = on(referenceCache.invalidateInGateway, async (_request, { keys }) => {
    await whileForgetting();
    forgotten.push(keys);
    return {};
  });
  serve(platform.broker, "gateway", [invalidate], { isUp: () => true, failureOf: () => "fault" });
  await platform.broker.waitForServices("gateway", 0, 5);
});

const cli = (tenantId = "-") => systemRequestOf(platform.broker, tenantId, "cli");

async function aUser(scopes = ["*"]) {
  const tenantId = `ten_${crypto.randomUUID().slice(0, 30)}`;
  await call(cli(tenantId), auth.createTenant, { name: "Laguna" });
  const email = `${tenantId}@example.com`;
  return call(cli(tenantId), auth.createUser, { email, password, scopes });
}

/** A browser whose device and address are unknown, and which need not wait. */
const unknownBrowser = { address: "192.0.2.1", device: null, waitSeconds: 0 };
type From = Partial<Omit<InputOf<typeof auth.createSession>, "email" | "password">>;
const logIn = (email: string, given = password, from: From = {}) =>
  call(cli(), auth.createSession, { email, password: given, ...unknownBrowser, ...from });
const resolve = async (token: string) => (await identify(platform.broker, token)).caller;
/** "in", or why not. */
const attempt = (email: string, given = password, from: From = {}) =>
  logIn(email, given, from).then(
    () => "in",
    ({ type }: { type: string }) => type,
  );
async function fail(email: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++)
    expect(await attempt(email, "a wrong password")).toBe("UNAUTHENTICATED");
}

async function asSession(token: string): Promise<Request> {
  const caller = await resolve(token);
  if (!caller) throw new Error("the session is over");
  return { ...cli(caller.tenantId), caller: { ...caller, requestId: "test" } };
}

async function auditOf(tenantId: string, entityType: "session" | "user") {
  await platform.settle();
  return (await call(cli(tenantId), audit.listLog, { entityType })).items;
}

describe("a session", () => {
  it("stands for its user, with the user's scopes, for 12 hours at most", async () => {
    const { id: userId, tenantId, email, name, scopes } = await aUser(["bookings:read"]);
    const { token, expiresAt, user } = await logIn(email);
    expect(token).toMatch(/^sls_[0-9A-Za-z]{49}$/);
    expect(expiresAt).toBe(new Date(now + 12 * hour).toISOString());
    expect(user).toEqual({ id: userId, email, name, scopes });
    const resolved = await identify(platform.broker, token);
    expect(resolved).toEqual({
      caller: {
        tenantId,
        actorType: "USER",
        actorId: userId,
        credentialId: expect.stringMatching(/^ses_/),
        scopes: ["bookings:read"],
        source: "api/v1",
        proof: expect.any(String),
      },
      user,
      duty: null,
    });
  });

  it("is begun by the e-mail in whatever case, each time anew", async () => {
    const { email } = await aUser();
    const tokens = [await logIn(email), await logIn(email.toUpperCase())].map((s) => s.token);
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect(await resolve(token)).not.toBeNull();
  });

  it("is stored without its token, and audited without it", async () => {
    const { tenantId, email, id: userId } = await aUser();
    const { token, expiresAt } = await logIn(email);
    const [document] = await database().collection("sessions").find({ tenantId }).toArray();
    expect(JSON.stringify(document)).not.toContain(token.slice(4, 40));
    const [entry, ...more] = await auditOf(tenantId, "session");
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      actorType: "USER",
      actorId: userId,
      source: "api/v1",
      action: "session.create",
      before: null,
      after: { userId, tenantId, expiresAt, createdAt: new Date(now).toISOString() },
    });
    expect(JSON.stringify(entry)).not.toContain("oken");
  });

  it("ends after 30 minutes without a use, and slides with each", async () => {
    const { token } = await logIn((await aUser()).email);
    now += 29 * minute;
    expect(await resolve(token)).not.toBeNull();
    now += 29 * minute;
    expect(await resolve(token)).not.toBeNull();
    now += 30 * minute;
    expect(await resolve(token)).toBeNull();
  });

  it("has a use stored once a minute and no more", async () => {
    const { tenantId, email } = await aUser();
    const { token } = await logIn(email);
    const seenAt = async () =>
      (await database().collection("sessions").findOne({ tenantId }))?.["seenAt"] as Date;
    const first = await seenAt();
    now += 59 * second;
    await resolve(token);
    expect(await seenAt()).toEqual(first);
    now += second;
    await resolve(token);
    expect(await seenAt()).toEqual(new Date(now));
    expect(await auditOf(tenantId, "session")).toHaveLength(1);
  });

  it("is over from the answer of its deletion on, and every gateway was notified before", async () => {
    const { tenantId, email } = await aUser();
    const { token } = await logIn(email);
    const other = await logIn(email);
    const request = await asSession(token);
    const id = request.caller.credentialId;
    let whileTold: unknown = "not asked";
    whileForgetting = async () => {
      whileTold = await resolve(token);
    };
    expect(await call(request, auth.deleteCurrentSession, {})).toEqual({ deleted: true });
    whileForgetting = () => Promise.resolve();
    expect(whileTold).toBeNull();
    expect(forgotten).toContainEqual([id]);
    expect(await resolve(token)).toBeNull();
    expect(await resolve(other.token)).not.toBeNull();
    await expect(call(request, auth.deleteCurrentSession, {})).rejects.toMatchObject({
      type: "UNAUTHENTICATED",
    });
    const deletions = (await auditOf(tenantId, "session")).filter(
      ({ action }) => action === "session.delete",
    );
    expect(deletions).toMatchObject([{ entityId: id, actorType: "USER", after: null }]);
  });
});

describe("a log-in", () => {
  it("takes as long for an unknown e-mail as for a known one", async () => {
    const { email } = await aUser();
    const medians = async () => {
      const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
      for (let round = 0; round < 12; round++)
        for (const which of ["known", "unknown"] as const) {
          // Past any wait, so that each attempt is counted.
          now += hour;
          // Processor time: a busy machine makes the wait for an answer as long as it likes.
          const from = process.cpuUsage();
          await attempt(which === "known" ? email : "unknown@example.com", "a wrong password");
          const { user, system } = process.cpuUsage(from);
          times[which].push(user + system);
        }
      const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length / 2] ?? 0;
      return [median(times.known), median(times.unknown)] as const;
    };
    // Without a test of the password one of them would never come near the other.
    const isAlike = await until(async () => {
      const [known, unknown] = await medians();
      return Math.abs(known - unknown) < 0.5 * Math.max(known, unknown);
    });
    expect(isAlike).toBe(true);
  });

  it("waits a second after five failures, then twice as long each time, even with the right password", async () => {
    const { email } = await aUser();
    await fail(email, 5);
    expect(await attempt(email)).toBe("UNAUTHENTICATED");
    now += second - 1;
    expect(await attempt(email)).toBe("UNAUTHENTICATED");
    now += 1;
    await fail(email, 1);
    now += 2 * second - 1;
    // An attempt during a wait neither counts nor prolongs the wait.
    await fail(email, 3);
    now += 1;
    expect(await attempt(email)).toBe("in");
    await fail(email, 4);
    expect(await attempt(email)).toBe("in");
  });

  it("waits on after a restart", async () => {
    const { email } = await aUser();
    await fail(email, 5);
    now += second - 1;
    const another = await startAnother();
    try {
      const request = systemRequestOf(another.broker, "-");
      const input = { email, password, ...unknownBrowser };
      await expect(call(request, auth.createSession, input)).rejects.toMatchObject({
        type: "UNAUTHENTICATED",
      });
      now += 1;
      expect(await call(request, auth.createSession, input)).toHaveProperty("token");
    } finally {
      await another.stop();
    }
  });

  it("gains nothing from guessing at once on several replicas", async () => {
    const { email, id } = await aUser();
    const another = await startAnother();
    try {
      for (let round = 0; round < 4; round++)
        await Promise.allSettled(
          [platform, platform, another, another].map(({ broker }) =>
            call(systemRequestOf(broker, "-"), auth.createSession, {
              email,
              password: "wrong guess",
              ...unknownBrowser,
            }),
          ),
        );
    } finally {
      await another.stop();
    }
    const kept = await database()
      .collection<{ _id: string; count: number }>("login_failures")
      .findOne({ _id: id });
    expect(kept?.count).toBe(5);
    expect(await attempt(email)).toBe("UNAUTHENTICATED");
  });

  it("is refused as overload where 32 wait, and only the address that made so many wait", async () => {
    const { email } = await aUser();
    const others = [1, 2, 3].map((last) => `198.51.100.${last}`);
    const attempts = Array.from({ length: 60 }, () => attempt(email));
    const few = others.map((address) => attempt(email, password, { address }));
    expect(await Promise.all(few)).toEqual(["in", "in", "in"]);
    const outcomes = Map.groupBy(await Promise.all(attempts), (outcome) => outcome);
    expect([...outcomes.keys()].toSorted()).toEqual(["OVERLOADED", "in"]);
    expect(outcomes.get("in")?.length).toBeGreaterThanOrEqual(32 - others.length);
    expect(await attempt(email)).toBe("in");
  });
});

/** A second replica on the same databases. */
const startAnother = () =>
  testPlatform(import.meta.url, { services: ["auth"], nodeId: "other", clock: () => now });

it("a session that a user ends among others is forgotten again by the repeat that is refused", async () => {
  const { email } = await aUser();
  const request = await asSession((await logIn(email)).token);
  const lost = await asSession((await logIn(email)).token);
  const id = lost.caller.credentialId ?? "";
  await call(request, auth.deleteOwnSession, { id });
  // The process that ended it may have crashed before it told the gateways.
  forgotten.length = 0;
  await expect(call(request, auth.deleteOwnSession, { id })).rejects.toMatchObject({
    type: "NOT_FOUND",
  });
  expect(forgotten).toEqual([[id]]);
});

describe("the operator", () => {
  it("disables a user: its sessions are over at once, on every gateway, and none begins", async () => {
    const { id, tenantId, email } = await aUser();
    const sessions = [await logIn(email), await logIn(email)];
    let whileTold: unknown = "not asked";
    whileForgetting = async () => {
      whileTold = await Promise.all(sessions.map(({ token }) => resolve(token)));
    };
    const disabled = await call(cli(), auth.disableUser, { email });
    whileForgetting = () => Promise.resolve();
    expect(disabled).toMatchObject({ id, disabledAt: new Date(now).toISOString() });
    expect(whileTold).toEqual([null, null]);
    expect(forgotten).toContainEqual([id]);
    expect(await attempt(email)).toBe("UNAUTHENTICATED");
    const entries = await auditOf(tenantId, "session");
    expect(entries.filter(({ action }) => action === "session.delete")).toHaveLength(2);
  });

  it("enables a user again: old sessions stay over, new ones begin", async () => {
    const { email } = await aUser();
    const { token } = await logIn(email);
    await call(cli(), auth.disableUser, { email });
    await fail(email, 6);
    expect(await call(cli(), auth.enableUser, { email })).toMatchObject({ disabledAt: null });
    expect(await resolve(token)).toBeNull();
    expect(await attempt(email)).toBe("in");
  });

  it("sets a password: sessions are over, and only the new one begins another", async () => {
    const { email } = await aUser();
    const { token } = await logIn(email);
    now += second;
    const next = "quite another password";
    expect(await call(cli(), auth.setUserPassword, { email, password: next })).toMatchObject({
      passwordChangedAt: new Date(now).toISOString(),
    });
    expect(await resolve(token)).toBeNull();
    expect(await attempt(email)).toBe("UNAUTHENTICATED");
    expect(await attempt(email, next)).toBe("in");
  });

  it("ends a session, too, that a log-in begins afterwards with the password of before", async () => {
    const { id, email } = await aUser();
    const { token } = await logIn(email);
    const sessions = database().collection("sessions");
    const late = await sessions.findOne({ userId: id });
    await call(cli(), auth.setUserPassword, { email, password: "quite another password" });
    await sessions.replaceOne({ _id: late!._id }, late!, { upsert: true });
    expect(await resolve(token)).toBeNull();
  });

  it("leaves one entry per change, without a secret, and none where nothing changes", async () => {
    const { email, tenantId } = await aUser();
    for (const change of [auth.disableUser, auth.disableUser, auth.enableUser, auth.enableUser])
      await call(cli(), change, { email });
    await call(cli(), auth.setUserPassword, { email, password: "quite another password" });
    const entries = await auditOf(tenantId, "user");
    const updates = entries.filter(({ action }) => action === "user.update");
    expect(updates).toHaveLength(3);
    for (const entry of updates)
      expect(entry).toMatchObject({ actorType: "SYSTEM", actorId: null, source: "cli" });
    expect(JSON.stringify(entries)).not.toMatch(/argon2|passwordHash|another password/);
  });

  it("refuses an e-mail that is no user's", async () => {
    for (const change of [auth.disableUser, auth.enableUser])
      await expect(call(cli(), change, { email: "no@example.com" })).rejects.toMatchObject({
        type: "NOT_FOUND",
      });
  });
});
