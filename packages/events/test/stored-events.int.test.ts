/** Events in an outbox, delivered by the relay. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { type ServiceBroker, createBroker, on, serve } from "@slipway/broker";
import { type CommittedEvent, audit, sync, webhooks } from "@slipway/contracts";
import {
  type Database,
  type OutboxDocument,
  type Relay,
  collection as declare,
  createRelay,
  type mongo,
  makeIndexes,
  openCollections,
  openDatabase,
  outboxIndex,
} from "@slipway/store";
import { testDatabase } from "@slipway/store/testing";
import { auditConsumer, eventOf, syncConsumer, webhooksConsumer } from "../src/index.ts";

const { uri, name } = testDatabase(import.meta.url);

/** A booking's record, but for the fields that no consumer reads. */
const after =
  '{"id":"bkg_1","tenantId":"ten_1","supplierId":"sup_1","productId":"prd_1","optionId":"opt_1",' +
  '"sourceChannelConnectionId":"chn_1","externalId":"V-1","status":"CONFIRMED","source":"api/v1"}';
const at = "2027-06-01T08:00:00.000Z";
const own = { id: "aud_1", tenantId: "ten_1", entityId: "bkg_1", before: null, after };
const by = { actorType: "API_KEY", actorId: "key_1", source: "api/v1" } as const;
const event: CommittedEvent = { ...own, ...by, at: new Date(at), type: "booking.created" };

let broker: ServiceBroker;
let database: Database;
let collection: mongo.Collection<OutboxDocument>;
let relay: Relay;
const received = { audit: [] as unknown[], webhooks: [] as unknown[], sync: [] as unknown[] };

beforeAll(async () => {
  broker = createBroker({ nodeId: "stored-events" });
  const up = { isUp: () => true, failureOf: () => "fault" as const };
  const everyTenant = async (_request: unknown, input: { tenantIds: string[] }) => input;
  const log = on(audit.appendEntries, async (_request, { entries }) => {
    received.audit.push(...entries);
    return { kept: entries.length };
  });
  const deliver = on(webhooks.acceptChanges, async (_request, { events }) => {
    received.webhooks.push(...events);
    return {};
  });
  const note = on(sync.acceptChanges, async (_request, { events }) => {
    received.sync.push(...events);
    return {};
  });
  serve(broker, "audit", [log], up);
  serve(broker, "webhooks", [on(webhooks.listListeners, everyTenant), deliver], up);
  serve(broker, "sync", [on(sync.listListeners, everyTenant), note], up);
  await broker.start();
  database = await openDatabase(uri, name);
  const tables = { records: declare<OutboxDocument>("records", [outboxIndex]) };
  await makeIndexes(database.connection, tables);
  ({ records: collection } = openCollections(database.connection, tables));
  relay = createRelay({
    connection: database.connection,
    collections: [collection],
    consumers: [auditConsumer(broker), webhooksConsumer(broker), syncConsumer(broker)],
    warn: () => undefined,
    pollMs: 50,
  });
  relay.start();
});
afterAll(async () => {
  await relay.stop();
  await broker.stop();
  await database.close();
});

it("reach the audit log as an entry, and webhooks and sync by their type", async () => {
  await collection.insertOne({ _id: "bkg_1", tenantId: "ten_1", live: true, outbox: [event] });
  await relay.settle();
  const entry = { ...own, ...by, at, entityType: "booking", action: "booking.create" };
  expect(received.audit).toEqual([entry]);
  const stored = { ...own, at, type: "booking.created" };
  expect(received.webhooks).toEqual([stored]);
  expect(received.sync).toEqual([stored]);
  expect(await collection.findOne({ _id: "bkg_1" })).toMatchObject({ outbox: [] });
});

it("have the form in which an event is made", () => {
  const { id, ...made } = eventOf({ ...by, tenantId: "ten_1" } as never, Date.parse(at), {
    type: "booking.created",
    entityId: "bkg_1",
    before: null,
    after: JSON.parse(after) as never,
  });
  expect({ ...made, id: "aud_1" }).toEqual(event);
  expect(id).toMatch(/^aud_/);
});
