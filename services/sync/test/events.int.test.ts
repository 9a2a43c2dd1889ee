import { beforeAll, describe, expect, it } from "@jest/globals";
import { type Request, call } from "@slipway/broker";
import { audit, bookings, catalog, customers, sync } from "@slipway/contracts";
import { type Ferry, aFerry } from "@slipway/dev/testing-ferry";
import { type SharedPlatform, sharedPlatform } from "@slipway/dev/testing-platform";
import { until } from "@slipway/dev/testing-until";
import { type Channel, aChannel, ended, oneAdult, send } from "./channel-bench.ts";

let platform: SharedPlatform;
let as: () => Request;
let ferry: Ferry;
let channel: Channel;

beforeAll(async () => {
  platform = await sharedPlatform();
  const tenantId = await platform.aTenant();
  as = () => platform.as(tenantId);
  ferry = await aFerry(as(), 20);
  channel = await aChannel(as(), { code: "viator" });
});

const create = (externalId: string, more: object = {}) =>
  send(as(), channel, "BOOKING_CREATE", { ...oneAdult(ferry), ...more, externalId });

describe("a booking of a channel", () => {
  it("is made with the channel as its source, and found again by its external id", async () => {
    const event = await create("V-1");
    expect(event).toMatchObject({ status: "RECEIVED", attempts: 0, bookingId: null, error: null });
    const done = await ended(as, event);
    expect(done).toMatchObject({ status: "PROCESSED", attempts: 1, error: null });
    const booking = await call(as(), bookings.getBooking, { id: done.bookingId ?? "" });
    expect(booking).toMatchObject({
      status: "CONFIRMED",
      source: "viator",
      sourceChannelConnectionId: channel.id,
      externalId: "V-1",
    });
    const again = await ended(as, await create("V-1", { customer: { name: "Another" } }));
    expect(again).toMatchObject({ status: "PROCESSED", bookingId: done.bookingId });
    const listed = await call(as(), bookings.listBookings, { source: "viator" });
    expect(listed.items.map(({ id }) => id)).toEqual([done.bookingId]);
  });

  it("belongs to its channel alone: another has one of the same name", async () => {
    const other = await aChannel(as(), { code: "musement" });
    const first = await ended(as, await create("SAME"));
    const payload = { ...oneAdult(ferry), externalId: "SAME" };
    const second = await ended(as, await send(as(), other, "BOOKING_CREATE", payload));
    expect(second.status).toBe("PROCESSED");
    expect(second.bookingId).not.toBe(first.bookingId);
  });

  it("is held, confirmed and cancelled in the order of its events, however fast they come", async () => {
    const events = [await create("V-2", { status: "ON_HOLD" })];
    const named = { externalId: "V-2" };
    events.push(await send(as(), channel, "BOOKING_CONFIRM", named));
    events.push(await send(as(), channel, "BOOKING_CANCEL", { ...named, reason: "Rain" }));
    const done = await Promise.all(events.map((event) => ended(as, event)));
    expect(done.map(({ status }) => status)).toEqual(["PROCESSED", "PROCESSED", "PROCESSED"]);
    expect(new Set(done.map(({ bookingId }) => bookingId)).size).toBe(1);
    const booking = await call(as(), bookings.getBooking, { id: done[0]?.bookingId ?? "" });
    expect(booking).toMatchObject({ status: "CANCELLED", cancellationReason: "Rain" });
    await platform.settle();
    const { items: log } = await call(as(), audit.listLog, { entityId: booking.id });
    expect(log.map(({ action }) => action)).toEqual([
      "booking.cancel",
      "booking.confirm",
      "booking.create",
    ]);
    // Delivered under the name of the event's sender, with the channel as the source.
    for (const entry of log)
      expect(entry).toMatchObject({ actorType: "API_KEY", actorId: "key_test", source: "viator" });
  });

  it("may be changed only while the channel hears of it", async () => {
    const { bookingId } = await ended(as, await create("V-3"));
    const id = bookingId ?? "";
    const change = async () => {
      const { updatedAt: expectedUpdatedAt } = await call(as(), bookings.getBooking, { id });
      const unitItems = [{ unitId: ferry.unitId, quantity: 2 }];
      return call(as(), bookings.updateBooking, { id, expectedUpdatedAt, unitItems });
    };
    await expect(change()).rejects.toMatchObject({ type: "CHANNEL_NOT_SUBSCRIBED" });
    const stale = { id, expectedUpdatedAt: "2020-01-01T00:00:00Z", participants: {} };
    await expect(call(as(), bookings.updateBooking, stale)).rejects.toMatchObject({
      type: "VERSION_CONFLICT",
    });
    await call(as(), sync.updateChannel, { id: channel.id, notificationTypes: ["BOOKING_UPDATE"] });
    expect(await change()).toMatchObject({ unitItems: [{ quantity: 2 }] });
    await call(as(), sync.updateChannel, { id: channel.id, notificationTypes: [] });
    await expect(change()).rejects.toMatchObject({ type: "CHANNEL_NOT_SUBSCRIBED" });
  });
});

