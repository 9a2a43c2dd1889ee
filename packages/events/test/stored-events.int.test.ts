/** Outbox documents as the release before has stored them, delivered by the relay of this one. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { type ServiceBroker, createBroker, on, serve } from "@slipway/broker";
import { type StoredEvent, audit, sync, webhooks } from "@slipway/contracts";
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

/** Written by release 0.1.0, but for the fields of the booking that no consumer reads. */
const stored: StoredEvent = {
  id: "aud_01k0000000000000000000000",
  tenantId: "ten_1",
  at: "2027-06-01T08:00:00.000Z",
  actorType: "API_KEY",
  actorId: "key_1",
  source: "api/v1",
  entityType: "booking",
  entityId: "bkg_1",
  action: "booking.create",
  before: null,
  after:
    '{"id":"bkg_1","tenantId":"ten_1","supplierId":"sup_1","productId":"prd_1","optionId":"opt_1",' +
    '"sourceChannelConnectionId":"chn_1","externalId":"V-1","status":"CONFIRMED","source":"api/v1",' +
    '"startAt":"2027-07-01T08:00:00.000Z","updatedAt":"2027-06-01T08:00:00.000Z",' +
    '"resourceUsageSnapshot":{"items":[{"resourceId":"res_1","capacityPlaces":2}]}}',
};

let broker: ServiceBroker;
let database: Database;
let collection: mongo.Collection<OutboxDocument>;
let relay: Relay;
const received = { audit: [] as unknown[], webhooks: [] as unknown[], sync: [] as sync.Change[] };

beforeAll(async () => {
  broker = createBroker({ nodeId: "stored-events" });
  const up = { isUp: () => true, failureOf: () => "fault" as const };
  const everyTenant = async (_request: unknown, input: { tenantIds: string[] }) => input;
  const log = on(audit.appendEntries, async (_request, { entries }) => {
    received.audit.push(...entries);
    return { kept: entries.length };
  });
  const deliver = on(webhooks.acceptChanges, async (_request, { facts }) => {
    received.webhooks.push(...facts);
    return {};
  });
  const note = on(sync.acceptChanges, async (_request, { changes }) => {
    received.sync.push(...changes);
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

it("reach the audit log to the byte, webhooks in the form of that release, and sync as a change", async () => {
  const event = { id: stored.id, at: new Date(stored.at), fact: stored };
  await collection.insertOne({ _id: "bkg_1", tenantId: "ten_1", live: true, outbox: [event] });
  await relay.settle();
  expect(received.audit).toEqual([stored]);
  expect(received.webhooks).toEqual([stored]);
  expect(received.sync).toMatchObject([
    {
      id: stored.id,
      tenantId: "ten_1",
      at: stored.at,
      touched: [{ by: "booking", optionId: "opt_1", resourceIds: ["res_1"] }],
      booking: { channelConnectionId: "chn_1", bookingId: "bkg_1" },
    },
  ]);
  expect(await collection.findOne({ _id: "bkg_1" })).toMatchObject({ outbox: [] });
});

it("have the form in which this release stores an event", () => {
  const caller = {
    tenantId: "ten_1",
    actorType: "API_KEY",
    actorId: "key_1",
    source: "api/v1",
  } as const;
  const after = JSON.parse(stored.after ?? "") as never;
  const { id, fact } = eventOf(caller as never, Date.parse(stored.at), {
    type: "booking.created",
    entityId: "bkg_1",
    before: null,
    after,
  });
  expect(fact).toEqual({ ...stored, id });
});
