/** Details of bookings: replaced in every status, by a token; they touch neither places nor price. */
import { describe, expect, it } from "@jest/globals";
import { call, refusalOf, refuse } from "@slipway/broker";
import { bookings, customers } from "@slipway/contracts";
import { until } from "@slipway/dev/testing-until";
import type { BookingRecord, BookingStatus } from "../../src/record/booking.ts";
import { everySeat, iso, seatsTaken, benchForFile, tenant } from "../bench.ts";
import { aBooking, now, startAt } from "../builders.ts";
import { fieldsOf } from "../../src/record/booking-document.ts";

const bench = benchForFile(import.meta.url);

type Details = Omit<
  Parameters<typeof call<typeof bookings.updateDetails>>[2],
  "id" | "expectedUpdatedAt"
>;

const asKey = () => bench.as(tenant);
const get = (id: string) => call(asKey(), bookings.getBooking, { id });
const put = (
  { id, updatedAt }: Pick<BookingRecord, "id" | "updatedAt">,
  details: Details,
  request = asKey(),
) => call(request, bookings.updateDetails, { id, expectedUpdatedAt: updatedAt, ...details });

async function refusalOfWork(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return refusalOf(error);
}

const all = {
  customer: { name: "Bea", "a.$b": { z: 1, a: [null] } },
  notes: "by the window",
  resellerReference: "AGENT-1",
  externalId: "ORD-1",
  metadata: { campaign: "spring" },
};

describe("the details of a booking", () => {
  it("are replaced one by one, null clears, and the rest stays", async () => {
    const made = await bench.create({ customer: { name: "Ada" }, notes: "early" });
    const replaced = await put(made, all);
    expect(replaced).toEqual({ ...made, ...all, updatedAt: iso(now + 1) });
    expect(await get(made.id)).toEqual(replaced);
    const cleared = await put(replaced, { customer: null, metadata: null });
    expect(cleared).toEqual({
      ...replaced,
      customer: null,
      metadata: {},
      updatedAt: iso(now + 2),
    });
    expect(await get(made.id)).toEqual(cleared);
  });

  it("are recorded by one event, without a call to capacity", async () => {
    const made = await bench.create();
    await bench.settle();
    bench.calls.length = 0;
    const replaced = await put(made, { notes: "late" });
    await bench.settle();
    expect(bench.audited.slice(1)).toMatchObject([{ action: "booking.update-details" }]);
    const [, { before, after } = { before: "", after: "" }] = bench.audited;
    expect([before, after].map((json) => JSON.parse(json ?? "") as unknown)).toEqual([
      made,
      replaced,
    ]);
    expect(bench.calls.filter((name) => name.startsWith("resourcesCapacity"))).toEqual([]);
    const { findings } = await call(asKey(), bookings.examineBookings, {});
    expect(findings).toEqual([]);
  });

  it("without a difference use the token up and record nothing", async () => {
    const made = await bench.create({ notes: "early" });
    const replaced = await put(made, { notes: "early" });
    expect(replaced).toEqual({ ...made, updatedAt: iso(now + 1) });
    expect(await refusalOfWork(put(made, { notes: "late" }))).toMatchObject({
      code: "VERSION_CONFLICT",
    });
    await bench.settle();
    expect(bench.audited.map(({ action }) => action)).toEqual(["booking.create"]);
  });

  it("of two changes by one token take one", async () => {
    const made = await bench.create();
    const replica = await bench.replica();
    const works = [put(made, { notes: "one" }), put(made, { notes: "other" }, replica)];
    const codes = await Promise.all(
      works.map(async (work) => (await refusalOfWork(work))?.code ?? "DONE"),
    );
    expect(codes.toSorted()).toEqual(["DONE", "VERSION_CONFLICT"]);
  });

  it("have metadata of at most 16 KiB", async () => {
    const made = await bench.create();
    const bytes = 16 * 1024 - JSON.stringify({ text: "" }).length;
    const replaced = await put(made, { metadata: { text: "x".repeat(bytes) } });
    const work = put(replaced, { metadata: { text: "x".repeat(bytes + 1) } });
    expect(await refusalOfWork(work)).toMatchObject({
      details: { errors: [{ pointer: "#/metadata", code: "TOO_BIG" }] },
    });
  });
});

