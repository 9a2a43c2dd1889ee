/**
 * A restore drill: databases dumped at different instants while places are sold, cancelled and moved,
 * restored together, repaired by `doctor --repair`, and counted.
 */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Request, call } from "@slipway/broker";
import { availability, bookings, resourcesCapacity } from "@slipway/contracts";
import { testDatabase } from "@slipway/store/testing";
import mongoose from "mongoose";
import { runCommand } from "../src/cli/run-command.ts";
import { type TestPlatform, testPlatform } from "@slipway/dev/testing";
import { aFerry } from "@slipway/dev/testing-ferry";

const services = [
  "catalog",
  "availability",
  "resources-capacity",
  "bookings",
  "webhooks",
  "sync",
  "audit",
] as const;
/** Recovery comes soon, so that doctor, who waits for it, does too. */
const settings = { CLAIM_CONFIRM_SECONDS: "0.5", CLAIM_SWEEP_SECONDS: "0.2" };
/** As many as fill the boat, with enough of each kind before the next dump. */
const changesMin = 150;
const seats = 12;
/** An hour and a half from each full hour: neighbours share the boat. */
const hours = ["08:00", "09:00", "10:00", "11:00"];
const days = ["2031-07-01", "2031-07-02"];
const starts = days.flatMap((day) => hours.map((hour) => `${day}T${hour}:00.000Z`));

type Document = mongoose.mongo.Document & { _id: string };
/** Collections of one service's database, each as it was when its turn came. */
type Dump = Map<string, Document[]>;
type Dumps = Record<string, Dump>;

interface Booked extends Document {
  status: string;
  startAt: Date;
  occupiedUntil: Date;
  expiresAt: Date | null;
  claims: { claimId: string }[];
  resourceUsageSnapshot: { items: { capacityPlaces: number }[] } | null;
}

interface Found {
  findings: { kind: string; id: string; detail: string }[];
  repaired?: { kind: string; id: string }[];
}

const { uri, name } = testDatabase(import.meta.url);
let client: mongoose.mongo.MongoClient;
let tenantId: string;
let optionId: string;
let unitId: string;
let boatId: string;
/** Bookings older than places, whose boat has become smaller; and younger, whose boat has grown. */
let older: Dumps;
let younger: Dumps;

beforeAll(async () => {
  client = await new mongoose.mongo.MongoClient(uri).connect();
  const platform = await testPlatform(import.meta.url, { services: [...services], settings });
  tenantId = await platform.aTenant();
  const request = (): Request => platform.as(tenantId);
  const option = { startTimes: hours, durationMinutes: 90 };
  ({ optionId, unitId, resourceId: boatId } = await aFerry(request(), seats, option));
  const early = sell(request);
  await early.until(changesMin);
  const first = await dump("bookings");
  const firstLog = await dump("audit");
  await early.stop();
  await shrink(request());
  const late = sell(request);
  await late.until(changesMin);
  const places = await dump("resources-capacity");
  await resize(request(), seats + 3);
  await late.until(2 * changesMin);
  const last = await dump("bookings");
  await late.stop();
  await platform.settle();
  const lastLog = await dump("audit");
  const others = { catalog: await dump("catalog"), availability: await dump("availability") };
  await platform.stop();
  older = { ...others, "resources-capacity": places, bookings: first, audit: lastLog };
  younger = { ...others, "resources-capacity": places, bookings: last, audit: firstLog };
});
afterAll(() => client.close());

function resize(request: Request, capacityPerResource: number) {
  return call(request, resourcesCapacity.updateResource, { id: boatId, capacityPerResource });
}

const buyersMax = 6;

interface Sale {
  /** Resolves when so much has been booked, moved or cancelled. */
  until(changes: number): Promise<void>;
  stop(): Promise<void>;
}

/** Buyers who book, move and cancel until they are stopped. */
function sell(request: () => Request): Sale {
  let isSelling = true;
  let changes = 0;
  let drawn = 1;
  // The same draws in every run, whatever comes of them.
  const below = (max: number): number => (drawn = (drawn * 48_271) % 2_147_483_647) % max;
  const known: string[] = [];
  const one = async (): Promise<void> => {
    const start = starts[below(starts.length)] ?? "";
    const unitItems = [{ unitId, quantity: 1 + below(3) }];
    const id = known[below(known.length || 1)];
    const kind = below(10);
    if (kind < 5 || id === undefined) {
      const status = kind === 0 ? ({ status: "ON_HOLD" } as const) : {};
      const booking = { optionId, startAt: start, unitItems, ...status };
      known.push((await call(request(), bookings.createBooking, booking)).booking.id);
    } else if (kind < 8) {
      const { updatedAt } = await call(request(), bookings.getBooking, { id });
      const change = { id, expectedUpdatedAt: updatedAt, startAt: start };
      await call(request(), bookings.updateBooking, change);
    } else await call(request(), bookings.cancelBooking, { id });
  };
  const buyers = Array.from({ length: buyersMax }, async () => {
    // Most are refused sooner or later: the boat is full, the booking has changed or ended.
    while (isSelling)
      await one().then(
        () => changes++,
        () => undefined,
      );
  });
  return {
    async until(changesWanted) {
      while (changes < changesWanted) await pause(10);
    },
    async stop() {
      isSelling = false;
      await Promise.all(buyers);
    },
  };
}

