import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { createBroker } from "@slipway/broker";
import { eventOf } from "@slipway/events";
import {
  type Database,
  type OutboxEvent,
  type OutboxDocument,
  createRelay,
  type mongo,
  makeIndexes,
  openCollections,
  openDatabase,
} from "@slipway/store";
import { testDatabase } from "@slipway/store/testing";
import { systemRequestOf } from "@slipway/dev/testing-request";
import { failuresRememberedMs, sessionIdleMs, sessionLifetimeMs } from "../src/constants.ts";
import { collections } from "../src/schema.ts";
import { failureStore } from "../src/session/failure-store.ts";
import { sessionStore } from "../src/record/session-store.ts";
import { sweepSessions } from "../src/session/sweep-sessions.ts";

const { uri, name } = testDatabase(import.meta.url);
const broker = createBroker({ nodeId: "sweep", namespace: name, transporter: null });
const delivered: OutboxEvent[] = [];
let stores: Awaited<ReturnType<typeof openStores>>;

async function openStores({ connection }: Database) {
  const { sessions, failures: counters } = collections;
  await makeIndexes(connection, { sessions, counters });
  const opened = openCollections(connection, { sessions, counters });
  const relay = createRelay({
    connection,
    collections: Object.values(opened) as unknown as mongo.Collection<OutboxDocument>[],
    consumers: [{ name: "test", deliver: async (events) => void delivered.push(...events) }],
    warn: () => undefined,
  });
  const failures = failureStore(opened.counters, relay);
  return { sessions: sessionStore(opened.sessions, relay), failures, relay };
}

const database = forThisFile(() => openDatabase(uri, name));
beforeAll(async () => {
  stores = await openStores(database);
  stores.relay.start();
});
afterAll(async () => {
  await stores.relay.stop();
});

const begun = Date.parse("2027-07-01T08:00:00.000Z");
const { caller } = systemRequestOf(broker, "ten_1");

function begin(id: string, seenAt: number): Promise<void> {
  const session = {
    id,
    tenantId: "ten_1",
    userId: "usr_1",
    createdAt: new Date(begun),
    expiresAt: new Date(begun + sessionLifetimeMs),
    seenAt: new Date(seenAt),
    epoch: 0,
    tokenHash: id,
  };
  const change = { type: "session.created", entityId: id } as const;
  const event = eventOf(caller, begun, { ...change, before: null, after: {} });
  return stores.sessions.insert(session, event);
}

it("removes what has ended by itself, on however many replicas, and records each once", async () => {
  await begin("ses_idle", begun);
  await begin("ses_used", begun + 10 * 60_000);
  const deps = { ...stores, broker, clock: () => begun + sessionIdleMs };
  await Promise.all([sweepSessions(deps), sweepSessions(deps)]);
  expect(await stores.sessions.findByTokenHash("ses_idle")).toBeNull();
  expect(await stores.sessions.findByTokenHash("ses_used")).not.toBeNull();
  await stores.sessions.touch("ses_used", new Date(begun + sessionLifetimeMs - 1));
  await sweepSessions({ ...deps, clock: () => begun + sessionLifetimeMs });
  expect(await stores.sessions.findByTokenHash("ses_used")).toBeNull();
  await stores.relay.settle();
  expect(delivered.map(({ entityId, type }) => `${entityId} ${type}`).toSorted()).toEqual([
    "ses_idle session.created",
    "ses_idle session.expired",
    "ses_used session.created",
    "ses_used session.expired",
  ]);
});

it("removes failures of log-ins that count no longer", async () => {
  await stores.failures.add("usr_old", null, begun);
  await stores.failures.add("usr_new", null, begun + 1);
  await sweepSessions({ ...stores, broker, clock: () => begun + failuresRememberedMs });
  expect(await stores.failures.get("usr_old")).toBeNull();
  expect(await stores.failures.get("usr_new")).toMatchObject({ count: 1 });
});
