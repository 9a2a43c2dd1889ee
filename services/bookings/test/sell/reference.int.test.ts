/** The reference of a booking: one of each in a tenant. */
import { describe, expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { bookings } from "@slipway/contracts";
import type { BookingRecord } from "../../src/record/booking.ts";
import { referenceOf } from "../../src/record/reference.ts";
import { seatsTaken, benchForFile, tenant } from "../bench.ts";
import { aBooking } from "../builders.ts";

const bench = benchForFile(import.meta.url);

const get = (id: string): Promise<BookingRecord> =>
  call(bench.as(tenant), bookings.getBooking, { id });

/** Another booking of the tenant that has this reference. */
async function take(reference: string): Promise<void> {
  const id = `bkg_${reference}`;
  const booking = aBooking({ _id: id, uuid: id, reference });
  await bench.collection.insertOne({ ...booking, live: true, outbox: [] });
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