/** Takes a third of the boat away once all have cancelled. */
async function shrink(request: Request): Promise<void> {
  const live = { status: { $in: ["CONFIRMED", "ON_HOLD"] } };
  for (const { _id: id } of await stored(name, "bookings").find(live).toArray())
    await call(request, bookings.cancelBooking, { id });
  await resize(request, seats - 4);
}

function stored<D extends Document = Document>(
  prefix: string,
  collection: string,
  service = collection,
): mongoose.mongo.Collection<D> {
  return client.db(`${prefix}-${service}`).collection<D>(collection);
}

/** Collection after collection, without stopping anybody. */
async function dump(service: string): Promise<Dump> {
  const database = client.db(`${name}-${service}`);
  const found = await database.listCollections({}, { nameOnly: true }).toArray();
  const dumped: Dump = new Map();
  for (const collection of found.map((each) => each.name).toSorted())
    dumped.set(collection, await database.collection<Document>(collection).find().toArray());
  return dumped;
}

async function restored(prefix: string, dumps: Dumps): Promise<TestPlatform> {
  for (const [service, collections] of Object.entries(dumps))
    for (const [collection, documents] of collections)
      if (documents.length > 0) await stored(prefix, collection, service).insertMany(documents);
  const options = { services: [...services], settings, databasePrefix: prefix };
  return testPlatform(import.meta.url, options);
}

async function doctor({ broker, settle }: TestPlatform, repair = true): Promise<Found> {
  const flags: Record<string, string> = repair ? { repair: "true" } : {};
  const answer = await runCommand(broker, { command: "doctor", flags });
  await settle();
  expect(answer).toMatchObject({ ok: true });
  return (answer as unknown as { record: Found }).record;
}

interface Taken {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly places: number;
}

/** Usage that live bookings have stored, as places taken. */
async function takenOf(prefix: string): Promise<Taken[]> {
  const found = await stored<Booked>(prefix, "bookings").find({ live: true }).toArray();
  const now = Date.now();
  return found
    .filter(
      ({ status, expiresAt }) =>
        status === "CONFIRMED" || (status === "ON_HOLD" && (expiresAt?.getTime() ?? 0) > now),
    )
    .map(({ _id, startAt, occupiedUntil, resourceUsageSnapshot }) => {
      const places = resourceUsageSnapshot?.items[0]?.capacityPlaces ?? 0;
      return { id: _id, from: startAt.getTime(), to: occupiedUntil.getTime(), places };
    });
}

/** The most places that are taken at one instant of a window. */
function peak(taken: readonly Taken[], window = { from: 0, to: Infinity }): number {
  const instants = [window.from, ...taken.map(({ from }) => from)].filter(
    (instant) => instant >= window.from && instant < window.to,
  );
  const at = (instant: number): number =>
    taken
      .filter(({ from, to }) => from <= instant && instant < to)
      .reduce((sum, { places }) => sum + places, 0);
  return Math.max(...instants.map(at));
}

/** The places of every booking that is not listed are held by its claims, and no others are. */
async function expectPlaces(
  platform: TestPlatform,
  prefix: string,
  listed: ReadonlySet<string>,
): Promise<void> {
  const { capacityPerResource: size } = (await stored(
    prefix,
    "resources",
    "resources-capacity",
  ).findOne({})) as unknown as { capacityPerResource: number };
  const taken = await takenOf(prefix);
  const placed = taken.filter(({ id }) => !listed.has(id));
  expect(peak(placed)).toBeLessThanOrEqual(size);
  for (const booking of taken.filter(({ id }) => listed.has(id)))
    expect(peak(placed, booking) + booking.places).toBeGreaterThan(size);
  for (const startAt of starts) {
    const range = { optionId, from: startAt, to: startAt };
    const { items } = await call(platform.as(tenantId), availability.listAvailability, range);
    const from = Date.parse(startAt);
    const free = size - peak(placed, { from, to: from + 90 * 60_000 });
    expect([startAt, items[0]?.vacancies]).toEqual([startAt, free]);
  }
}

describe.each([
  ["older than places, of a time when the boat was larger", () => older],
  ["younger than places, of a time when the boat was larger", () => younger],
])("bookings %s", (direction, dumps) => {
  const prefix = `${name}_${direction.slice(0, 3)}`;
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await restored(prefix, dumps());
  });
  afterAll(() => platform?.stop());

  it("have their places again where they fit, and are listed where they do not", async () => {
    const before = await doctor(platform, false);
    expect(new Set(before.findings.map(({ kind }) => kind))).toContain("booking-places");
    const { findings, repaired = [] } = await doctor(platform);
    const anew = repaired.filter(({ kind }) => kind === "booking-places");
    expect(anew.length).toBeGreaterThan(0);
    expect(new Set(findings.map(({ kind }) => kind))).toEqual(new Set(["booking-places"]));
    for (const { detail } of findings) expect(detail).toMatch(/of \d+ places of Boat .* missing/);
    const listed = new Set(findings.map(({ id }) => id));
    await expectPlaces(platform, prefix, listed);

    // Nothing is left to be mended.
    const again = await doctor(platform);
    expect(again.repaired).toEqual([]);
    expect(new Set(again.findings.map(({ id }) => id))).toEqual(listed);
    await expectPlaces(platform, prefix, listed);
  });
});