describe("in any status", () => {
  const statuses = ["ON_HOLD", "PENDING", "CONFIRMED", "CANCELLED", "REJECTED", "EXPIRED"] as const;

  it.each(statuses)("%s, details are replaced and the status stays", async (status) => {
    const made = await inStatus(status, now + 60_000);
    const replaced = await put(made, { notes: "late" });
    expect(replaced).toEqual({ ...made, notes: "late", updatedAt: replaced.updatedAt });
  });

  it("also of a hold that has run out, swept or not; it stays expired", async () => {
    const made = await inStatus("ON_HOLD", now + 1_000);
    bench.now += 1_000;
    const work = async (): Promise<BookingRecord> => put(await get(made.id), { notes: "late" });
    // The sweep may be first: then the token has moved on.
    const replaced = await work().catch(work);
    expect(replaced).toMatchObject({ status: "EXPIRED", notes: "late" });
    await until(
      async () => (await bench.collection.findOne({ _id: made.id }))?.status === "EXPIRED",
    );
    expect(await get(made.id)).toMatchObject({ status: "EXPIRED", notes: "late" });
  });

  async function inStatus(status: BookingStatus, expiresAt: number): Promise<BookingRecord> {
    const isTimed = status === "ON_HOLD" || status === "EXPIRED";
    const expiry = isTimed ? new Date(expiresAt) : null;
    const booking = aBooking({ _id: "bkg_1", status, expiresAt: expiry });
    await bench.collection.insertOne({ ...fieldsOf(booking), live: true, outbox: [] });
    return get("bkg_1");
  }
});

describe("a channel's booking", () => {
  async function aChannelBooking(): Promise<BookingRecord> {
    const booking = {
      optionId: "opt",
      startAt: iso(startAt),
      unitItems: [{ unitId: "adult", quantity: 1 }],
    };
    const origin = { channelConnectionId: "con", externalId: "ext" };
    const input = { booking, supplierId: null, ...origin };
    return (await call(asKey(), bookings.createChannelBooking, input)).booking;
  }

  it.each([["other"], ["ext"], [null]])("keeps its external id against %p", async (externalId) => {
    const made = await aChannelBooking();
    expect(await refusalOfWork(put(made, { externalId, notes: "late" }))).toMatchObject({
      code: "VALIDATION_FAILED",
      details: { errors: [{ in: "body", pointer: "#/externalId", code: "IMMUTABLE_FIELD" }] },
    });
    expect(await get(made.id)).toEqual(made);
  });

  it("takes other details", async () => {
    const made = await aChannelBooking();
    expect(await put(made, { notes: "late" })).toMatchObject({ externalId: "ext", notes: "late" });
  });
});

