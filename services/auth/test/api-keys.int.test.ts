import { beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Request, call, on, serve } from "@slipway/broker";
import { audit, auth, referenceCache, parseKey } from "@slipway/contracts";
import { testPlatform } from "@slipway/dev/testing";
import { identify } from "@slipway/dev/testing-request";
import assert from "node:assert";
import { hash } from "node:crypto";

let now = Date.parse("2027-07-01T08:00:00.000Z");
/** The keys that this test's gateway had to invalidate, and the work that it does meanwhile. */
const forgotten: string[][] = [];
let whileForgetting: () => Promise<void> = () => Promise.resolve();

const platform = forThisFile(() =>
  testPlatform(import.meta.url, {
    services: ["auth", "audit"],
    clock: () => now,
  }),
);
beforeAll(async () => {
  const invalidate = on(referenceCache.invalidateInGateway, async (_request, { keys }) => {
    await whileForgetting();
    forgotten.push(keys);
    return {};
  });
  serve(platform.broker, "gateway", [invalidate], { isUp: () => true, failureOf: () => "fault" });
  await platform.broker.waitForServices("gateway", 0, 5);
});

/** A request of a key with these scopes. */
function as(tenantId: string, scopes = ["*"], credentialId = "key_caller"): Request {
  const request = platform.as(tenantId);
  const caller = { ...request.caller, scopes, credentialId, actorId: credentialId };
  return { ...request, caller };
}

const issue = (tenantId: string, input: { name?: string; scopes?: string[] } = {}) =>
  call(as(tenantId), auth.issueApiKey, { name: "Checkout", ...input });
const resolve = async (token: string) => (await identify(platform.broker, token)).caller;

async function auditOf(tenantId: string) {
  await platform.settle();
  return (await call(as(tenantId), audit.listLog, { entityType: "apiKey" })).items;
}

describe("an issued key", () => {
  it("is answered with its text and all its metadata", async () => {
    const issued = await issue("ten_issue", { scopes: ["bookings:read", "catalog:*"] });
    expect(issued).toEqual({
      id: expect.stringMatching(/^key_/),
      tenantId: "ten_issue",
      name: "Checkout",
      prefix: issued.key.slice(0, 16),
      key: expect.stringMatching(/^slw_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$/),
      scopes: ["bookings:read", "catalog:*"],
      restrictions: { supplierId: null, overrides: true },
      channelConnectionId: null,
      supplierId: null,
      createdAt: new Date(now).toISOString(),
      createdBy: { type: "API_KEY", id: "key_caller" },
      lastUsedAt: null,
    });
  });

  it("lets its bearer in as its tenant, with its scopes", async () => {
    const { id, key } = await issue("ten_bearer", { scopes: ["audit:read"] });
    expect(await resolve(key)).toEqual({
      tenantId: "ten_bearer",
      actorType: "API_KEY",
      actorId: id,
      credentialId: id,
      scopes: ["audit:read"],
      source: "api/v1",
      proof: expect.any(String),
    });
  });

  it("is known by the digest of its secret, which lets nobody in by itself", async () => {
    const { key } = await issue("ten_digest");
    const parsed = parseKey(key);
    assert(parsed);
    const { keyId, secret } = parsed;
    const digest = hash("sha256", secret, "base64");
    const by = (given: { keyId: string | null; digest: string }) =>
      call(as("-"), auth.identify, given);
    expect(await by({ keyId, digest })).toMatchObject({
      caller: { tenantId: "ten_digest", proof: expect.any(String) },
    });
    const wrong = hash("sha256", `${secret}x`, "base64");
    const nobody = { caller: null, user: null, duty: null };
    expect(await by({ keyId, digest: wrong })).toEqual(nobody);
    expect(await by({ keyId: "0".repeat(12), digest })).toEqual(nobody);
    expect(await by({ keyId: null, digest })).toEqual(nobody);
    expect(await resolve(`slw_${keyId}_${digest}`)).toBeNull();
  });

  it("has every scope unless some are named, and each once", async () => {
    expect((await issue("ten_scopes")).scopes).toEqual(["*"]);
    const twice = await issue("ten_scopes", { scopes: ["audit:read", "audit:read"] });
    expect(twice.scopes).toEqual(["audit:read"]);
  });

  it.each([
    ["an unknown scope", { scopes: ["bookings:delete"] }],
    ["no scope at all", { scopes: [] }],
    ["an empty name", { name: "" }],
  ])("is refused with %s", async (_what, input) => {
    await expect(issue("ten_shape", input)).rejects.toMatchObject({ type: "VALIDATION_FAILED" });
  });

  it.each([
    ["asks for a scope that the caller lacks", ["bookings:read"]],
    ["asks for all of an area of which the caller has the parts", ["audit:*"]],
    ["asks for nothing, which means everything", undefined],
  ])("is refused when it %s", async (_what, scopes) => {
    const caller = as("ten_escalation", ["api-keys:write", "audit:read"]);
    const input = { name: "More", ...(scopes ? { scopes } : {}) };
    await expect(call(caller, auth.issueApiKey, input)).rejects.toMatchObject({
      type: "SCOPE_ESCALATION",
    });
    expect(await auditOf("ten_escalation")).toEqual([]);
  });
});