describe("an event", () => {
  it("is answered by its first one when its id is repeated, with whatever else", async () => {
    const input = {
      id: channel.id,
      externalEventId: "once",
      type: "BOOKING_CREATE",
      payload: { ...oneAdult(ferry), externalId: "V-4" },
    } as const;
    const both = await Promise.all([
      call(as(), sync.acceptEvent, input),
      call(as(), sync.acceptEvent, { ...input, payload: { other: true } }),
    ]);
    expect(both.filter(({ repeated }) => repeated)).toHaveLength(1);
    expect(both[0].event.id).toBe(both[1].event.id);
  });

  it.each([
    ["a booking that does not exist", "BOOKING_CONFIRM", { externalId: "nobody" }, "NOT_FOUND"],
    ["a payload without externalId", "BOOKING_CANCEL", {}, "VALIDATION_FAILED"],
    ["a booking of no shape", "BOOKING_CREATE", { externalId: "V-5" }, "VALIDATION_FAILED"],
  ] as const)("fails for %s", async (_what, type, payload, error) => {
    const done = await ended(as, await send(as(), channel, type, payload));
    expect(done).toMatchObject({ status: "FAILED", error, attempts: 1 });
  });

  it.each([
    [{ optionId: "opt_none" }, "NOT_FOUND"],
    [{ startAt: "2027-07-01T08:01:00Z" }, "NOT_A_DEPARTURE"],
    [{ backdated: true }, "SESSION_REQUIRED"],
    [{ unitItems: [{ unitId: "u", quantity: 1 }] }, "UNKNOWN_UNIT"],
  ])("fails with the code that the API would refuse %j with", async (more, error) => {
    const done = await ended(as, await create(`refused ${error}`, more));
    expect(done).toMatchObject({ status: "FAILED", error, bookingId: null });
  });

  it("of a supplier's channel books that supplier's options alone", async () => {
    // It booked any supplier's.
    const { supplierId } = await call(as(), catalog.getOptionFacts, { optionId: ferry.optionId });
    const own = await aChannel(as(), { supplierId });
    const stranger = await aFerry(as(), 5);
    const book = async (of: typeof ferry, externalId: string) => {
      const payload = { ...oneAdult(of), externalId };
      return ended(as, await send(as(), own, "BOOKING_CREATE", payload));
    };
    const mismatch = { status: "FAILED", error: "SUPPLIER_MISMATCH", bookingId: null };
    expect(await book(stranger, "V-8")).toMatchObject(mismatch);
    const booked = await book(ferry, "V-8");
    expect(booked).toMatchObject({ status: "PROCESSED", error: null });
    // A name that is known comes before the supplier, the shape before both.
    const { bookingId } = booked;
    expect(await book(stranger, "V-8")).toMatchObject({ status: "PROCESSED", bookingId });
    const shapeless = { externalId: "V-8", optionId: 5 };
    const failed = await ended(as, await send(as(), own, "BOOKING_CREATE", shapeless));
    expect(failed).toMatchObject({ status: "FAILED", error: "VALIDATION_FAILED" });
    const again = async (type: "BOOKING_CANCEL" | "BOOKING_CONFIRM") =>
      ended(as, await send(as(), own, type, { externalId: "V-8" }));
    expect(await again("BOOKING_CONFIRM")).toMatchObject({ error: "INVALID_STATE", bookingId });
    // While the channel is another supplier's, it knows nothing of this one's booking.
    const theirs = await call(as(), catalog.getOptionFacts, { optionId: stranger.optionId });
    await call(as(), sync.updateChannel, { id: own.id, supplierId: theirs.supplierId });
    expect(await again("BOOKING_CANCEL")).toMatchObject({ status: "FAILED", error: "NOT_FOUND" });
    await call(as(), sync.updateChannel, { id: own.id, supplierId });
    expect(await again("BOOKING_CANCEL")).toMatchObject({ status: "PROCESSED", bookingId });
    expect(await again("BOOKING_CANCEL")).toMatchObject({ error: "INVALID_STATE", bookingId });
  });

  it("can be carried out again once what stood in its way is gone, and only then", async () => {
    const small = await aFerry(as(), 1);
    const taken = await call(as(), bookings.createBooking, oneAdult(small));
    const payload = { ...oneAdult(small), externalId: "V-6" };
    const event = await ended(as, await send(as(), channel, "BOOKING_CREATE", payload));
    expect(event).toMatchObject({ status: "FAILED", error: "CAPACITY_EXHAUSTED" });
    await call(as(), bookings.cancelBooking, { id: taken.booking.id });
    const again = await call(as(), sync.reprocessEvent, { id: event.id });
    expect(again).toMatchObject({ status: "RECEIVED", error: null });
    const done = await ended(as, event);
    expect(done).toMatchObject({ status: "PROCESSED", attempts: 2, error: null });
    await expect(call(as(), sync.reprocessEvent, { id: event.id })).rejects.toMatchObject({
      type: "INVALID_STATE",
    });
  });

  it("is refused by a channel that is disabled, unless it was there before", async () => {
    const other = await aChannel(as());
    const input = {
      id: other.id,
      externalEventId: "before",
      type: "BOOKING_CONFIRM",
      payload: {},
    } as const;
    await call(as(), sync.acceptEvent, input);
    await call(as(), sync.updateChannel, { id: other.id, status: "DISABLED" });
    expect(await call(as(), sync.acceptEvent, input)).toMatchObject({ repeated: true });
    const after = { ...input, externalEventId: "after" };
    await expect(call(as(), sync.acceptEvent, after)).rejects.toMatchObject({
      type: "INVALID_STATE",
    });
  });

  it("of thirty at once for one booking is carried out in the order of their answers", async () => {
    await ended(as, await create("V-7", { status: "ON_HOLD" }));
    const sent = [];
    for (let index = 0; index < 30; index++) {
      const type = index === 17 ? "BOOKING_CANCEL" : "BOOKING_CONFIRM";
      sent.push(await send(as(), channel, type, { externalId: "V-7" }));
    }
    const done = await Promise.all(sent.map((event) => ended(as, event)));
    expect(done.map(({ status }) => status)).toEqual(
      sent.map((_, index) => (index === 0 || index === 17 ? "PROCESSED" : "FAILED")),
    );
  });

  it("is listed newest first, by status and channel, page by page", async () => {
    const other = await aChannel(as());
    const sent = [];
    for (let index = 0; index < 5; index++)
      sent.push((await send(as(), other, "BOOKING_CANCEL", { externalId: `L-${index}` })).id);
    const ofOther = { channelConnectionId: other.id };
    const first = await call(as(), sync.listEvents, { ...ofOther, limit: 3 });
    expect(first.items).toHaveLength(3);
    const cursor = first.nextCursor ?? "";
    const second = await call(as(), sync.listEvents, { ...ofOther, limit: 3, cursor });
    const listed = [...first.items, ...second.items].map(({ id }) => id);
    expect(listed).toEqual(sent.toSorted().toReversed());
    expect(second.nextCursor).toBeNull();
    await until(async () => {
      const failed = await call(as(), sync.listEvents, { ...ofOther, status: "FAILED" });
      return failed.items.length === 5 ? failed : undefined;
    });
    await expect(call(as(), sync.listEvents, { cursor: "x" })).rejects.toMatchObject({
      type: "VALIDATION_FAILED",
    });
  });
});

