import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Request, call } from "@slipway/broker";
import { bookings, catalog, sync } from "@slipway/contracts";
import { aFerry } from "@slipway/dev/testing-ferry";
import {
  type Database,
  createRelay,
  makeIndexes,
  openCollections,
  openDatabase,
} from "@slipway/store";
import { testDatabase } from "@slipway/store/testing";
import { jobStore } from "../src/job/job-store.ts";
import { sweepJobs } from "../src/job/sweep-jobs.ts";
import { collections } from "../src/schema.ts";
import {
  type Channel,
  type ChannelEvent,
  aChannel,
  channelPlatform,
  ended,
  oneAdult,
  send,
} from "./channel-bench.ts";

let database: Database;
let as: () => Request;
let channel: Channel;
let hold: Record<string, unknown>;

const platform = forThisFile(() => channelPlatform(import.meta.url));
beforeAll(async () => {
  const tenantId = await platform.aTenant();
  as = () => platform.as(tenantId);
  hold = { ...oneAdult(await aFerry(as(), 20)), status: "ON_HOLD" };
  channel = await aChannel(as());
  const { uri, name } = testDatabase(import.meta.url);
  database = await openDatabase(uri, `${name}-sync`);
});
afterAll(async () => {
  await database.close();
});

/** As a crash leaves it: taken by a replica that is gone, its end unknown. */
async function cutOff(event: ChannelEvent): Promise<ChannelEvent> {
  const past = new Date(Date.now() - 1);
  const open = { status: "RECEIVED", error: null, bookingId: null };
  const taken = { isUnfinished: true, leasedUntil: past, nextAttemptAt: past };
  const events = database.connection.collection<{ _id: string }>("channel_events");
  await events.updateOne({ _id: event.id }, { $set: { ...open, ...taken }, $inc: { revision: 1 } });
  return ended(as, event);
}

it("carries out again what a crash has cut off, without doing it twice", async () => {
  const payload = { ...hold, externalId: "C-1" };
  const made = await ended(as, await send(as(), channel, "BOOKING_CREATE", payload));
  expect(await cutOff(made)).toMatchObject({ status: "PROCESSED", bookingId: made.bookingId });
  const named = { externalId: "C-1" };
  const confirmed = await ended(as, await send(as(), channel, "BOOKING_CONFIRM", named));
  expect(await cutOff(confirmed)).toMatchObject({ status: "PROCESSED", attempts: 2 });
  const cancelled = await ended(as, await send(as(), channel, "BOOKING_CANCEL", named));
  expect(await cutOff(cancelled)).toMatchObject({ status: "PROCESSED", attempts: 2 });
  // A confirm of what was cancelled since was never done.
  expect(await cutOff(confirmed)).toMatchObject({ status: "FAILED", error: "INVALID_STATE" });
  const { items } = await call(as(), bookings.listBookings, { source: channel.code });
  expect(items.map(({ id }) => id)).toEqual([made.bookingId]);
});

it("finds what an attempt has done that was given up, when the event is reprocessed", async () => {
  await ended(as, await send(as(), channel, "BOOKING_CREATE", { ...hold, externalId: "C-5" }));
  const confirmed = await ended(
    as,
    await send(as(), channel, "BOOKING_CONFIRM", { externalId: "C-5" }),
  );
  const events = database.connection.collection<{ _id: string }>("channel_events");
  const givenUp = { status: "FAILED", error: "OUTCOME_UNKNOWN", isUnfinished: true };
  const long = { attempts: 1_500, createdAt: new Date("2026-01-01T00:00:00Z") };
  const $set = { ...givenUp, ...long };
  await events.updateOne({ _id: confirmed.id }, { $set, $inc: { revision: 1 } });
  await call(as(), sync.reprocessEvent, { id: confirmed.id });
  const { bookingId } = confirmed;
  const done = { status: "PROCESSED", error: null, bookingId, attempts: 1_501 };
  expect(await ended(as, confirmed)).toMatchObject(done);
  const kept = await events.findOne({ _id: confirmed.id });
  expect(kept).toMatchObject({ restarted: { attempts: 1_500 }, isUnfinished: false });
});

it("takes a confirmation that waits for approval for one that is done", async () => {
  const ferry = await aFerry(as(), 20);
  const { optionId } = ferry;
  await call(as(), catalog.updateOption, { id: optionId, metadata: { directBooking: false } });
  const payload = { ...oneAdult(ferry), status: "ON_HOLD", externalId: "C-4" };
  await ended(as, await send(as(), channel, "BOOKING_CREATE", payload));
  const named = { externalId: "C-4" };
  const confirmed = await ended(as, await send(as(), channel, "BOOKING_CONFIRM", named));
  expect(await cutOff(confirmed)).toMatchObject({ status: "PROCESSED", attempts: 2 });
});

it("leaves an event to the replica that has it, and what follows waits", async () => {
  const events = database.connection.collection<{ _id: string }>("channel_events");
  const named = { externalId: "C-2" };
  const first = await ended(as, await send(as(), channel, "BOOKING_CONFIRM", named));
  const leasedUntil = new Date(Date.now() + 60_000);
  const taken = { status: "RECEIVED", leasedUntil, nextAttemptAt: new Date(0) };
  await events.updateOne({ _id: first.id }, { $set: taken, $inc: { revision: 1 } });
  const second = await send(as(), channel, "BOOKING_CANCEL", named);
  // One of another booking passes it.
  await ended(as, await send(as(), channel, "BOOKING_CONFIRM", { externalId: "C-3" }));
  expect((await call(as(), sync.getEvent, { id: second.id })).status).toBe("RECEIVED");
  await events.updateOne({ _id: first.id }, { $set: { leasedUntil: new Date(0) } });
  expect((await ended(as, second)).status).toBe("FAILED");
  expect((await call(as(), sync.getEvent, { id: first.id })).status).toBe("FAILED");
});

it("forgets jobs thirty days after their end, and none that is under way", async () => {
  const { connection } = database;
  await makeIndexes(connection, { jobs: collections.jobs });
  const { jobs: collection } = openCollections(connection, { jobs: collections.jobs });
  const relay = createRelay({ connection, collections: [], consumers: [], warn: () => undefined });
  const endedAt = new Date("2027-01-01T00:00:00Z");
  const job = { tenantId: "ten_old", live: true, outbox: [], updatedAt: endedAt };
  await collection.insertMany(
    ["SUCCEEDED", "FAILED", "PENDING"].map((status) => ({ ...job, _id: status, status })) as never,
  );
  const sweep = (at: string) =>
    sweepJobs({ jobs: jobStore(collection, relay), clock: () => Date.parse(at) });
  expect(await sweep("2027-01-31T00:00:00.000Z")).toBe(0);
  expect(await sweep("2027-01-31T00:00:00.001Z")).toBe(2);
  expect(await collection.countDocuments({ tenantId: "ten_old" })).toBe(1);
});
