/**
 * The rule that decides a transition and the write that is guarded agree: a write changes the booking if its decision
 * still stands when it arrives, and finds nothing otherwise. The bookings are drawn from a seed. About a hold the write
 * alone says what the rule says at the engine's own time.
 */
import assert from "node:assert";
import { beforeAll, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { makeIndexes, openCollections, openDatabase } from "@slipway/store";
import { testDatabase } from "@slipway/store/testing";
import fc from "fast-check";
import {
  type BookingCollection,
  type BookingStore,
  bookingStore,
} from "../../src/record/booking-store.ts";
import { fieldsOf } from "../../src/record/booking-document.ts";
import {
  type Booking,
  type BookingStatus,
  type Decision,
  decideApprove,
  decideCancel,
  decideConfirm,
  decideExpire,
  decideExtend,
  decideReject,
} from "../../src/record/booking.ts";
import { collections } from "../../src/schema.ts";
import { aBooking, now } from "../builders.ts";

let collection: BookingCollection;
let store: BookingStore;
/** The time that the engine compares with. */
let engineNow = now;

const database = forThisFile(async () => {
  const { uri, name } = testDatabase(import.meta.url);
  return openDatabase(uri, name);
});
beforeAll(async () => {
  await makeIndexes(database.connection, collections);
  ({ bookings: collection } = openCollections(database.connection, collections));
  store = bookingStore(collection, () => new Date(engineNow));
});

const transitions: Record<string, (booking: Booking, at: number) => Decision> = {
  confirm: (booking, at) => decideConfirm(booking, false, at),
  approve: decideApprove,
  reject: (booking, at) => decideReject(booking, null, at),
  cancel: (booking, at) => decideCancel(booking, { reason: null, cutoff: at, force: false }, at),
  extend: (booking, at) => decideExtend(booking, 5, at),
  expire: decideExpire,
};
const statuses: BookingStatus[] = [
  "ON_HOLD",
  "PENDING",
  "CONFIRMED",
  "CANCELLED",
  "REJECTED",
  "EXPIRED",
];

interface Case {
  status: BookingStatus;
  verb: string;
  /** When the hold ends, from the instant of the decision. */
  endsInMs: number;
  /** How much later than the decision the write arrives. */
  laterMs: number;
  /** The change that another request has made in between. */
  meanwhile: string;
}

const cases: fc.Arbitrary<Case> = fc.record({
  status: fc.constantFrom("ON_HOLD", "ON_HOLD", "ON_HOLD", ...statuses),
  verb: fc.constantFrom(...Object.keys(transitions)),
  endsInMs: fc.constantFrom(-60_000, -1, 0, 1, 60_000),
  laterMs: fc.constantFrom(0, 0, 1, 1_000),
  meanwhile: fc.constantFrom("nothing", "nothing", "revision", "status"),
});

/** Inserts the booking, reads and decides, lets others write, and writes what was decided. */
async function carryOut(drawn: Case, _id: string) {
  const { status, verb, endsInMs, laterMs, meanwhile } = drawn;
  const isTimed = status === "ON_HOLD" || status === "EXPIRED";
  const expiresAt = isTimed ? new Date(now + endsInMs) : null;
  const booking = aBooking({
    _id,
    reference: _id,
    status,
    expiresAt,
    updatedAt: new Date(now - 1),
  });
  await collection.insertOne({ ...fieldsOf(booking), live: true, outbox: [] });
  const read = await store.get(booking.tenantId, _id);
  assert(read, "it was inserted");
  const decision = transitions[verb]?.(read, now);
  const other = status === "CANCELLED" ? "REJECTED" : "CANCELLED";
  if (meanwhile === "revision") await collection.updateOne({ _id }, { $inc: { revision: 1 } });
  if (meanwhile === "status") await collection.updateOne({ _id }, { $set: { status: other } });
  engineNow = now + laterMs;
  const isWritten = await store.change(read, {
    set: decision?.ok === true ? decision.set : { status, expiresAt },
    updatedAt: new Date(now),
    event: { id: `evt-${_id}`, at: new Date(now) } as never,
    hold: verb === "expire" ? "lapsed" : "pending",
  });
  const stored = await store.get(booking.tenantId, _id);
  return { read, decision, isWritten, stored };
}

/** Whether a transition finds an unchanged booking, by the rule, at the engine's time. */
function isStillDue({ verb }: Case, read: Booking): boolean {
  const { status, expiresAt } = read;
  // In other states the write asks only that they are as they were read; time does not change them.
  if (status !== "ON_HOLD" || verb === "approve")
    return status !== "ON_HOLD" || Number(expiresAt) > engineNow;
  return transitions[verb]?.(read, engineNow).ok === true;
}

it("agree on bookings drawn from a seed", async () => {
  let count = 0;
  const outcomes = new Set<string>();
  const agrees = async (drawn: Case): Promise<void> => {
    const { read, decision, isWritten, stored } = await carryOut(drawn, `bkg${++count}`);
    const isDue = drawn.meanwhile === "nothing" && isStillDue(drawn, read);
    expect({ drawn, isWritten }).toEqual({ drawn, isWritten: isDue });
    const decided = isDue && decision?.ok === true ? decision.set : {};
    const untouched = { updatedAt: read.updatedAt };
    expect(stored).toMatchObject(isDue ? { ...decided, updatedAt: new Date(now) } : untouched);
    outcomes.add(`${drawn.verb} ${decision?.ok === true} ${isWritten}`);
  };
  await fc.assert(fc.asyncProperty(cases, agrees), { seed: 6, numRuns: 300 });
  const expected = Object.keys(transitions).map((verb) => `${verb} true true`);
  expect([...outcomes]).toEqual(expect.arrayContaining([...expected, "confirm true false"]));
});
