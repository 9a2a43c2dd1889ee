/**
 * The data of an installation from before 0.1.0, whose process was killed while it sold: migrated, examined, and sold on. The
 * file has every collection of it, as extended JSON.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { type Request, call } from "@slipway/broker";
import { audit, bookings } from "@slipway/contracts";
import { type TestPlatform, testPlatform } from "@slipway/dev/testing";
import { testDatabase } from "@slipway/store/testing";
import mongoose from "mongoose";
import { runCommand } from "../src/cli/run-command.ts";

interface Stored {
  _id: string;
  tenantId: string;
  live?: boolean;
  status?: string;
  outbox?: { id: string; at: Date; fact: { entityId: string } }[];
}
type Dump = Record<string, Record<string, Stored[]>>;

const { uri, name } = testDatabase(import.meta.url);
const file = join(import.meta.dirname, "earlier-data", "before-0.1.0.json.gz");
const { EJSON } = mongoose.mongo.BSON;
const dump = EJSON.parse(gunzipSync(readFileSync(file)).toString(), { relaxed: false }) as Dump;
const stored = dump["bookings"]?.["bookings"] ?? [];
const live = stored.filter((booking) => booking.live);
const pending = stored.filter(({ outbox }) => (outbox?.length ?? 0) > 0);

/** The key under which the secrets of this data are sealed. The installation was made for this test. */
const secretsKey = "first:dBXJpxdEXTnbHhCPzRBtYqY3ze8VLHbwSNtmgbM46DI=";

let client: mongoose.mongo.MongoClient;
let platform: TestPlatform;
let request: Request;

beforeAll(async () => {
  client = await new mongoose.mongo.MongoClient(uri).connect();
  for (const [service, collections] of Object.entries(dump))
    for (const [collection, documents] of Object.entries(collections))
      await client.db(`${name}-${service}`).collection<Stored>(collection).insertMany(documents);
  const [waiting] = pending;
  const event = waiting?.outbox?.[0];
  const letter = { consumer: "audit", event, failures: 3, reason: "away", setAsideAt: event?.at };
  await client
    .db(`${name}-bookings`)
    .collection<{ _id: string }>("outbox_set_aside")
    .insertOne({ _id: `${event?.id} audit`, ...letter, nextAttemptAt: new Date(0) } as never);
  platform = await testPlatform(import.meta.url, { settings: { SECRETS_KEYS: secretsKey } });
  request = platform.as(stored[0]?.tenantId ?? "");
});
afterAll(async () => {
  await platform.stop();
  await client.close();
});

it("has data of each kind: sold and held places, and events that nobody had received", () => {
  const claims = dump["resources-capacity"]?.["claims"] as unknown as { state: string }[];
  expect(claims.filter(({ state }) => state === "FIRM").length).toBeGreaterThan(50);
  expect(live.length).toBeGreaterThan(100);
  expect(pending.length).toBeGreaterThan(50);
});

it("is clean to doctor, and its log has each event once", async () => {
  await platform.settle();
  const found = await runCommand(platform.broker, { command: "doctor", flags: {} });
  expect(found).toMatchObject({ isClean: true });
  for (const { _id: entityId } of pending.slice(0, 5)) {
    const entries = await call(request, audit.listEntries, { entityId });
    expect(entries.filter(({ action }) => action === "booking.create")).toHaveLength(1);
  }
  const letters = client.db(`${name}-bookings`).collection("outbox_set_aside");
  expect(await letters.countDocuments()).toBe(0);
});

it("lists every booking, and cancels and sells its places again", async () => {
  const { total, items } = await call(request, bookings.listBookings, { limit: 100 });
  expect(total).toBe(live.length);
  const sold = items.find(
    ({ status, startAt, sourceChannelConnectionId }) =>
      status === "CONFIRMED" && startAt > new Date().toISOString() && !sourceChannelConnectionId,
  );
  const { id = "", optionId = "", startAt = "", unitItems = [] } = sold ?? {};
  await call(request, bookings.cancelBooking, { id });
  const again = {
    optionId,
    startAt,
    unitItems: unitItems.map(({ unitId, quantity }) => ({ unitId, quantity })),
  };
  const made = await call(request, bookings.createBooking, again);
  expect(made.booking.status).toBe("CONFIRMED");
  await platform.settle();
  expect(await runCommand(platform.broker, { command: "doctor", flags: {} })).toMatchObject({
    isClean: true,
  });
});
