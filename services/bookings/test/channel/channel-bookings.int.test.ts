/** Bookings as the channel of a channel key makes and changes them, beside the real services. */
import { beforeEach, describe, expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { audit, availability, bookings, sync, tickets as checkIn } from "@slipway/contracts";
import { type Ferry, aFerry, aFerryOption } from "@slipway/dev/testing-ferry";
import { codeOf } from "@slipway/dev/testing-request";
import type { BookingRecord } from "../../src/record/booking.ts";
import { ferryWorld, startAt } from "../ferry.ts";
import { type Reseller, aReseller } from "./reseller.ts";

const { platform, clock, start, as } = ferryWorld(import.meta.url);

let ferry: Ferry;
let reseller: Reseller;
beforeEach(async () => {
  ferry = await aFerry(as(), 10, {
    bookingCutoffMinutes: 60,
    cancellationCutoffAmount: 2,
    cancellationCutoffUnit: "hour",
  });
  reseller = await aReseller(as, ferry);
});

const minute = 60_000;
const nextDay = "2031-07-02T08:00:00.000Z";

async function vacancies(at: string, { optionId } = ferry): Promise<number | null> {
  const range = { from: at, to: new Date(Date.parse(at) + 1).toISOString() };
  const { items } = await call(as(), availability.listAvailability, { optionId, ...range });
  return items[0]?.vacancies ?? null;
}

const native = ({ id }: BookingRecord) => call(as(), bookings.getBooking, { id });

describe("a hold under the reseller's uuid", () => {
  it("lasts as long as asked for, else as long as the option's holds", async () => {
    const long = await reseller.hold({ holdMinutes: 1_440 });
    expect(Date.parse(long.booking.expiresAt ?? "")).toBe(start + 1_440 * minute);
    const usual = await reseller.hold();
    expect(Date.parse(usual.booking.expiresAt ?? "")).toBe(start + 30 * minute);
  });

  it("says so where another request comes under the uuid, and does nothing", async () => {
    const { booking } = await reseller.hold({ productId: "prd_1" });
    const { externalId } = booking;
    const others = [{ startAt: nextDay }, { tickets: reseller.adults(2) }, { productId: "prd_2" }];
    for (const other of others)
      expect(await reseller.hold({ externalId: externalId ?? "", ...other })).toMatchObject({
        booking: { id: booking.id },
        replayed: true,
        differs: true,
      });
    expect(await vacancies(nextDay)).toBe(10);
    // A repeat may differ in its texts, and a gateway of the release before names no product. The answer shows the
    // booking as it is now.
    await reseller.cancel(booking);
    expect(await reseller.hold({ externalId: externalId ?? "", notes: "other" })).toMatchObject({
      booking: { id: booking.id, status: "CANCELLED" },
      differs: false,
    });
  });

  it("does not use the uuid up where it is refused", async () => {
    const externalId = "22222222-2222-4222-8222-222222222222";
    const refused = reseller.hold({ externalId, tickets: reseller.adults(11) });
    expect(await codeOf(refused)).toBe("CAPACITY_EXHAUSTED");
    const { replayed } = await reseller.hold({ externalId, tickets: reseller.adults(10) });
    expect(replayed).toBe(false);
  });
});

describe("a change", () => {
  it("moves the booking and its places, and a refused one leaves everything as it was", async () => {
    const { booking } = await reseller.hold({ tickets: reseller.adults(4) });
    const moved = await reseller.change(booking, { startAt: nextDay, tickets: reseller.adults(5) });
    expect(moved.startAt).toBe(nextDay);
    expect(moved.tickets).toHaveLength(5);
    expect([await vacancies(startAt), await vacancies(nextDay)]).toEqual([10, 5]);
    const full = await reseller.hold({ tickets: reseller.adults(8) });
    expect(full.booking.status).toBe("ON_HOLD");
    const refused = reseller.change(moved, { startAt, notes: "not now" });
    expect(await codeOf(refused)).toBe("CAPACITY_EXHAUSTED");
    expect(await native(booking)).toEqual(moved);
    expect([await vacancies(startAt), await vacancies(nextDay)]).toEqual([2, 5]);
  });

  it("sets the contact's members, notes, references and tickets by one write", async () => {
    const { booking } = await reseller.hold({
      tickets: reseller.adults(2),
      customer: { fullName: "Marta", country: "IT" },
    });
    const [first, second] = booking.tickets;
    const changed = await reseller.change(booking, {
      customer: { fullName: "Marta Zanon", country: null },
      notes: "wheelchair",
      resellerReference: "AGENT-2",
      tickets: [
        { uuid: second?.uuid, unitId: ferry.unitId, contact: { firstName: "Ada" } },
        { unitId: ferry.unitId },
        { unitId: ferry.unitId },
      ],
    });
    expect(changed).toMatchObject({
      customer: { fullName: "Marta Zanon" },
      notes: "wheelchair",
      resellerReference: "AGENT-2",
      unitItems: [{ quantity: 3 }],
      tickets: [{ uuid: second?.uuid, code: second?.code, contact: { firstName: "Ada" } }, {}, {}],
    });
    expect(changed.tickets.map(({ code }) => code)).not.toContain(first?.code);
    await platform.settle();
    const { items } = await call(as(), audit.listLog, { entityId: booking.id });
    expect(items.map(({ action }) => action).toSorted()).toEqual([
      "booking.create",
      "booking.update",
    ]);
  });

  it("changes nothing where it asks for what the booking has", async () => {
    const { booking } = await reseller.hold({ customer: { fullName: "Marta" }, notes: "late" });
    const same = { startAt, notes: "late", customer: { fullName: "Marta" } };
    const tickets = reseller.adults(1);
    expect(await reseller.change(booking, { ...same, tickets })).toEqual(booking);
  });

  it("extends a hold, and leaves a booking's expiry alone", async () => {
    const { booking } = await reseller.hold();
    const longer = await reseller.change(booking, { holdMinutes: 90, notes: "late" });
    expect(longer.notes).toBe("late");
    expect(Date.parse(longer.expiresAt ?? "")).toBe(start + 90 * minute);
    const confirmed = await reseller.confirm(booking);
    expect(await reseller.change(booking, { holdMinutes: 90 })).toEqual(confirmed);
  });

  it("needs start and units beside another option", async () => {
    const { booking } = await reseller.hold();
    const other = await aFerry(as(), 10);
    const { optionId } = other;
    expect(await codeOf(reseller.change(booking, { optionId, startAt }))).toBe("VALIDATION_FAILED");
    const tickets = [{ unitId: other.unitId }];
    expect(await codeOf(reseller.change(booking, { optionId, tickets }))).toBe("VALIDATION_FAILED");
    // The other ferry is another supplier's.
    expect(await codeOf(reseller.change(booking, { optionId, startAt, tickets }))).toBe(
      "NOT_FOUND",
    );
  });

  it("moves to another option of the supplier, each side of the places", async () => {
    const { booking } = await reseller.hold({ tickets: reseller.adults(3) });
    const other = await aFerryOption(as(), ferry);
    const tickets = [{ unitId: other.unitId }, { unitId: other.unitId }];
    const { optionId } = other;
    const moved = await reseller.change(booking, { optionId, startAt, tickets });
    expect(moved).toMatchObject({
      optionId,
      productId: ferry.productId,
      unitItems: [{ quantity: 2 }],
    });
    expect(moved.tickets.map(({ unitId }) => unitId)).toEqual([other.unitId, other.unitId]);
    expect(await vacancies(startAt)).toBe(8);
  });

  it("by the supplier keeps the tickets in step with the lines", async () => {
    const { booking } = await reseller.hold({ tickets: reseller.adults(2) });
    const patch = (quantity: number, { id, updatedAt }: BookingRecord) =>
      call(as(), bookings.updateBooking, {
        id,
        expectedUpdatedAt: updatedAt,
        unitItems: [{ unitId: ferry.unitId, quantity }],
      });
    // The channel is not notified, so the supplier may not change its booking.
    expect(await codeOf(patch(3, booking))).toBe("CHANNEL_NOT_SUBSCRIBED");
    const channel = await call(as(), sync.createChannel, {
      code: "reseller",
      name: "Reseller",
      notificationTypes: ["BOOKING_UPDATE"],
      endpointUrl: "https://reseller.example/octo",
    });
    ferry = await aFerry(as(), 300);
    const subscribed = await aReseller(as, ferry, channel.id);
    const { booking: theirs } = await subscribed.hold({ tickets: subscribed.adults(2) });
    const three = await patch(3, theirs);
    expect(three.tickets.slice(0, 2)).toEqual(theirs.tickets);
    expect(three.tickets).toHaveLength(3);
    const one = await patch(1, three);
    expect(one.tickets).toEqual(theirs.tickets.slice(0, 1));
    expect(await codeOf(patch(201, one))).toBe("VALIDATION_FAILED");
  });
});

describe("the cutoffs that a reseller obeys", () => {
  const starts = Date.parse(startAt);
  it("let it change places of a booking until the cancellation cutoff, and words until the start", async () => {
    const { booking } = await reseller.hold({ tickets: reseller.adults(2) });
    await reseller.confirm(booking);
    clock.now = starts - 120 * minute;
    const three = await reseller.change(booking, { tickets: reseller.adults(3) });
    expect(three.tickets).toHaveLength(3);
    clock.now += 1;
    const four = reseller.change(booking, { tickets: reseller.adults(4) });
    expect(await codeOf(four)).toBe("CANCELLATION_CUTOFF_PASSED");
    const moved = reseller.change(booking, { startAt: nextDay });
    expect(await codeOf(moved)).toBe("CANCELLATION_CUTOFF_PASSED");
    clock.now = starts;
    const changed = await reseller.change(booking, { notes: "late", resellerReference: "A" });
    expect(changed.notes).toBe("late");
    clock.now += 1;
    expect(await codeOf(reseller.change(booking, { notes: "too late" }))).toBe("IN_THE_PAST");
  });

  it("let the party of a hold change until the start, by a change as by the confirmation", async () => {
    clock.now = starts - 60 * minute;
    const { booking } = await reseller.hold({ holdMinutes: 180 });
    clock.now = starts;
    const tickets = reseller.adults(2);
    expect((await reseller.change(booking, { tickets })).tickets).toHaveLength(2);
    clock.now += 1;
    const more = { tickets: reseller.adults(3) };
    expect(await codeOf(reseller.change(booking, more))).toBe("IN_THE_PAST");
    expect(await codeOf(reseller.confirm(booking, more))).toBe("IN_THE_PAST");
    expect((await reseller.confirm(booking)).tickets).toHaveLength(2);
  });

  it("let it move a booking to a departure until that one's booking cutoff", async () => {
    const { booking } = await reseller.hold({ startAt: nextDay, holdMinutes: 1_440 });
    await reseller.confirm(booking);
    clock.now = starts - 60 * minute + 1;
    expect(await codeOf(reseller.change(booking, { startAt }))).toBe("BOOKING_CUTOFF_PASSED");
    clock.now = starts - 60 * minute;
    const moved = await reseller.change(booking, { startAt });
    expect(moved.startAt).toBe(startAt);
  });

  it("let it cancel until the cancellation cutoff, and a hold at any time", async () => {
    clock.now = starts - 121 * minute;
    const [{ booking }, { booking: held }] = [await reseller.hold(), await reseller.hold()];
    await reseller.confirm(booking);
    clock.now = starts - 120 * minute + 1;
    expect(await codeOf(reseller.cancel(booking))).toBe("CANCELLATION_CUTOFF_PASSED");
    expect((await reseller.cancel(held, "rain")).status).toBe("CANCELLED");
  });
});

describe("repeats", () => {
  it("of a confirmation answer the booking, unless they ask for a change", async () => {
    const { booking } = await reseller.hold({ tickets: reseller.adults(2) });
    const said = { customer: { fullName: "Marta" }, notes: "late", tickets: reseller.adults(3) };
    const confirmed = await reseller.confirm(booking, said);
    expect(confirmed).toMatchObject({
      status: "CONFIRMED",
      notes: "late",
      unitItems: [{ quantity: 3 }],
    });
    expect(await reseller.confirm(booking, said)).toEqual(confirmed);
    expect(await reseller.confirm(booking)).toEqual(confirmed);
    const other = reseller.confirm(booking, { notes: "early" });
    expect(await codeOf(other)).toBe("INVALID_STATE");
    expect(await codeOf(reseller.confirm(booking, { tickets: reseller.adults(4) }))).toBe(
      "INVALID_STATE",
    );
    expect(await native(booking)).toEqual(confirmed);
  });

  it("of a cancellation answer the cancelled booking", async () => {
    const { booking } = await reseller.hold();
    const cancelled = await reseller.cancel(booking, "rain");
    expect(cancelled).toMatchObject({ status: "CANCELLED", cancellationReason: "rain" });
    expect(await reseller.cancel(booking, "sun")).toEqual(cancelled);
    expect(await codeOf(reseller.confirm(booking))).toBe("INVALID_STATE");
  });

  it("are refused once a hold has expired, and the places are free", async () => {
    const { booking } = await reseller.hold({ holdMinutes: 5 });
    clock.now += 5 * minute;
    expect(await codeOf(reseller.confirm(booking))).toBe("HOLD_EXPIRED");
    expect(await codeOf(reseller.confirm(booking, { tickets: reseller.adults(2) }))).toBe(
      "HOLD_EXPIRED",
    );
    expect(await codeOf(reseller.extend(booking, 5))).toBe("HOLD_EXPIRED");
    expect(await codeOf(reseller.change(booking, { notes: "late" }))).toBe("HOLD_EXPIRED");
    expect(await codeOf(reseller.cancel(booking))).toBe("INVALID_STATE");
    expect(await vacancies(startAt)).toBe(10);
  });
});

it("extends a hold to the minutes asked for, and without a number by the option's", async () => {
  const { booking } = await reseller.hold();
  const heldAt = clock.now;
  clock.now += 10 * minute;
  const longer = await reseller.extend(booking, 31);
  expect(Date.parse(longer.expiresAt ?? "")).toBe(clock.now + 31 * minute);
  const usual = await reseller.extend(booking);
  expect(Date.parse(usual.expiresAt ?? "")).toBe(heldAt + 71 * minute);
});

describe("the list of a channel key", () => {
  it("has its own bookings with tickets, by each filter", async () => {
    // This reseller belongs to another channel that has the same code now.
    const { source } = reseller.request.caller;
    const other = await aReseller(as, ferry, undefined, source);
    const { booking } = await reseller.hold({ resellerReference: "A-1" });
    clock.now += 1_000;
    const { booking: later } = await reseller.hold({ startAt: nextDay });
    await other.hold({ resellerReference: "A-1" });
    const { channelConnectionId } = reseller.request.caller.channel ?? { channelConnectionId: "" };
    // As the channel's events make them.
    await call(reseller.request, bookings.createChannelBooking, {
      channelConnectionId,
      externalId: "event",
      supplierId: null,
      booking: {
        optionId: ferry.optionId,
        startAt,
        unitItems: [{ unitId: ferry.unitId, quantity: 1 }],
      },
    });
    expect(await codeOf(reseller.get("event"))).toBe("NOT_FOUND");
    const ids = async (filter: Parameters<Reseller["list"]>[0]) =>
      (await reseller.list(filter)).map(({ id }) => id);
    expect(await ids({})).toEqual([later.id, booking.id]);
    expect(await ids({ resellerReference: "A-1" })).toEqual([booking.id]);
    expect(await ids({ reference: later.reference })).toEqual([later.id]);
    expect(await ids({ from: nextDay, to: nextDay })).toEqual([later.id]);
    expect(await ids({ productId: ferry.productId, to: startAt })).toEqual([booking.id]);
    expect(await ids({ optionId: "opt_of_nobody" })).toEqual([]);
  });
});

it("keeps the tickets of those who have come, and is refused where the reseller drops one", async () => {
  const { booking } = await reseller.hold({ tickets: reseller.adults(3) });
  const sold = await reseller.confirm(booking);
  const [first, , last] = sold.tickets;
  await call(as(), checkIn.redeemTicket, { code: last!.code });
  const stays = { unitId: ferry.unitId, uuid: first!.uuid };
  for (const wanted of [[stays], [...reseller.adults(2), stays]])
    expect(await codeOf(reseller.change(booking, { tickets: wanted }))).toBe("INVALID_STATE");
  expect((await native(booking)).redeemed).toMatchObject({ count: 1, of: 3 });
  const left = await reseller.change(booking, { tickets: [{ ...stays, uuid: last!.uuid }] });
  expect(left.tickets.map(({ code }) => code)).toEqual([last!.code]);
  expect(left.redeemed).toMatchObject({ count: 1, of: 1 });
});
