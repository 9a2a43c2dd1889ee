import { argon2Sync } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { audit, auth } from "@slipway/contracts";
import { testPlatform } from "@slipway/dev/testing";
import { systemRequestOf } from "@slipway/dev/testing-request";
import { openDatabase } from "@slipway/store";
import { testDatabase } from "@slipway/store/testing";

const now = Date.parse("2027-07-01T08:00:00.000Z");

const platform = forThisFile(() =>
  testPlatform(import.meta.url, {
    services: ["auth", "audit"],
    clock: () => now,
  }),
);

const cli = (tenantId: string) => systemRequestOf(platform.broker, tenantId, "cli");
const aTenant = (tenantId: string, name = "Laguna Tours") =>
  call(cli(tenantId), auth.createTenant, { name });
const aUser = (tenantId: string, email: string, password = "correct horse battery") =>
  call(cli(tenantId), auth.createUser, { email, password });

async function auditOf(tenantId: string) {
  await platform.settle();
  return (await call(cli(tenantId), audit.listLog, {})).items;
}

describe("a tenant", () => {
  it("is made under the id it is given, and known by its name", async () => {
    const made = await aTenant("ten_made");
    const at = new Date(now).toISOString();
    const dates = { createdAt: at, updatedAt: at };
    const name = "Laguna Tours";
    expect(made).toEqual({ id: "ten_made", name, ...dates, secondFactorRequired: false });
    expect(await call(cli("ten_made"), auth.getTenantName, {})).toEqual(made);
    await expect(call(cli("ten_none"), auth.getTenantName, {})).rejects.toMatchObject({
      type: "NOT_FOUND",
    });
  });

  it("is made once, however often it is asked for, and audited once", async () => {
    const answers = await Promise.all([
      aTenant("ten_once"),
      aTenant("ten_once"),
      aTenant("ten_once"),
    ]);
    expect(await aTenant("ten_once", "Another name")).toEqual(answers[0]);
    const entries = await auditOf("ten_once");
    expect(entries).toMatchObject([
      { actorType: "SYSTEM", actorId: null, source: "cli", action: "tenant.create", before: null },
    ]);
    expect(entries[0]?.after).toEqual(answers[0]);
  });
});

describe("a user", () => {
  it("is answered and audited without a trace of the password", async () => {
    await aTenant("ten_user");
    const made = await aUser("ten_user", "Ada@Example.com", "correct horse battery");
    expect(made).toEqual({
      id: expect.stringMatching(/^usr_/),
      tenantId: "ten_user",
      email: "Ada@Example.com",
      name: "Ada@Example.com",
      scopes: ["*"],
      createdAt: new Date(now).toISOString(),
      passwordChangedAt: new Date(now).toISOString(),
      setupExpiresAt: null,
      disabledAt: null,
      secondFactorAt: null,
    });
    const [entry] = (await auditOf("ten_user")).filter((e) => e.entityType === "user");
    expect(entry).toMatchObject({ action: "user.create", entityId: made.id, after: made });
  });

  it("has an e-mail that no other user of the installation has, in whatever case", async () => {
    await Promise.all([aTenant("ten_mail_a"), aTenant("ten_mail_b")]);
    const attempts = [
      aUser("ten_mail_a", "eve@example.com"),
      aUser("ten_mail_b", "Eve@Example.COM"),
      aUser("ten_mail_a", "EVE@example.com"),
    ];
    const results = await Promise.allSettled(attempts);
    const refused = results.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(2);
    for (const each of refused) expect(each).toMatchObject({ reason: { type: "REFERENCE_TAKEN" } });
  });

  it("belongs to a tenant that exists", async () => {
    await expect(aUser("ten_nowhere", "nobody@example.com")).rejects.toMatchObject({
      type: "NOT_FOUND",
    });
  });

  it.each([
    ["a short password", "new@example.com", "elevenchars"],
    ["a password of more than 128 characters", "new@example.com", "x".repeat(129)],
    ["a text that is no e-mail", "new.example.com", "correct horse battery"],
  ])("is refused with %s", async (_what, email, password) => {
    await aTenant("ten_user_shape");
    await expect(aUser("ten_user_shape", email, password)).rejects.toMatchObject({
      type: "VALIDATION_FAILED",
    });
  });

  it("has its password kept as an argon2id hash of the agreed cost, each with its own salt", async () => {
    await aTenant("ten_hash");
    // One password in two Unicode forms, as two keyboards may type it.
    await aUser("ten_hash", "a@hash.example", "Ca\u0300 d'Oro e Rialto");
    await aUser("ten_hash", "b@hash.example", "C\u00e0 d'Oro e Rialto");
    const hashes = await storedHashes("ten_hash");
    expect(new Set(hashes).size).toBe(2);
    for (const hash of hashes) {
      const [, algorithm, version, cost, salt = "", tag = ""] = hash.split("$");
      expect([algorithm, version, cost]).toEqual(["argon2id", "v=19", "m=19456,t=2,p=1"]);
      const expected = argon2Sync("argon2id", {
        message: "C\u00e0 d'Oro e Rialto",
        nonce: Buffer.from(salt, "base64"),
        memory: 19_456,
        passes: 2,
        parallelism: 1,
        tagLength: 32,
      });
      expect(Buffer.from(tag, "base64").equals(expected)).toBe(true);
    }
  });
});

async function storedHashes(tenantId: string): Promise<string[]> {
  const { uri, name } = testDatabase(import.meta.url);
  const { connection, close } = await openDatabase(uri, `${name}-auth`);
  try {
    const users = connection.collection<{ passwordHash: string }>("users");
    return (await users.find({ tenantId }).toArray()).map(({ passwordHash }) => passwordHash);
  } finally {
    await close();
  }
}
