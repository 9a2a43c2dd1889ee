import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { type NewEntry, audit } from "@slipway/contracts";
import { type TestPlatform, testPlatform } from "@slipway/dev/testing";
import { newId } from "@slipway/store";

let platform: TestPlatform;
let now = Date.parse("2027-07-01T08:00:00.000Z");

const settings = { AUDIT_KEEP_DAYS: "30" };

beforeAll(async () => {
  platform = await testPlatform(import.meta.url, {
    services: ["audit"],
    clock: () => now,
    settings,
  });
});
afterAll(() => platform.stop());

/** A change of this millisecond, of a tenant of its own unless said otherwise. */
function aFact(overrides: Partial<NewEntry> & { ms?: number } = {}): NewEntry {
  const { ms = now, ...rest } = overrides;
  return {
    id: newId("aud", ms),
    tenantId: newId("ten", now),
    at: new Date(ms).toISOString(),
    actorType: "API_KEY",
    actorId: "key_1",
    source: "api/v1",
    entityType: "booking",
    entityId: "bkg_1",
    action: "booking.confirm",
    before: '{"status":"ON_HOLD"}',
    after: '{"status":"CONFIRMED"}',
    ...rest,
  };
}

const append = (...entries: NewEntry[]) => call(platform.as("-"), audit.appendEntries, { entries });
const list = async (tenantId: string, query: object = {}) =>
  (await call(platform.as(tenantId), audit.listLog, query)).items;

describe("the audit log", () => {
  it("leaves out an entry that cannot be read until an erasure has emptied it", async () => {
    const person = '{"id":"bkg_1","customer":{"email":"ada@example.com"},"status":"CONFIRMED"}';
    const sound = aFact({ ms: now - 3, after: person });
    const { tenantId } = sound;
    const spoilt = aFact({ tenantId, ms: now - 2, after: "{ada@example.com" });
    await append(sound, spoilt);
    const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);
    expect(ids(await list(tenantId))).toEqual([sound.id]);
    const page = await call(platform.as(tenantId), audit.listPage, { limit: 1 });
    expect(ids(page.items)).toEqual([sound.id]);
    const log = await call(platform.as(tenantId), audit.listLog, { limit: 10 });
    expect(ids(log.items)).toEqual([sound.id]);
    const record = { entityType: "booking", entityId: "bkg_1" } as const;
    const erasedAt = new Date(now).toISOString();
    const erasing = { ...record, erasedAt };
    expect(await call(platform.as(tenantId), audit.eraseEntries, erasing)).toEqual({ erased: 2 });
    const left = await list(tenantId);
    expect(left.map(({ id, after }) => [id, after === null])).toEqual([
      [spoilt.id, true],
      [sound.id, false],
    ]);
    expect(JSON.stringify(left)).not.toContain("ada@");
  });

  it("answers what was delivered, newest first", async () => {
    const first = aFact({ ms: now - 2 });
    const { tenantId } = first;
    const second = aFact({ tenantId, ms: now - 1, before: null, after: '{"$a.b":{"z":1,"a":[]}}' });
    await append(second, first);
    const { at, before, after, ...same } = second;
    const entries = await list(tenantId);
    expect(entries.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(entries[0]).toEqual({ ...same, timestamp: at, before, after: JSON.parse(after ?? "") });
  });

  it("keeps an entry once, however often it is delivered, and the new ones delivered beside it", async () => {
    const first = aFact();
    const { tenantId } = first;
    await append(first);
    const second = aFact({ tenantId });
    await Promise.all([append(first, second), append(second, first), append(first)]);
    expect(await list(tenantId)).toHaveLength(2);
    await append(first, second);
    expect(await list(tenantId)).toHaveLength(2);
  });

  it("filters by type, entity, actor and time, both ends included, in any combination", async () => {
    const tenantId = "ten_filters";
    const at = (seconds: number) => now - 60_000 + seconds * 1_000;
    const facts = [
      aFact({ tenantId, ms: at(0), entityType: "booking", entityId: "bkg_a" }),
      aFact({ tenantId, ms: at(1), entityId: "bkg_b", actorType: "USER", actorId: "usr_a" }),
      aFact({ tenantId, ms: at(2), entityType: "option", entityId: "opt_a", actorId: "usr_a" }),
      aFact({ tenantId, ms: at(3), entityType: "booking", entityId: "bkg_a" }),
    ];
    await append(...facts);
    const found = async (query: object) =>
      (await list(tenantId, query)).map(({ id }) => facts.findIndex((fact) => fact.id === id));
    const from = new Date(at(1)).toISOString();
    const to = new Date(at(3)).toISOString();
    expect(await found({ entityType: "booking" })).toEqual([3, 1, 0]);
    expect(await found({ entityId: "bkg_a" })).toEqual([3, 0]);
    expect(await found({ entityType: "option", entityId: "bkg_a" })).toEqual([]);
    expect(await found({ from })).toEqual([3, 2, 1]);
    expect(await found({ to: from })).toEqual([1, 0]);
    expect(await found({ from, to, entityType: "booking" })).toEqual([3, 1]);
    expect(await found({ entityId: "bkg_a", from, limit: 1 })).toEqual([3]);
    expect(await found({ limit: "2" })).toEqual([3, 2]);
    expect(await found({ actorId: "usr_a" })).toEqual([2, 1]);
    expect(await found({ actorId: "usr_a", entityType: "booking", from })).toEqual([1]);
    expect(await found({ actorId: "usr_b" })).toEqual([]);
  });

  it("answers at most 200 entries", async () => {
    const tenantId = "ten_many";
    await append(
      ...Array.from({ length: 201 }, (_, index) => aFact({ tenantId, ms: now - index })),
    );
    expect(await list(tenantId)).toHaveLength(200);
    await expect(list(tenantId, { limit: 201 })).rejects.toMatchObject({
      type: "VALIDATION_FAILED",
    });
  });
});

