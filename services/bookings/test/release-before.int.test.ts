/** Documents of the release before on every path that reads them, and this release's documents after its writes. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { bookings } from "@slipway/contracts";
import { until } from "@slipway/dev/testing-until";
import type { BookingRecord } from "../src/record/booking.ts";
import { type Bench, iso, startBench, tenant } from "./bench.ts";
import { now, startAt } from "./builders.ts";
import { laterFields, storedBefore } from "./release-before.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await startBench(import.meta.url);
});
afterAll(() => bench.stop());
beforeEach(() => {
  bench.seats = 10;
});
afterEach(async () => {
  await bench.settle();
  bench.reset();
  await bench.collection.deleteMany({});
});

const asTenant = () => bench.as(tenant);
const rich = {
  endAt: iso(startAt + 7_200_000),
  customer: { fullName: "Ada Byron", "a.b": 1, $odd: ["x"] },
  notes: "Two steps",
  participants: { z: 1, a: 2 },
  idempotencyKey: "key",
};

/** Makes a booking and stores it as the release before does. Answers its record as this release reads it. */
async function createBefore(input: Parameters<Bench["create"]>[0] = rich): Promise<BookingRecord> {
  const record = await bench.create(input);
  await storeBefore(record.id);
  return { ...record, confirmedAt: null };
}

async function storeBefore(id: string): Promise<void> {
  await bench.settle();
  const document = await bench.collection.findOneAndDelete({ _id: id });
  if (!document) throw new Error("the booking is not stored");
  await bench.collection.insertOne(storedBefore(document) as never);
  bench.audited = bench.audited.map((entry) => ({ ...entry, after: recordBefore(entry.after) }));
}

/** An event as the release before delivers it to the audit log. */
function recordBefore(json: string | null): string | null {
  const record = JSON.parse(json ?? "{}") as Record<string, unknown>;
  for (const field of laterFields) delete record[field];
  return JSON.stringify(record);
}

async function isStoredBefore(id: string): Promise<boolean> {
  const document = await bench.collection.findOne({ _id: id });
  return document !== null && !("unitItems" in document);
}

it("get, list, search and change feed show them", async () => {
  const record = await createBefore();
  expect(await isStoredBefore(record.id)).toBe(true);
  expect(await call(asTenant(), bookings.getBooking, { id: record.id })).toEqual(record);
  const { reference } = record;
  const byName = [{ reference }, { search: reference.toLowerCase() }, { idempotencyKey: "key" }];
  for (const filters of [{}, { limit: 5 }, { limit: 5, search: "ada b" }, ...byName]) {
    const { items } = await call(asTenant(), bookings.listBookings, filters);
    expect(items).toEqual([record]);
  }
  const { items } = await call(asTenant(), bookings.listChanges, { updatedSince: iso(now) });
  expect(items).toEqual([record]);
});

it("a repeat finds them by idempotency key and by the channel's external id", async () => {
  const record = await createBefore();
  expect(await bench.create(rich)).toEqual(record);

  const origin = { channelConnectionId: "con", externalId: "ext" };
  const wanted = {
    optionId: "opt",
    startAt: iso(startAt),
    unitItems: [{ unitId: "adult", quantity: 1 }],
  };
  const input = { booking: wanted, supplierId: null, ...origin };
  const { booking: made } = await call(asTenant(), bookings.createChannelBooking, input);
  await storeBefore(made.id);
  const booking = { ...made, confirmedAt: null };
  expect(await call(asTenant(), bookings.findChannelBooking, origin)).toEqual({ booking });

  // A replica that reads them for its first list.
  await bench.restart();
  const items = [booking];
  const wantedOnes = { limit: 5, externalId: "ext" };
  const changes = { updatedSince: iso(0), externalId: "ext" };
  expect(await call(asTenant(), bookings.listBookings, wantedOnes)).toMatchObject({ items });
  expect(await call(asTenant(), bookings.listChanges, changes)).toMatchObject({ items });
  const others = { limit: 5, externalId: "con|ext" };
  expect(await call(asTenant(), bookings.listBookings, others)).toMatchObject({ items: [] });
});

it("the sweep expires their holds", async () => {
  const { id } = await createBefore({ status: "ON_HOLD" });
  bench.now += 24 * 3_600_000;
  await until(async () => (await bench.collection.findOne({ _id: id }))?.status === "EXPIRED");
  await bench.settle();
  expect((await call(asTenant(), bookings.getBooking, { id })).status).toBe("EXPIRED");
});

it("doctor finds nothing wrong with them, and what is wrong", async () => {
  const record = await createBefore();
  const { items } = await call(asTenant(), bookings.listClaimHolders, {});
  const uses = [{ resourceId: "boat", name: "Boat", places: 1, units: null, first: true }];
  expect(items).toMatchObject([{ bookingId: record.id, uses }]);
  expect(await call(asTenant(), bookings.examineBookings, {})).toEqual({
    bookings: 1,
    findings: [],
    unscheduled: [],
  });
  bench.audited = [];
  const { findings } = await call(asTenant(), bookings.examineBookings, {});
  expect(findings.map(({ kind }) => kind)).toEqual(["booking.audit"]);
});

it("a change or a transition stores their fields as fields, with every value", async () => {
  const record = await createBefore();
  const changed = await call(asTenant(), bookings.updateBooking, {
    id: record.id,
    expectedUpdatedAt: record.updatedAt,
    unitItems: [{ unitId: "adult", quantity: 2 }],
  });
  expect(await isStoredBefore(record.id)).toBe(false);
  expect(changed).toMatchObject({ ...rich, unitItems: [{ unitId: "adult", quantity: 2 }] });
  expect(await call(asTenant(), bookings.getBooking, { id: record.id })).toEqual(changed);

  const detailed = await createBefore({ ...rich, idempotencyKey: "other" });
  const named = await call(asTenant(), bookings.updateDetails, {
    id: detailed.id,
    expectedUpdatedAt: detailed.updatedAt,
    resellerReference: "AGENT-5531",
    customer: null,
  });
  const { updatedAt } = named;
  const own = { resellerReference: "AGENT-5531", customer: null, updatedAt };
  expect(named).toEqual({ ...detailed, ...own });
  expect(await call(asTenant(), bookings.getBooking, { id: detailed.id })).toEqual(named);

  const other = await createBefore({ notes: "n" });
  const cancelled = await call(asTenant(), bookings.cancelBooking, {
    id: other.id,
    reason: "rain",
  });
  expect(cancelled).toEqual({
    ...other,
    status: "CANCELLED",
    cancellationReason: "rain",
    cancelledAt: cancelled.updatedAt,
    cancelledInTime: true,
    updatedAt: cancelled.updatedAt,
  });
  const document = await bench.collection.findOne({ _id: other.id });
  expect(document).toMatchObject({ notes: "n", cancellationReason: "rain" });
  expect(await call(asTenant(), bookings.getBooking, { id: other.id })).toEqual(cancelled);
});
