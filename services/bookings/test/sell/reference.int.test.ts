/** The reference of a booking: one of each in a tenant, for all readers and of either release. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type Request, call } from "@slipway/broker";
import { bookings } from "@slipway/contracts";
import { until } from "@slipway/dev/testing-until";
import type { BookingRecord } from "../../src/record/booking.ts";
import { referenceOf } from "../../src/record/reference.ts";
import { type Bench, iso, seatsTaken, startBench, tenant } from "../bench.ts";
import { aBooking, now } from "../builders.ts";
import { storedBefore } from "../release-before.ts";

let bench: Bench;
let replica: Request;
beforeAll(async () => {
  bench = await startBench(import.meta.url);
  replica = await bench.replica();
});
afterAll(() => bench.stop());
beforeEach(() => bench.collection.deleteMany({}));
afterEach(async () => {
  await bench.settle();
  bench.reset();
});

const get = (id: string, request = bench.as(tenant)): Promise<BookingRecord> =>
  call(request, bookings.getBooking, { id });

const storedReference = async (id: string): Promise<string | undefined> =>
  (await bench.collection.findOne({ _id: id }))?.reference;

/** A booking as the release before inserts it. */
async function insertBefore(id: string, overrides: Parameters<typeof aBooking>[0] = {}) {
  const booking = aBooking({ _id: id, uuid: id, ...overrides });
  await bench.collection.insertOne({ ...storedBefore(booking), live: true, outbox: [] } as never);
}

/** Another booking of the tenant that has this reference. */
async function take(reference: string): Promise<void> {
  const id = `bkg_${reference}`;
  await insertBefore(id);
  await bench.collection.updateOne({ _id: id }, { $set: { reference } });
}

describe("a new booking", () => {
  it("takes its next reference where another booking has the first, and answers that one", async () => {
    let id = "";
    bench.before["resourcesCapacity.claimCapacity"] = async ({ bookingId }) => {
      id = bookingId;
      await take(referenceOf(id, 0));
    };
    const made = await bench.create();
    expect(made).toMatchObject({ id, reference: referenceOf(id, 1) });
    expect(await get(id)).toEqual(made);
    expect(seatsTaken(bench)).toBe(1);
    await bench.settle();
    expect(bench.audited.map(({ after }) => JSON.parse(after ?? "") as unknown)).toEqual([made]);
  });

  it("may have the reference of another tenant's booking", async () => {
    let id = "";
    bench.before["resourcesCapacity.claimCapacity"] = async ({ bookingId }) => {
      id = bookingId;
      await take(referenceOf(id, 0));
    };
    const made = await bench.create({}, "other");
    expect(made).toMatchObject({ id, reference: referenceOf(id, 0) });
  });
});

describe("a booking of the release before", () => {
  it("gets its reference at its first read, the same for all readers, and nothing else changes", async () => {
    await insertBefore("bkg_1");
    const before = await bench.collection.findOne({ _id: "bkg_1" });
    const records = await Promise.all([get("bkg_1"), get("bkg_1", replica), get("bkg_1")]);
    const reference = referenceOf("bkg_1", 0);
    expect(records.map((record) => record.reference)).toEqual([reference, reference, reference]);
    expect(await bench.collection.findOne({ _id: "bkg_1" })).toEqual({ ...before, reference });
  });

  it.each([
    ["list", bookings.listBookings, {}],
    ["page of a list", bookings.listBookings, { limit: 5 }],
    ["change feed", bookings.listChanges, { updatedSince: iso(now) }],
  ] as const)("gets it in a %s, too", async (_, contract, input) => {
    await insertBefore("bkg_1");
    const { items } = await call(bench.as(tenant), contract as typeof bookings.listChanges, input);
    expect(items.map(({ reference }) => reference)).toEqual([referenceOf("bkg_1", 0)]);
    expect(await storedReference("bkg_1")).toBe(referenceOf("bkg_1", 0));
  });

  it("gets its next one where another booking has the first, also for two readers at once", async () => {
    await take(referenceOf("bkg_1", 0));
    await insertBefore("bkg_1");
    const records = await Promise.all([get("bkg_1"), get("bkg_1", replica)]);
    const reference = referenceOf("bkg_1", 1);
    expect(records.map((record) => record.reference)).toEqual([reference, reference]);
    expect((await get("bkg_1", replica)).reference).toBe(reference);
  });

  it("gets it when it is changed, and the change's event has it", async () => {
    await insertBefore("bkg_1");
    await call(bench.as(tenant), bookings.cancelBooking, { id: "bkg_1" });
    await bench.settle();
    const [event] = bench.audited;
    expect(JSON.parse(event?.after ?? "")).toMatchObject({ reference: referenceOf("bkg_1", 0) });
  });

  it("gets it when the sweep expires its hold", async () => {
    await insertBefore("bkg_1", { status: "ON_HOLD", expiresAt: new Date(now - 1) });
    await until(async () => (await storedReference("bkg_1")) === referenceOf("bkg_1", 0));
    await until(() => bench.audited.length === 1);
    expect(JSON.parse(bench.audited[0]?.after ?? "")).toMatchObject({
      status: "EXPIRED",
      reference: referenceOf("bkg_1", 0),
    });
  });
});
