import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { bookings } from "@slipway/contracts";
import { type Bench, startBench, tenant } from "./bench.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await startBench(import.meta.url);
});
afterAll(() => bench.stop());
afterEach(async () => {
  await bench.settle();
  bench.reset();
  await bench.collection.deleteMany({});
});

const create = async () => (await bench.create()).id;

it("bookings that name claims are listed in pages, over every tenant", async () => {
  bench.seats = 10;
  const mine = await create();
  const theirs = await bench.create({ status: "ON_HOLD" }, "other");
  const cancelled = await create();
  await call(bench.as(tenant), bookings.cancelBooking, { id: cancelled });
  const { items, next } = await call(bench.as(tenant), bookings.listClaimHolders, {});
  expect(next).toBeNull();
  expect(items).toHaveLength(2);
  expect(items).toContainEqual({
    bookingId: mine,
    tenantId: tenant,
    status: "CONFIRMED",
    expiresAt: null,
    claims: [{ claimId: `${mine}.0a`, ledger: "day" }],
  });
  expect(items).toContainEqual(
    expect.objectContaining({
      bookingId: theirs.id,
      tenantId: "other",
      expiresAt: theirs.expiresAt,
    }),
  );
});

it("bookings that do not add up are found, sound ones are counted", async () => {
  await create();
  const id = await create();
  const examine = () => call(bench.as(tenant), bookings.examineBookings, {});
  expect(await examine()).toEqual({ bookings: 2, findings: [] });
  const { particulars = "" } = (await bench.collection.findOne({ _id: id })) ?? {};
  const changed = particulars.replace('"retail":1000', '"retail":1001');
  await bench.collection.updateOne({ _id: id }, { $set: { particulars: changed } });
  expect(await examine()).toEqual({
    bookings: 2,
    findings: [{ kind: "booking.price", id, detail: "lines sum to 1000, the total is 1001" }],
  });
});
