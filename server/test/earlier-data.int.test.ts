/**
 * The data of an installation of 0.1.0, whose process was killed while it sold: migrated, examined, and sold on. The
 * file has every collection of it, as extended JSON.
 */
import { createHmac, hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { type Request, call } from "@slipway/broker";
import { audit, bookings, keyText, parseKey } from "@slipway/contracts";
import { type TestPlatform, testPlatform } from "@slipway/dev/testing";
import { identify } from "@slipway/dev/testing-request";
import { testDatabase } from "@slipway/store/testing";
import mongoose from "mongoose";
import { runCommand } from "../src/cli/run-command.ts";

interface Stored {
  _id: string;
  tenantId: string;
  live?: boolean;
  status?: string;
  restrictions?: object;
  outbox?: { id: string; at: Date }[];
}
type Dump = Record<string, Record<string, Stored[]>>;

const { uri, name } = testDatabase(import.meta.url);
const file = join(import.meta.dirname, "earlier-data", "0.1.0.json.gz");
const { EJSON } = mongoose.mongo.BSON;
const dump = EJSON.parse(gunzipSync(readFileSync(file)).toString(), { relaxed: false }) as Dump;
const stored = dump["bookings"]?.["bookings"] ?? [];
const live = stored.filter((booking) => booking.live);
const pending = stored.filter(({ outbox }) => (outbox?.length ?? 0) > 0);

const pepper = "a pepper of this test, of 32 characters";
/** SECRETS_KEYS has the key under which the secrets of this data are sealed. The installation was made for this test. */
const settings = {
  SECRETS_KEYS: "first:dBXJpxdEXTnbHhCPzRBtYqY3ze8VLHbwSNtmgbM46DI=",
  AUTH_PEPPER: pepper,
};
const key = keyText("ABCDEFGHIJKL", "s".repeat(43));

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
  const letter = { consumer: "audit", event, failures: 3, reason: "away", keptAt: event?.at };
  await client.db(`${name}-auth`).collection<Stored>("api_keys").insertOne(restrictedKey());
  await client
    .db(`${name}-bookings`)
    .collection<{ _id: string }>("dead_letters")
    .insertOne({ _id: `${event?.id} audit`, ...letter, nextAttemptAt: new Date(0) } as never);
  platform = await testPlatform(import.meta.url, { settings });
  request = platform.as(stored[0]?.tenantId ?? "");
});
/** A restricted key as auth stored it. */
function restrictedKey(): Stored & { keyId: string; digestHash: string } {
  const { keyId = "", secret = "" } = parseKey(key) ?? {};
  const hashed = (text: string) => createHmac("sha256", pepper).update(text).digest("base64");
  const restrictions = { supplierId: "sup_1", overrides: false };
  const digestHash = hashed(hash("sha256", secret, "base64"));
  const { _id, ...plain } = dump["auth"]?.["api_keys"]?.[0] ?? { _id: "", tenantId: "" };
  return { ...plain, _id: "key_restricted", keyId, digestHash, restrictions };
}
afterAll(async () => {
  await platform.stop();
  await client.close();
});

it("has data of each kind: sold and held places, and events that nobody had received", () => {
  const claims = dump["resources-capacity"]?.["claims"] as unknown as { state: string }[];
  expect(claims.filter(({ state }) => state === "CONFIRMED").length).toBeGreaterThan(50);
  expect(live.length).toBeGreaterThan(100);
  expect(pending.length).toBeGreaterThan(50);
});

it("is clean to doctor, and its log has each event once", async () => {
  await platform.settle();
  const found = await runCommand(platform.broker, { command: "doctor", flags: {} });
  expect(found).toMatchObject({ isClean: true });
  for (const { _id: entityId } of pending.slice(0, 5)) {
    const { items: entries } = await call(request, audit.listLog, { entityId });
    expect(entries.filter(({ action }) => action === "booking.create")).toHaveLength(1);
  }
  const letters = client.db(`${name}-bookings`).collection("dead_letters");
  expect(await letters.countDocuments({ consumer: "audit" })).toBe(0);
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

it("knows a restricted key by its digest", async () => {
  const { caller } = await identify(platform.broker, key);
  expect(caller).toMatchObject({
    actorId: "key_restricted",
    restrictions: { supplierId: "sup_1", overrides: false },
  });
});