describe("an erased customer", () => {
  it("is gone from the events of the booking, and from the log's entries about them", async () => {
    const customer = { name: "Ilaria", emailAddress: "ilaria@example.com" };
    const more = {
      customer,
      notes: "Ilaria is late",
      guestPhone: "ilaria's",
      resellerReference: "R",
    };
    const event = await ended(as, await create("ERASED", more));
    const asUser: Request = { ...as(), caller: { ...as().caller, actorType: "USER" } };
    const { emailAddress } = customer;
    const failed = await ended(as, await create("NO-BOOKING", { ...more, optionId: "opt_none" }));
    expect(failed).toMatchObject({ status: "FAILED", bookingId: null });
    const another = { customer: { emailAddress: "laria@example.com" }, optionId: "opt_none" };
    const kept = await ended(as, await create("ANOTHER", another));
    expect(await call(asUser, customers.eraseCustomer, { emailAddress })).toEqual({ bookings: 1 });
    expect((await call(as(), sync.getEvent, { id: kept.id })).payload).toEqual(kept.payload);
    await platform.settle();
    // Another relay continues with what the first has delivered.
    await platform.settle();
    const { payload } = await call(as(), sync.getEvent, { id: event.id });
    expect(payload).toEqual({ ...oneAdult(ferry), externalId: "ERASED", resellerReference: "R" });
    for (const entityId of [event.id, failed.id, event.bookingId ?? ""]) {
      const { items: entries } = await call(as(), audit.listLog, { entityId });
      expect(entries.length).toBeGreaterThan(1);
      expect(JSON.stringify(entries).toLowerCase()).not.toContain("ilaria");
    }
  });
});