describe("a restricted key", () => {
  const restrictions = { supplierId: "sup_lines", overrides: false };
  const issueRestricted = (tenantId: string, scopes = ["*"]) =>
    call(as(tenantId), auth.issueApiKey, { name: "Reseller", scopes, restrictions });

  it("lets its bearer in with its restrictions, which are shown and audited", async () => {
    const { key, ...record } = await issueRestricted("ten_restricted");
    expect(record).toMatchObject({ restrictions, prefix: key.slice(0, 16) });
    expect(await resolve(key)).toMatchObject({ tenantId: "ten_restricted", restrictions });
    expect(await call(as("ten_restricted"), auth.listApiKeys, {})).toEqual([record]);
    const [entry] = await auditOf("ten_restricted");
    expect(entry).toMatchObject({ after: record });
  });
});

describe("a channel key", () => {
  const channelConnectionId = "chn_lagoon";
  const asked = { channelConnectionId, source: "lagoon", supplierId: "sup_lines" };
  const issueChannelKey = (tenantId: string) =>
    call(as(tenantId), auth.issueChannelKey, { name: "Lagoon", ...asked });

  it("stands for its channel, in whose name it changes things, without any scope", async () => {
    const { key, ...record } = await issueChannelKey("ten_channel");
    expect(record).toMatchObject({ channelConnectionId, supplierId: "sup_lines", scopes: [] });
    expect(await resolve(key)).toMatchObject({
      actorType: "API_KEY",
      actorId: record.id,
      scopes: [],
      restrictions: { supplierId: "sup_lines", overrides: false },
      channel: { channelConnectionId },
      source: "lagoon",
    });
    expect(await call(as("ten_channel"), auth.listApiKeys, {})).toEqual([record]);
  });

  it("is issued only by who may sell that supplier's tours", async () => {
    const request = as("ten_channel_more", ["api-keys:*", "bookings:*", "catalog:read"]);
    const input = { name: "More", ...asked };
    const refused = { type: "SCOPE_ESCALATION" };
    await expect(call(request, auth.issueChannelKey, input)).rejects.toMatchObject(refused);
    const other = { supplierId: "sup_other", overrides: false };
    const held = { ...request.caller, scopes: ["*"], restrictions: other };
    await expect(
      call({ ...request, caller: held }, auth.issueChannelKey, input),
    ).rejects.toMatchObject(refused);
  });
});

describe("a bearer text that is no key", () => {
  it("lets nobody in, whatever is wrong with it", async () => {
    const { key } = await issue("ten_wrong");
    const other = await issue("ten_wrong");
    const typo = `${key.slice(0, 20)}${key[20] === "a" ? "b" : "a"}${key.slice(21)}`;
    const halves = key.slice(0, 17) + other.key.slice(17);
    for (const text of ["", "slw_", typo, halves, key.slice(0, -1), `${key}A`, key.toLowerCase()])
      expect([text, await resolve(text)]).toEqual([text, null]);
  });
});

describe("the list of keys", () => {
  it("has the tenant's own, newest first, and no text or hash", async () => {
    const first = await issue("ten_list", { name: "first" });
    now += 1;
    const second = await issue("ten_list", { name: "second" });
    await issue("ten_other");
    const listed = await call(as("ten_list"), auth.listApiKeys, {});
    const { key: _first, ...firstRecord } = first;
    const { key: _second, ...secondRecord } = second;
    expect(listed).toEqual([secondRecord, firstRecord]);
  });

  it("says when a key was last used, stored in bulk and never moved back", async () => {
    const { key } = await issue("ten_used");
    await resolve(key);
    now += 5_000;
    await Promise.all([resolve(key), resolve(key)]);
    const lastUsedAt = new Date(now).toISOString();
    await platform.settle();
    now -= 60_000;
    await resolve(key);
    await platform.settle();
    now += 60_000;
    expect(await call(as("ten_used"), auth.listApiKeys, {})).toMatchObject([{ lastUsedAt }]);
    expect(await auditOf("ten_used")).toHaveLength(1);
  });
});

describe("a deleted key", () => {
  it("is unknown from the answer on, and every gateway was notified before it", async () => {
    const { id, key } = await issue("ten_delete");
    let acceptedWhileTold: unknown = "not asked";
    whileForgetting = async () => {
      acceptedWhileTold = await resolve(key);
    };
    expect(await call(as("ten_delete"), auth.deleteApiKey, { id })).toEqual({ deleted: true });
    whileForgetting = () => Promise.resolve();
    expect(forgotten).toContainEqual([id]);
    // Notified after the write: a gateway that asks again while it forgets must not be let in.
    expect(acceptedWhileTold).toBeNull();
    expect(await resolve(key)).toBeNull();
    expect(await call(as("ten_delete"), auth.listApiKeys, {})).toEqual([]);
  });

  it("is not found a second time, nor by another tenant", async () => {
    const { id, key } = await issue("ten_twice");
    const remove = (tenantId: string, keyId = id) =>
      call(as(tenantId), auth.deleteApiKey, { id: keyId });
    await expect(remove("ten_foreign")).rejects.toMatchObject({ type: "NOT_FOUND" });
    await expect(remove("ten_twice", "key_unknown")).rejects.toMatchObject({ type: "NOT_FOUND" });
    expect(await resolve(key)).not.toBeNull();
    const both = await Promise.allSettled([remove("ten_twice"), remove("ten_twice")]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    // The process that deleted it may have crashed before it told the gateways.
    forgotten.length = 0;
    await expect(remove("ten_twice")).rejects.toMatchObject({ type: "NOT_FOUND" });
    expect(forgotten).toEqual([[id]]);
    expect((await auditOf("ten_twice")).filter((e) => e.action === "apiKey.delete")).toHaveLength(
      1,
    );
  });
});
