/** Users who are invited and changed by sessions; the operator's commands are in `sessions.int.test.ts`. */
import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Request, call } from "@slipway/broker";
import { audit, auth } from "@slipway/contracts";
import { testPlatform } from "@slipway/dev/testing";
import { identify, systemRequestOf } from "@slipway/dev/testing-request";
import { openDatabase } from "@slipway/store";
import { testDatabase } from "@slipway/store/testing";

const password = "correct horse battery";
const second = 1_000;
const day = 86_400 * second;
const address = "192.0.2.1";

let now = Date.parse("2027-07-01T08:00:00.000Z");

const opened = forThisFile(async () => {
  const { uri, name } = testDatabase(import.meta.url);
  return openDatabase(uri, `${name}-auth`);
});

const platform = forThisFile(() => start("one"));

const start = (nodeId: string) =>
  testPlatform(import.meta.url, {
    services: ["auth", "audit"],
    nodeId,
    clock: () => now,
    settings: { QUOTA_USERS: "4" },
  });
/** With a second replica on the same database. */
async function onTwo(run: (brokers: readonly Request["via"][]) => Promise<void>): Promise<void> {
  const another = await start("other");
  try {
    await run([platform.broker, another.broker]);
    // This replica also delivers its changes: no other process would for a while.
    await another.settle();
  } finally {
    await another.stop();
  }
}

const cli = (tenantId = "-") => systemRequestOf(platform.broker, tenantId, "cli");
const viaOf = (brokers: readonly Request["via"][], index: number): Request["via"] =>
  brokers[index] ?? platform.broker;
let made = 0;

async function aTenant(): Promise<string> {
  const tenantId = `ten_users${++made}`;
  await call(cli(tenantId), auth.createTenant, { name: "Laguna" });
  return tenantId;
}

interface Member {
  readonly id: string;
  readonly email: string;
  /** As the user's session. */
  readonly request: Request;
}

/** A user with a password and a session of theirs. */
async function aMember(tenantId: string, scopes = ["*"]): Promise<Member> {
  const email = `member${++made}@example.com`;
  const { id } = await call(cli(tenantId), auth.createUser, { email, password, scopes });
  return { id, email, request: await logIn(email) };
}

async function logIn(email: string, given = password): Promise<Request> {
  const from = { address, device: null, waitSeconds: 0 };
  const { token } = await call(cli(), auth.createSession, { email, password: given, ...from });
  const { caller } = await identify(platform.broker, token);
  if (!caller) throw new Error("the session is over");
  return { ...cli(caller.tenantId), caller: { ...caller, requestId: "test" } };
}

const isOver = async ({ request }: Member): Promise<boolean> => {
  const sessions = await call(request, auth.listOwnSessions, {});
  return !sessions.some(({ current }) => current);
};
/** "ok", or why not. */
const outcome = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => "ok",
    ({ type }: { type: string }) => type,
  );
const anEmail = (): string => `invited${++made}@example.com`;
const invite = (by: Request, email = anEmail(), scopes = ["bookings:read"]) =>
  call(by, auth.inviteUser, { email, name: "Marco", scopes });
const setUp = (setupToken: string, given = password) =>
  call(cli(), auth.setUpUser, { setupToken, password: given, address });

async function auditOf(tenantId: string, entityType: "session" | "user") {
  await platform.settle();
  return (await call(cli(tenantId), audit.listLog, { entityType })).items;
}