describe("the pages of the log", () => {
  const page = (tenantId: string, query: object = {}) =>
    call(platform.as(tenantId), audit.listPage, query);

  it("have every entry once, newest first, also those of one millisecond, while others come", async () => {
    const tenantId = "ten_pages";
    const ofNow = Array.from({ length: 5 }, () => aFact({ tenantId, ms: now - 1 }));
    const older = aFact({ tenantId, ms: now - 2, entityId: "bkg_older" });
    await append(...ofNow, older);
    const ids = ofNow.map(({ id }) => id).toSorted();
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { items, nextCursor } = await page(tenantId, { limit: 2, ...(cursor && { cursor }) });
      found.push(...items.map(({ id }) => id));
      cursor = nextCursor;
      await append(aFact({ tenantId }));
    }
    expect(found).toEqual([...ids.toReversed(), older.id]);
    const ofRecord = await page(tenantId, { entityId: "bkg_older" });
    expect(ofRecord).toMatchObject({ items: [{ id: older.id }], nextCursor: null });
    for (const cursor of ["x", Buffer.from('["x","y"]').toString("base64url")])
      await expect(page(tenantId, { cursor })).rejects.toMatchObject({ type: "VALIDATION_FAILED" });
  });
});

describe("retention", () => {
  it("forgets what is older than AUDIT_KEEP_DAYS when the service starts, and nothing younger", async () => {
    const dayMs = 86_400_000;
    const old = aFact({ ms: now });
    const { tenantId } = old;
    const young = aFact({ tenantId, ms: now + 1 });
    await append(old, young);
    now += 30 * dayMs + 1;
    await platform.stop();
    const again = { services: ["audit" as const], clock: () => now, settings };
    platform = await testPlatform(import.meta.url, again);
    let left = await list(tenantId);
    while (left.length > 1) left = await list(tenantId);
    expect(left.map(({ id }) => id)).toEqual([young.id]);
  });
});

describe("for doctor", () => {
  const last = (...records: { tenantId: string; entityId: string }[]) =>
    call(platform.as("-"), audit.listLastEntries, { records });

  it("the newest entry of each record is answered, of any tenant, and none of another's", async () => {
    const first = aFact({ ms: now - 2, entityId: "bkg_last", before: null });
    const { tenantId } = first;
    const second = aFact({ ms: now - 1, tenantId, entityId: "bkg_last", action: "booking.cancel" });
    const other = aFact({ entityId: "bkg_other" });
    await append(second, first, other);
    const foreign = { tenantId, entityId: other.entityId };
    const answer = await last(second, other, foreign, { tenantId, entityId: "bkg_none" });
    expect(answer.unanswered).toEqual([]);
    expect(answer.keptFrom).toBe(new Date(now - 30 * 24 * 60 * 60 * 1_000).toISOString());
    const { entityId, action, after } = second;
    expect(answer.entries).toHaveLength(2);
    expect(answer.entries).toContainEqual({
      tenantId,
      entityId,
      action,
      after,
      timestamp: second.at,
    });
  });

  it("what does not fit a message is named, to be asked for again", async () => {
    const after = JSON.stringify({ notes: "x".repeat(200 * 1024) });
    const large = ["a", "b", "c"].map((name) => aFact({ entityId: `bkg_large_${name}`, after }));
    for (const each of large) await append(each);
    const seen: string[] = [];
    for (let asked = large; asked.length > 0; ) {
      const { entries, unanswered } = await last(...asked);
      expect(entries.length).toBeGreaterThan(0);
      seen.push(...entries.map(({ entityId }) => entityId));
      asked = asked.filter(({ entityId }) => unanswered.includes(entityId));
    }
    expect(seen.toSorted()).toEqual(large.map(({ entityId }) => entityId));
  });

  it("creations of a type are listed in pages, each once", async () => {
    const created = Array.from({ length: 401 }, (_, index) =>
      aFact({ entityType: "unit", action: "unit.create", entityId: `unt_${index}` }),
    );
    await append(...created.slice(0, 200));
    await append(...created.slice(200), aFact({ entityType: "unit", action: "unit.update" }));
    const found: string[] = [];
    for (let page: string | undefined, isMore = true; isMore; ) {
      const input = { entityType: "unit", ...(page ? { page } : {}) } as const;
      const { items, next } = await call(platform.as("-"), audit.listCreated, input);
      found.push(...items.map(({ entityId }) => entityId));
      isMore = next !== null;
      page = next ?? undefined;
    }
    expect(found.toSorted()).toEqual(created.map(({ entityId }) => entityId).toSorted());
  });
});