describe("the erasure of a customer", () => {
  const asUser = () => bench.as(tenant, { actorType: "USER", actorId: "usr" });
  const emailAddress = "ilaria@example.com";
  const erase = (request = asUser()) => call(request, customers.eraseCustomer, { emailAddress });
  const customer = { name: "Ilaria", emailAddress: "Ilaria@Example.com" };
  const personal = { customer, notes: "Ilaria likes the bow", participants: { names: ["Ilaria"] } };
  const none = { customer: null, notes: null, participants: null };

  it("takes them out of all of their bookings, once, and leaves places and others", async () => {
    const held = await bench.create({ ...personal, status: "ON_HOLD" });
    const sold = await bench.create({ ...personal, idempotencyKey: "sold" });
    const other = await bench.create({ customer: { emailAddress: "ilaria@example.com.au" } });
    const taken = seatsTaken(bench);
    expect(await erase()).toEqual({ bookings: 2 });
    const erasedAt = iso(now + 1);
    const left = { ...held, ...none, erasedAt, updatedAt: erasedAt };
    expect(await get(held.id)).toEqual(left);
    const again = await call(asKey(), bookings.createBooking, {
      optionId: "opt",
      startAt: iso(startAt),
      unitItems: everySeat,
      idempotencyKey: "sold",
    });
    expect(again).toMatchObject({ replayed: true, booking: { id: sold.id, ...none, erasedAt } });
    expect(await get(other.id)).toEqual(other);
    expect(seatsTaken(bench)).toBe(taken);
    const found = await call(asKey(), bookings.listBookings, { search: "ilaria@example.com" });
    expect(found.items.map(({ id }) => id)).toEqual([other.id]);
    expect(await erase()).toEqual({ bookings: 0 });
    await bench.settle();
    const entries = bench.audited.filter(({ action }) => action === "booking.erase");
    expect(entries.map(({ entityId }) => entityId).toSorted()).toEqual(
      [held.id, sold.id].toSorted(),
    );
    expect(JSON.stringify(entries).toLowerCase()).not.toContain("ilaria");
    expect((await call(asKey(), bookings.examineBookings, {})).findings).toEqual([]);
  });

  it("reaches the log after all earlier events of the booking, however late", async () => {
    let isRefused = true;
    bench.before["audit.appendEntries"] = async ({
      entries,
    }: {
      entries: { action: string }[];
    }) => {
      if (isRefused && entries.some(({ action }) => action === "booking.create"))
        throw refuse("VALIDATION_FAILED");
      return Promise.resolve();
    };
    const made = await bench.create({ ...personal });
    const isCreationTold = () => bench.audited.some(({ action }) => action === "booking.create");
    const toldBefore: boolean[] = [];
    bench.before["audit.eraseEntries"] = async ({ entityId }: { entityId: string }) => {
      expect(entityId).toBe(made.id);
      toldBefore.push(isCreationTold());
      return Promise.resolve();
    };
    // The log refuses the event of the booking so often that it becomes a dead letter.
    await until(async () => (await bench.deadLetters.countDocuments({})) > 0);
    expect(await erase()).toEqual({ bookings: 1 });
    await until(() => bench.audited.some(({ action }) => action === "booking.erase"));
    expect([isCreationTold(), toldBefore]).toEqual([false, []]);
    isRefused = false;
    await bench.settle();
    // The relay may repeat it.
    expect([...new Set(toldBefore)]).toEqual([true]);
  });

  it("is not done while the log lacks an older event of another customer's booking", async () => {
    const replaced = await bench.create({ customer: { emailAddress: "fosca@example.com" } });
    let isRefused = true;
    bench.before["audit.appendEntries"] = () =>
      isRefused ? Promise.reject(refuse("VALIDATION_FAILED")) : Promise.resolve();
    await put(replaced, { customer: { name: "Ben" } });
    await until(async () => (await bench.deadLetters.countDocuments({})) > 0);
    let isSearched = false;
    bench.before["audit.eraseEntriesOf"] = () => {
      isSearched = true;
      return Promise.resolve();
    };
    const wanted = { emailAddress: "fosca@example.com" };
    const short = { ...asUser(), deadline: Date.now() + 5_000 };
    const refused = await refusalOfWork(call(short, customers.eraseCustomer, wanted));
    expect([refused, isSearched]).toMatchObject([{ code: "SERVICE_UNAVAILABLE" }, false]);
    isRefused = false;
    await bench.settle();
    expect(await call(asUser(), customers.eraseCustomer, wanted)).toEqual({ bookings: 0 });
    expect(isSearched).toBe(true);
  });

  it.each(["müller@example.de", "a/b@example.com", "marta@localhost"])(
    "takes any address that bookings have: %s",
    async (address) => {
      const made = await bench.create({ customer: { email: address } });
      const given = { emailAddress: ` ${address.toUpperCase()} ` };
      expect(await call(asUser(), customers.eraseCustomer, given)).toEqual({ bookings: 1 });
      expect(await get(made.id)).toMatchObject({ customer: null });
    },
  );
});