describe("an invited user", () => {
  it("sets a password by the token, once, and logs in with the scopes of the invitation", async () => {
    const owner = await aMember(await aTenant());
    const { setupToken, ...invited } = await invite(owner.request, "Marco@example.com");
    expect(setupToken).toMatch(/^slu_[0-9A-Za-z]{49}$/);
    expect(invited).toMatchObject({
      email: "Marco@example.com",
      passwordChangedAt: null,
      setupExpiresAt: new Date(now + day).toISOString(),
    });
    expect(await outcome(logIn(invited.email))).toBe("UNAUTHENTICATED");
    expect(await setUp(setupToken)).toMatchObject({
      id: invited.id,
      passwordChangedAt: new Date(now).toISOString(),
      setupExpiresAt: null,
    });
    expect((await logIn("marco@example.com")).caller.scopes).toEqual(["bookings:read"]);
    expect(await outcome(setUp(setupToken, "quite another password"))).toBe("UNAUTHENTICATED");
  });

  it("sets one password where the token is used twice at once, on two replicas", async () => {
    const owner = await aMember(await aTenant());
    const { setupToken, email } = await invite(owner.request);
    const passwords = ["the first password", "the second password"];
    await onTwo(async (brokers) => {
      const outcomes = await Promise.all(
        passwords.map((given, index) => {
          const input = { setupToken, password: given, address };
          return outcome(call({ ...cli(), via: viaOf(brokers, index) }, auth.setUpUser, input));
        }),
      );
      expect(outcomes.toSorted()).toEqual(["UNAUTHENTICATED", "ok"]);
      const good = passwords[outcomes.indexOf("ok")] ?? "";
      expect(await outcome(logIn(email, good))).toBe("ok");
    });
  });

  it("is refused by a token that is over, unknown, or of a user who was disabled", async () => {
    const owner = await aMember(await aTenant());
    const late = await invite(owner.request);
    now += day - 1;
    const inTime = await invite(owner.request);
    now += 1;
    expect(await outcome(setUp(late.setupToken))).toBe("UNAUTHENTICATED");
    expect(await outcome(setUp(`${late.setupToken.slice(0, -1)}_`))).toBe("UNAUTHENTICATED");
    await call(await logIn(owner.email), auth.updateUser, { id: inTime.id, disabled: true });
    await call(await logIn(owner.email), auth.updateUser, { id: inTime.id, disabled: false });
    expect(await outcome(setUp(inTime.setupToken))).toBe("UNAUTHENTICATED");
  });

  it("is invited again until a password is set: the newest token, name and scopes count", async () => {
    const tenantId = await aTenant();
    const owner = await aMember(tenantId);
    const first = await invite(owner.request);
    const again = await invite(owner.request, first.email.toUpperCase(), ["audit:read"]);
    expect(again).toMatchObject({ id: first.id, scopes: ["audit:read"] });
    expect(await outcome(setUp(first.setupToken))).toBe("UNAUTHENTICATED");
    await setUp(again.setupToken);
    expect(await outcome(invite(owner.request, first.email))).toBe("REFERENCE_TAKEN");
    const stranger = await aMember(await aTenant());
    expect(await outcome(invite(stranger.request, first.email))).toBe("REFERENCE_TAKEN");
  });

  it("is stored without the token, and audited without it, in the name of who changed what", async () => {
    const tenantId = await aTenant();
    const owner = await aMember(tenantId);
    const { id, setupToken } = await invite(owner.request);
    const users = opened.connection.collection<{ _id: string }>("users");
    const stored = JSON.stringify(await users.findOne({ _id: id }));
    expect(stored).not.toContain(setupToken.slice(4, 40));
    // Entries of one instant have no order.
    now += second;
    await setUp(setupToken);
    const entries = (await auditOf(tenantId, "user")).filter(({ entityId }) => entityId === id);
    expect(entries).toMatchObject([
      { action: "user.update", actorType: "USER", actorId: id },
      { action: "user.create", actorType: "USER", actorId: owner.id },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/slu_|argon2|tokenHash|correct horse/);
  });

  it("counts as a user of the quota, disabled or not", async () => {
    const owner = await aMember(await aTenant());
    const invited = [];
    for (let time = 0; time < 3; time++) invited.push(await invite(owner.request));
    expect(await outcome(invite(owner.request))).toBe("QUOTA_EXCEEDED");
    await call(owner.request, auth.updateUser, { id: invited[0]?.id ?? "", disabled: true });
    expect(await outcome(invite(owner.request))).toBe("QUOTA_EXCEEDED");
    // A repeated invitation adds no user.
    expect(await outcome(invite(owner.request, invited[1]?.email))).toBe("ok");
  });
});

describe("users", () => {
  it("are listed newest first, of the tenant alone", async () => {
    const owner = await aMember(await aTenant());
    await aMember(await aTenant());
    now += second;
    const { id } = await invite(owner.request);
    const listed = await call(owner.request, auth.listUsers, {});
    expect(listed.map((user) => user.id)).toEqual([id, owner.id]);
  });

  it("are no key's affair, whatever its scopes", async () => {
    const tenantId = await aTenant();
    const { id } = await aMember(tenantId);
    const system = cli(tenantId);
    const caller = { ...system.caller, actorType: "API_KEY" as const, credentialId: "key_1" };
    const key = { ...system, caller };
    const attempts = [
      call(key, auth.listUsers, {}),
      invite(key),
      call(key, auth.updateUser, { id, name: "Eve" }),
      call(key, auth.listOwnSessions, {}),
      call(key, auth.deleteOwnSession, { id: "ses_1" }),
      call(key, auth.setOwnPassword, { current: password, password, address }),
    ];
    for (const attempt of attempts) expect(await outcome(attempt)).toBe("SESSION_REQUIRED");
  });

  it("get no more than who invites or changes them has", async () => {
    const tenantId = await aTenant();
    const owner = await aMember(tenantId);
    const manager = await aMember(tenantId, ["users:*", "bookings:*"]);
    expect(await outcome(invite(manager.request, anEmail(), ["*"]))).toBe("SCOPE_ESCALATION");
    const boss = await invite(owner.request, anEmail(), ["*"]);
    const taken = invite(manager.request, boss.email, ["bookings:read"]);
    expect(await outcome(taken)).toBe("SCOPE_ESCALATION");
    expect(await outcome(setUp(boss.setupToken))).toBe("ok");
    const { id } = await invite(manager.request, anEmail(), ["bookings:read", "users:read"]);
    const change = (scopes: string[], by = manager) =>
      outcome(call(by.request, auth.updateUser, { id, scopes }));
    expect(await change(["audit:read"])).toBe("SCOPE_ESCALATION");
    expect(await change(["audit:read"], owner)).toBe("ok");
    expect(await change(["audit:read", "bookings:*"])).toBe("ok");
  });

  it("lose their sessions when they are disabled, and log in again when they are enabled", async () => {
    const tenantId = await aTenant();
    const [owner, member] = [await aMember(tenantId), await aMember(tenantId, ["audit:read"])];
    const change = (disabled: boolean) =>
      call(owner.request, auth.updateUser, { id: member.id, disabled });
    expect(await change(true)).toMatchObject({ disabledAt: new Date(now).toISOString() });
    expect(await isOver(member)).toBe(true);
    expect(await outcome(logIn(member.email))).toBe("UNAUTHENTICATED");
    await change(true);
    expect(await change(false)).toMatchObject({ disabledAt: null });
    expect(await isOver(member)).toBe(true);
    expect(await outcome(logIn(member.email))).toBe("ok");
    const updates = (await auditOf(tenantId, "user")).filter((e) => e.action === "user.update");
    expect(updates).toMatchObject([{ actorId: owner.id }, { actorId: owner.id }]);
  });

  it("keep their sessions under another name, and under fewer scopes", async () => {
    const tenantId = await aTenant();
    const [owner, member] = [await aMember(tenantId), await aMember(tenantId)];
    const change = { id: member.id, name: "Ada Lovelace", scopes: ["audit:read"] };
    expect(await call(owner.request, auth.updateUser, change)).toMatchObject(change);
    expect(await isOver(member)).toBe(false);
  });
});

describe("the last owner", () => {
  it("cannot be disabled and keeps `*`, by owners and by others", async () => {
    const tenantId = await aTenant();
    const owner = await aMember(tenantId);
    const manager = await aMember(tenantId, ["users:*"]);
    // Neither an invited user nor a disabled one can log in as an owner.
    await invite(owner.request, anEmail(), ["*"]);
    const gone = await aMember(tenantId);
    await call(cli(), auth.disableUser, { email: gone.email });
    for (const { request } of [owner, manager])
      for (const change of [{ disabled: true }, { scopes: ["users:*", "bookings:*"] }]) {
        const attempt = call(request, auth.updateUser, { id: owner.id, ...change });
        expect(await outcome(attempt)).toBe("LAST_OWNER");
      }
    expect(await isOver(owner)).toBe(false);
    await aMember(tenantId);
    const leaving = call(owner.request, auth.updateUser, { id: owner.id, scopes: ["users:*"] });
    expect(await outcome(leaving)).toBe("ok");
  });

  it.each([
    ["disable each other", { disabled: true }],
    ["take each other's scopes", { scopes: ["bookings:read"] }],
  ])("is one of two who %s at once, on one replica or on two", async (_name, change) => {
    await onTwo(async (brokers) => {
      for (let round = 0; round < 2; round++) {
        const tenantId = await aTenant();
        const owners = [await aMember(tenantId), await aMember(tenantId)];
        const attempts = owners.map(({ request }, index) => {
          const via = viaOf(brokers, round % 2 === 0 ? 0 : index);
          const id = owners[1 - index]?.id ?? "";
          return outcome(call({ ...request, via }, auth.updateUser, { id, ...change }));
        });
        expect((await Promise.all(attempts)).toSorted()).toEqual(["LAST_OWNER", "ok"]);
      }
    });
  });

  it("stays where three disable the next one at once", async () => {
    const tenantId = await aTenant();
    const owners = [await aMember(tenantId), await aMember(tenantId), await aMember(tenantId)];
    await Promise.all(
      owners.map(({ request }, index) => {
        const id = owners[(index + 1) % 3]?.id ?? "";
        return outcome(call(request, auth.updateUser, { id, disabled: true }));
      }),
    );
    const left = await Promise.all(owners.map(({ email }) => outcome(logIn(email))));
    expect(left).toContain("ok");
  });
});

describe("an own password", () => {
  const change = ({ request }: Member, current: string, next = "quite another password") =>
    outcome(call(request, auth.setOwnPassword, { current, password: next, address }));

  it("is changed by the one before, ends every session, and is the one to log in with", async () => {
    const member = await aMember(await aTenant());
    const other = { ...member, request: await logIn(member.email) };
    expect(await change(member, password)).toBe("ok");
    for (const each of [member, other]) expect(await isOver(each)).toBe(true);
    expect(await outcome(logIn(member.email))).toBe("UNAUTHENTICATED");
    expect(await outcome(logIn(member.email, "quite another password"))).toBe("ok");
  });

  it("is not changed by guesses: a session waits after five, and no other one does", async () => {
    const tenantId = await aTenant();
    const member = await aMember(tenantId);
    for (let time = 0; time < 5; time++)
      expect(await change(member, "a wrong password")).toBe("WRONG_PASSWORD");
    expect(await change(member, password)).toBe("WRONG_PASSWORD");
    expect(await isOver(member)).toBe(false);
    const refused = (await auditOf(tenantId, "session")).filter(
      ({ action }) => action === "session.refuse",
    );
    expect(refused).toMatchObject([{ entityId: member.id, after: { failures: 5, address } }]);
    const other = { ...member, request: await logIn(member.email) };
    now += second;
    expect(await change(member, "a wrong password")).toBe("WRONG_PASSWORD");
    expect(await change(other, password)).toBe("ok");
  });

  it("is changed once where two sessions change it at once", async () => {
    const member = await aMember(await aTenant());
    const passwords = ["the first password", "the second password"];
    const outcomes = await Promise.all(passwords.map((next) => change(member, password, next)));
    expect(outcomes.toSorted()).toEqual(["UNAUTHENTICATED", "ok"]);
    const good = passwords[outcomes.indexOf("ok")] ?? "";
    expect(await outcome(logIn(member.email, good))).toBe("ok");
  });
});

describe("own sessions", () => {
  it("are listed newest first with their last use, ended ones and others' left out", async () => {
    const tenantId = await aTenant();
    const member = await aMember(tenantId);
    await aMember(tenantId);
    now += second;
    const later = await logIn(member.email);
    const listed = await call(member.request, auth.listOwnSessions, {});
    const [newest, first] = listed;
    expect(listed).toHaveLength(2);
    expect(newest).toEqual({
      id: later.caller.credentialId,
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + day / 2).toISOString(),
      lastUsedAt: new Date(now).toISOString(),
      current: false,
    });
    expect(first).toMatchObject({ id: member.request.caller.credentialId, current: true });
    now += day / 48;
    expect(await call(member.request, auth.listOwnSessions, {})).toEqual([]);
  });

  it("are ended one by one, and nobody else's", async () => {
    const tenantId = await aTenant();
    const [member, other] = [await aMember(tenantId), await aMember(tenantId)];
    const end = (id: string | null) =>
      outcome(call(member.request, auth.deleteOwnSession, { id: id ?? "" }));
    const lost = await logIn(member.email);
    expect(await end(lost.caller.credentialId)).toBe("ok");
    expect(await end(lost.caller.credentialId)).toBe("NOT_FOUND");
    expect(await end(other.request.caller.credentialId)).toBe("NOT_FOUND");
    expect(await isOver(other)).toBe(false);
    expect(await isOver(member)).toBe(false);
  });
});
