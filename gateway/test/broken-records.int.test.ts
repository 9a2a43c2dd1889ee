/** Stored records that break their contract: every list goes on with the others, and each is counted and named in the log. */
import { beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { auth } from "@slipway/contracts";
import { until } from "@slipway/dev/testing-until";
import { databasesFor } from "@slipway/dev/testing-reads";
import { readMetrics } from "@slipway/metrics";
import { routes } from "../src/routes/routes.ts";
import { testGateway } from "./testing.ts";
import { type Segment, type World, aWorld } from "./world.ts";

interface Stored {
  readonly _id: string;
  readonly [field: string]: unknown;
}

/** Lists by the kind of their records, each with the collection and the segment of its ids. */
const kinds: Readonly<Record<string, readonly [Segment, (world: World) => string]>> = {
  "auth.api_keys": ["api-keys", () => "/api-keys"],
  "auth.users": ["users", () => "/users"],
  "auth.sessions": ["sessions", () => "/users/me/sessions"],
  "catalog.suppliers": ["suppliers", () => "/suppliers"],
  "catalog.products": ["products", () => "/products"],
  "catalog.options": ["options", ({ ids }) => `/products/${ids.products}/options`],
  "resources-capacity.resources": ["resources", () => "/resources"],
  "availability.availability_periods": [
    "availability-periods",
    ({ ids }) => `/options/${ids.options}/availability-periods`,
  ],
  "availability.availability_blocks": [
    "availability-blocks",
    () => "/availability-blocks?from=2050-01-01T00:00:00Z&to=2050-01-03T00:00:00Z",
  ],
  "bookings.bookings": ["bookings", () => "/bookings"],
  "bookings.calendar_feeds": ["calendar-feeds", () => "/calendar-feeds"],
  "webhooks.webhook_subscriptions": ["subscriptions", () => "/webhooks/subscriptions"],
  "webhooks.webhook_deliveries": [
    "deliveries",
    ({ ids }) => `/webhooks/subscriptions/${ids.subscriptions}/deliveries`,
  ],
  "sync.channel_connections": ["channels", () => "/channels"],
  "sync.channel_events": ["channel-events", () => "/channel-events"],
  "sync.sync_jobs": ["jobs", () => "/sync/jobs"],
};

/** Fields by which a list finds its records, or which other tests of the store hold. */
const kept = new Set("_id tenantId live outbox revision commit userId keyId tokenHash".split(" "));
const wrong: readonly unknown[] = [null, { x: "ada@example.com" }];

const password = "correct horse battery";

let world: World;
const gateway = forThisFile(() => testGateway(import.meta.url));
beforeAll(async () => {
  const owner = await gateway.aKey();
  const made = await aWorld(gateway, owner);
  // The test spoils another key, another user and another session than the ones that ask.
  const issued = { name: "Spoilt", scopes: ["*"] };
  const as = gateway.platform.as(owner.tenantId);
  const { id } = await call(as, auth.issueApiKey, issued);
  const given = { email: "spoilt@example.com", name: "Spoilt", password, scopes: ["*"] };
  const user = await call(as, auth.createUser, given);
  const sessions = collectionOf("auth.sessions");
  const session = await sessions.findOne({ _id: made.ids.sessions });
  const another = `ses_${"0".repeat(32)}`;
  await sessions.insertOne({ ...session, _id: another, tokenHash: another });
  const ids = { ...made.ids, "api-keys": id, users: user.id, sessions: another };
  world = { ...made, ids };
  // Lists have others to go on with.
  await aWorld(gateway, owner);
});

function collectionOf(kind: string) {
  const [service = "", name = ""] = kind.split(".");
  const found = databasesFor(import.meta.url).find((each) => each.service === service);
  if (!found) throw new Error(`no database of ${service}`);
  return found.db.collection<Stored>(name);
}

/** A worker that takes the record meanwhile would mend what the test has spoilt. */
async function postpone(collection: ReturnType<typeof collectionOf>, _id: string): Promise<void> {
  const nextAttemptAt = { $type: "date" } as const;
  // An attempt that is under way writes its end first.
  await until(async () => {
    const free = { _id, nextAttemptAt, leasedUntil: { $not: { $gt: new Date() } } };
    await collection.updateOne(free, { $set: { nextAttemptAt: new Date("2050-01-01") } });
    return !(await collection.findOne({ _id, nextAttemptAt: { $lt: new Date("2050-01-01") } }));
  });
}

async function idsOf(path: string, { key, session = key }: World): Promise<[number, string[]]> {
  const asked = path.startsWith("/users") ? session : key;
  const { status, body } = await gateway.send(`GET ${path}`, { key: asked });
  const items = Array.isArray(body) ? body : ((body as { items?: unknown[] }).items ?? []);
  return [status, (items as { id: string }[]).map(({ id }) => id)];
}

/** Whether to read the record alone is the same fault; true where nothing reads it alone. */
async function failsAlone(segment: Segment): Promise<boolean> {
  const { method = "", path = "" } =
    routes.find((each) => each.method === "GET" && each.path.endsWith(`/${segment}/{id}`)) ?? {};
  if (method === "") return true;
  const before = await countUnreadable();
  const head = `GET ${path.replace("{id}", world.ids[segment])}`;
  // The client of the tests throws what a 500 was about.
  const isAnswered = await gateway.send(head, { key: world.key }).then(
    () => true,
    () => false,
  );
  return !isAnswered && (await countUnreadable()) > before;
}

async function countUnreadable(): Promise<number> {
  const name = "slipway_database_unreadable_documents_total";
  const metric = (await readMetrics()).find((each) => each.name === name);
  return metric?.values.reduce((sum, { value }) => sum + value, 0) ?? 0;
}

describe("with a stored record that breaks its contract", () => {
  it.each(Object.entries(kinds))("the list of %s goes on", async (kind, [segment, pathOf]) => {
    const id = world.ids[segment];
    const path = pathOf(world);
    const collection = collectionOf(kind);
    await postpone(collection, id);
    const document = await collection.findOne({ _id: id });
    if (!document) throw new Error(`${kind} has no ${id}`);
    const [status, all] = await idsOf(path, world);
    expect([status, all]).toEqual([200, expect.arrayContaining([id])]);
    const others = all.filter((each) => each !== id);
    const leftOut: [field: string, value: unknown, failsAlone: boolean][] = [];
    for (const field of Object.keys(document).filter((name) => !kept.has(name)))
      for (const value of wrong) {
        await collection.updateOne({ _id: id }, { $set: { [field]: value } });
        const before = await countUnreadable();
        const [answered, ids] = await idsOf(path, world);
        expect([field, value, answered]).toEqual([field, value, 200]);
        expect(ids).toEqual(expect.arrayContaining(others));
        const isLeftOut = !ids.includes(id) && (await countUnreadable()) > before;
        if (isLeftOut) leftOut.push([field, value, await failsAlone(segment)]);
        await collection.replaceOne({ _id: id }, document);
      }
    expect(leftOut.length).toBeGreaterThan(0);
    expect(leftOut.filter(([, , fails]) => !fails)).toEqual([]);
    expect((await idsOf(path, world))[1]).toEqual(all);
  });
});
