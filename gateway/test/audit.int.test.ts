import { beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { auth } from "@slipway/contracts";
import { systemRequestOf } from "@slipway/dev/testing-request";
import { type Reply, testGateway } from "./testing.ts";
import { type World, aWorld, bookedStartAt } from "./world.ts";

interface Entry {
  id: string;
  actorType: string;
  actorId: string | null;
  source: string;
  entityType: string;
  entityId: string;
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

const password = "correct horse battery";
let world: World;
let session: { id: string; token: string };
let userId: string;
/** Every secret that was answered or sent. */
const secrets: string[] = [password];

const gateway = forThisFile(async () => {
  // Jobs come by themselves, as time passes: here they do not.
  const settings = { SYNC_GATHER_SECONDS: "9999", WEBHOOK_SCHEDULE_SECONDS: "0" };
  return testGateway(import.meta.url, { settings });
});
beforeAll(async () => {
  world = await aWorld(gateway);
  secrets.push(world.key);
  const email = "ada@example.com";
  const line = systemRequestOf(gateway.platform.broker, world.tenantId, "cli");
  ({ id: userId } = await call(line, auth.createUser, { email, name: "Ada", password }));
  const { body } = await gateway.send("POST /sessions", { body: { email, password } });
  const { token } = body as { token: string };
  secrets.push(token);
  const me = await gateway.send("GET /me", { key: token });
  await newEntries();
  session = { token, id: (me.body as { credential: { id: string } }).credential.id };
});

/** The whole log, oldest first: page by page into the past. */
async function everyEntry(): Promise<Entry[]> {
  await gateway.platform.settle();
  const { body } = await gateway.send("GET /audit-logs", { key: world.key });
  const entries = body as Entry[];
  // A test that says more must read it in pages.
  expect(entries.length).toBeLessThan(200);
  return entries.toReversed();
}

const known = new Set<string>();

/** The entries since the last call. */
async function newEntries(): Promise<Entry[]> {
  const fresh = (await everyEntry()).filter(({ id }) => !known.has(id));
  for (const { id } of fresh) known.add(id);
  return fresh;
}

/** Sends one request; returns its reply and the audit entries that it added. */
async function entriesOf(head: string, body?: object, key = world.key): Promise<[Reply, Entry[]]> {
  const reply = await gateway.send(head, { key, ...(body ? { body } : {}) });
  return [reply, await newEntries()];
}

/** Sends a request that is carried out; answers its body. The log has these actions and no others. */
async function expectEntries(head: string, body: object | undefined, ...actions: string[]) {
  const [reply, entries] = await entriesOf(head, body);
  expect([head, reply.status < 300, entries.map(({ action }) => action).toSorted()]).toEqual([
    head,
    true,
    actions.toSorted(),
  ]);
  for (const { actorType, source } of entries)
    expect([head, actorType, source]).toEqual([head, "API_KEY", "api/v1"]);
  return reply.body as { id: string; key?: string; secret?: string; updatedAt: string };
}

describe("an entry is made for every change, and none for a request that changes nothing", () => {
  it("of keys, webhooks, channels and the tenant", async () => {
    const key = await expectEntries(
      "POST /api-keys",
      { name: "k", scopes: ["*"] },
      "apiKey.create",
    );
    secrets.push(key.key ?? "");
    await expectEntries(`DELETE /api-keys/${key.id}`, undefined, "apiKey.delete");
    const made = await expectEntries(
      "POST /channels",
      { code: "audited", name: "A" },
      "channel.create",
    );
    const { secret } = await expectEntries(`GET /channels/${made.id}/secret`, undefined);
    const rotate = `POST /channels/${made.id}/secret/rotate`;
    const rotated = await expectEntries(rotate, undefined, "channel.rotate-secret");
    secrets.push(secret ?? "", rotated.secret ?? "");
    await expectEntries(`PATCH /channels/${made.id}`, { name: "B" }, "channel.update");
    await expectEntries(`DELETE /channels/${made.id}`, undefined, "channel.delete");
    await expectEntries("PATCH /me", { defaultCurrency: "EUR" });
    const headers = { "X-Token": "a header that nobody is shown" };
    secrets.push(headers["X-Token"]);
    const hook = { url: "http://127.0.0.1:9/hook", headers };
    const { id } = await expectEntries(
      "POST /webhooks/subscriptions",
      hook,
      "webhookSubscription.create",
    );
    const at = `/webhooks/subscriptions/${id}`;
    const signing = await expectEntries(`GET ${at}/secret`, undefined);
    secrets.push(signing.secret ?? "");
    await expectEntries(`PATCH ${at}`, { status: "DISABLED" }, "webhookSubscription.update");
    await expectEntries(`DELETE ${at}`, undefined, "webhookSubscription.delete");
  });

  it("of bookings, each step of their way", async () => {
    const { ids } = world;
    const body = {
      optionId: ids.options,
      startAt: world.freeStartAt,
      unitItems: [{ unitId: ids.units, quantity: 1 }],
    };
    const held = await expectEntries(
      "POST /bookings",
      { ...body, status: "ON_HOLD" },
      "booking.create",
    );
    const extend = { expirationMinutes: 90 };
    await expectEntries(`POST /bookings/${held.id}/extend`, extend, "booking.extend");
    await expectEntries(`POST /bookings/${held.id}/extend`, { expirationMinutes: 1 });
    const confirmed = await expectEntries(
      `POST /bookings/${held.id}/confirm`,
      undefined,
      "booking.confirm",
    );
    const change = { expectedUpdatedAt: confirmed.updatedAt, startAt: bookedStartAt };
    await expectEntries(`PATCH /bookings/${held.id}`, change, "booking.update");
    await expectEntries(`POST /bookings/${held.id}/cancel`, { reason: "Rain" }, "booking.cancel");
    const keyed = { ...body, idempotencyKey: "once" };
    const once = await expectEntries("POST /bookings", keyed, "booking.create");
    await expectEntries("POST /bookings", keyed);
    await expectEntries(`POST /bookings/${once.id}/reject`, {}, "booking.reject");
    const many = [{ unitId: ids.units, quantity: 11 }];
    const bigger = { ...body, unitItems: many, expandCapacity: true };
    await expectEntries("POST /bookings", bigger, "booking.create", "resource.expand");
  });
});

it("no entry is made of what is refused", async () => {
  const { ids } = world;
  const unitItems = [{ unitId: ids.units, quantity: 1_000 }];
  const full = { optionId: ids.options, startAt: bookedStartAt, unitItems };
  for (const [head, body] of [
    ["POST /bookings", full],
    ["POST /bookings", { ...full, startAt: "2027-07-01T08:01:00Z" }],
    ["POST /bookings", {}],
    [`POST /bookings/${ids.bookings}/confirm`, undefined],
    [`PATCH /bookings/${ids.bookings}`, { expectedUpdatedAt: bookedStartAt, participants: {} }],
    [`PATCH /resources/${ids.resources}`, { quantity: 0 }],
    [`DELETE /resources/${ids.resources}`, undefined],
    [`DELETE /options/${ids.options}`, undefined],
    ["POST /channels", { code: "resale", name: "Again" }],
    [`POST /channel-events/${ids["channel-events"]}/reprocess`, undefined],
    ["PATCH /me", { defaultCurrency: "JPY" }],
    ["DELETE /suppliers/none", undefined],
  ] as const) {
    const [{ status }, entries] = await entriesOf(head, body);
    expect([head, status >= 400, entries]).toEqual([head, true, []]);
  }
  const wrong = { email: "ada@example.com", password: "wrong" };
  const [{ status }, entries] = await entriesOf("POST /sessions", wrong);
  expect([status, entries]).toEqual([401, []]);
});

describe("who has done it", () => {
  it("is the key, the user of the session, or the command line", async () => {
    const body = { name: "By a user", timezone: "Etc/UTC" };
    const [, byUser] = await entriesOf("POST /suppliers", body, session.token);
    expect(byUser).toMatchObject([{ actorType: "USER", actorId: userId, source: "api/v1" }]);
    const [, byKey] = await entriesOf("POST /suppliers", body);
    const { "api-keys": keyId } = world.ids;
    expect(byKey).toMatchObject([{ actorType: "API_KEY", actorId: keyId, source: "api/v1" }]);
    const entries = await everyEntry();
    const of = (action: string, entityId: string) =>
      entries.filter((entry) => entry.action === action && entry.entityId === entityId);
    const byLine = { actorType: "SYSTEM", actorId: null, source: "cli" };
    expect(of("user.create", userId)).toMatchObject([byLine]);
    const begun = { actorType: "USER", actorId: userId, source: "api/v1" };
    expect(of("session.create", session.id)).toMatchObject([begun]);
  });

  it("is the sender of a channel's event, with the channel as the source, and the system beside it", async () => {
    const entries = await everyEntry();
    const resold = entries.filter(({ source }) => source === "resale");
    expect(resold).toMatchObject([{ action: "booking.create", actorType: "API_KEY" }]);
    const ofEvent = entries.filter(({ entityType }) => entityType === "channelEvent");
    expect(ofEvent).toMatchObject([
      { action: "channelEvent.create", actorType: "API_KEY", source: "api/v1" },
      { action: "channelEvent.process", actorType: "SYSTEM", actorId: null, source: "system" },
    ]);
  });
});

it("has the way of every record without a gap, and no secret", async () => {
  const entries = await everyEntry();
  // An expansion is an entry of a departure, prices of an option's periods: they are no records of their own.
  const ofRecords = entries.filter(
    ({ action, entityType }) =>
      !["resource.expand", "option.set-pricing-periods"].includes(action) &&
      entityType !== "tenant",
  );
  const ways = Map.groupBy(ofRecords, ({ entityType, entityId }) => `${entityType} ${entityId}`);
  for (const [record, way] of ways) {
    const before = way.map((entry) => entry.before);
    const after = [null, ...way.map((entry) => entry.after)];
    expect([record, before]).toEqual([record, after.slice(0, -1)]);
  }
  const text = JSON.stringify(entries);
  for (const secret of secrets.filter(Boolean)) expect(text).not.toContain(secret);
  expect(text).not.toMatch(/whsec_|argon2|secretHash|tokenHash|passwordHash/);
});
