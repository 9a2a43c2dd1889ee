/** A booking that moves to another option of its supplier, beside the real services. */
import { describe, expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { audit, availability, bookings, catalog, resourcesCapacity } from "@slipway/contracts";
import { type Ferry, aFerry, aFerryOption } from "@slipway/dev/testing-ferry";
import { codeOf } from "@slipway/dev/testing-request";
import type { BookingRecord } from "../../src/record/booking.ts";
import { ferryWorld, startAt } from "../ferry.ts";

const { platform, clock, as, expectSound } = ferryWorld(import.meta.url);

const noon = "2031-07-01T12:00:00.000Z";
type Option = Pick<Ferry, "optionId" | "unitId" | "productId">;
const daily = { startTimes: ["08:00", "12:00"], retail: 3_000 };

/** Another product of the ferry's supplier, with so many places on a boat of its own. */
async function anotherProduct(ferry: Ferry, places: number, fields = {}): Promise<Option> {
  const { supplierId } = await call(as(), catalog.getProduct, { id: ferry.productId });
  const product = await call(as(), catalog.createProduct, { supplierId, name: "Cruise" });
  const boat = { supplierId, name: "Ship", quantity: 1, capacityPerResource: places };
  const { id: resourceId } = await call(as(), resourcesCapacity.createResource, boat);
  return aFerryOption(as(), { productId: product.id, resourceId }, { ...daily, ...fields });
}

async function post(
  option: Option,
  quantity: number,
  status?: "ON_HOLD" | "CONFIRMED",
): Promise<BookingRecord> {
  const { optionId, unitId } = option;
  const asked = { optionId, startAt, unitItems: [{ unitId, quantity }], status };
  return (await call(as(), bookings.createBooking, asked)).booking;
}

interface Target {
  quantity: number;
  startAt?: string;
}

function move(
  { id, updatedAt }: BookingRecord,
  { optionId, unitId }: Option,
  { quantity, startAt: at = startAt }: Target,
): Promise<BookingRecord> {
  return call(as(), bookings.updateBooking, {
    id,
    expectedUpdatedAt: updatedAt,
    optionId,
    startAt: at,
    unitItems: [{ unitId, quantity }],
  });
}

const get = ({ id }: BookingRecord) => call(as(), bookings.getBooking, { id });
const confirm = ({ id }: BookingRecord) => call(as(), bookings.confirmBooking, { id });
const cancel = ({ id }: BookingRecord) => call(as(), bookings.cancelBooking, { id });

/** The vacancies of a departure for one more booking. */
async function free({ optionId }: Option, at = startAt): Promise<number | null | undefined> {
  const range = { optionId, from: at, to: at };
  return (await call(as(), availability.listAvailability, range)).items[0]?.vacancies;
}

const idsOf = async (filter: object): Promise<string[]> =>
  (await call(as(), bookings.listBookings, { ...filter, limit: 10 })).items.map(({ id }) => id);

describe("a change of option", () => {
  it("to another product gives the old departure its places back and takes the new ones", async () => {
    const ferry = await aFerry(as(), 4);
    const cruise = await anotherProduct(ferry, 6);
    const booking = await post(ferry, 3);
    expect([await free(ferry), await free(cruise, noon)]).toEqual([1, 6]);
    // Both lists are in memory before the change.
    expect(await idsOf({ optionId: ferry.optionId })).toEqual([booking.id]);

    const moved = await move(booking, cruise, { quantity: 2, startAt: noon });
    expect(moved).toMatchObject({
      ...booking,
      productId: cruise.productId,
      optionId: cruise.optionId,
      startAt: noon,
      occupiedUntil: "2031-07-01T13:00:00.000Z",
      unitItems: [{ unitId: cruise.unitId, quantity: 2 }],
      pricingSnapshot: { retail: 6_000, unitPricing: [{ unitId: cruise.unitId }] },
      resourceUsageSnapshot: { items: [{ name: "Ship", capacityPlaces: 2 }] },
      updatedAt: expect.any(String),
    });
    expect([await free(ferry), await free(cruise), await free(cruise, noon)]).toEqual([4, 6, 4]);
    expect(await idsOf({ optionId: ferry.optionId })).toEqual([]);
    expect(await idsOf({ productId: cruise.productId })).toEqual([booking.id]);
    const since = { updatedSince: booking.createdAt, optionId: cruise.optionId };
    const feed = await call(as(), bookings.listChanges, since);
    expect(feed.items).toEqual([moved]);

    await platform.settle();
    const { items: entries } = await call(as(), audit.listLog, { entityId: booking.id });
    expect(entries[0]).toMatchObject({ action: "booking.update", before: booking, after: moved });
    await expectSound();
    await cancel(moved);
    expect([await free(ferry), await free(cruise, noon)]).toEqual([4, 6]);
    await expectSound();
  });

  it("of the same start moves a full boat, and the ledger counts the places for the new one", async () => {
    const ferry = await aFerry(as(), 4);
    const again = await aFerryOption(as(), ferry, daily);
    const booking = await post(ferry, 4);
    const moved = await move(booking, again, { quantity: 4 });
    expect([await free(ferry), await free(again), await free(again, noon)]).toEqual([0, 0, 4]);
    await expectSound();
    await cancel(moved);
    expect([await free(ferry), await free(again)]).toEqual([4, 4]);
    await expectSound();
  });

  it("keeps a hold and its end; confirming asks whether the new option needs approval", async () => {
    const ferry = await aFerry(as(), 4);
    const cruise = await anotherProduct(ferry, 6, { metadata: { directBooking: false } });
    const hold = await post(ferry, 1, "ON_HOLD");
    const moved = await move(hold, cruise, { quantity: 1 });
    expect(moved).toMatchObject({ status: "ON_HOLD", expiresAt: hold.expiresAt });
    expect(await confirm(moved)).toMatchObject({ status: "PENDING", optionId: cruise.optionId });
    // It waits there for the approval of an option that needs none.
    expect(await move(await get(hold), ferry, { quantity: 1 })).toMatchObject({
      status: "PENDING",
    });
    const lapsed = await move(await post(ferry, 1, "ON_HOLD"), cruise, { quantity: 1 });
    clock.now = Date.parse(lapsed.expiresAt ?? "");
    expect([await free(ferry), await free(cruise)]).toEqual([3, 6]);
    await expectSound();
  });

  it("brings the cancellation cutoff of the new option", async () => {
    const ferry = await aFerry(as(), 4);
    const cutoff = { cancellationCutoffAmount: 60, cancellationCutoffUnit: "day" };
    const cruise = await anotherProduct(ferry, 6, cutoff);
    const moved = await move(await post(ferry, 1), cruise, { quantity: 1 });
    expect(await codeOf(cancel(moved))).toBe("CANCELLATION_CUTOFF_PASSED");
    const back = await move(moved, ferry, { quantity: 1 });
    expect(await cancel(back)).toMatchObject({ status: "CANCELLED" });
  });

  it("between an option that needs a resource and one that needs none", async () => {
    const ferry = await aFerry(as(), 4);
    const audio = await aFerryOption(as(), { productId: ferry.productId }, daily);
    const { optionId, unitId } = audio;
    // Without a resource it has no timetable.
    const customStart = { localDate: "2031-07-01", localTime: "12:00" };
    const asked = { optionId, customStart, unitItems: [{ unitId, quantity: 3 }] };
    const { booking } = await call(as(), bookings.createBooking, asked);
    const aboard = await move(booking, ferry, { quantity: 3 });
    expect(await free(ferry)).toBe(1);
    await expectSound();
    const back = await move(aboard, audio, { quantity: 3, startAt: noon });
    expect(back).toMatchObject({ optionId, resourceUsageSnapshot: null });
    expect(await free(ferry)).toBe(4);
    await expectSound();
  });

  it("is followed by changes within the new option", async () => {
    const ferry = await aFerry(as(), 4);
    const cruise = await anotherProduct(ferry, 6);
    const moved = await move(await post(ferry, 2), cruise, { quantity: 2 });
    const later = { id: moved.id, expectedUpdatedAt: moved.updatedAt, startAt: noon };
    const patched = await call(as(), bookings.updateBooking, later);
    expect(patched).toMatchObject({
      optionId: cruise.optionId,
      pricingSnapshot: { retail: 6_000 },
    });
    expect([await free(cruise), await free(cruise, noon)]).toEqual([6, 4]);
    await expectSound();
  });
});

it("leaves everything as it was when it is refused", async () => {
  const ferry = await aFerry(as(), 4);
  const cruise = await anotherProduct(ferry, 2);
  const slow = await anotherProduct(ferry, 2, { metadata: { directBooking: false } });
  const blocked = await anotherProduct(ferry, 9);
  const block = { productId: blocked.productId, startAt, endAt: noon };
  await call(as(), availability.createBlock, block);
  const archived = await anotherProduct(ferry, 9);
  await call(as(), catalog.archiveProduct, { id: archived.productId });
  const foreign = await aFerry(as(), 9);
  const booking = await post(ferry, 3);
  const refusals: [Option, Target, string][] = [
    [cruise, { quantity: 3 }, "CAPACITY_EXHAUSTED"],
    [slow, { quantity: 1 }, "INVALID_STATE"],
    [blocked, { quantity: 1 }, "DEPARTURE_BLOCKED"],
    [archived, { quantity: 1 }, "ARCHIVED"],
    [foreign, { quantity: 1 }, "NOT_FOUND"],
    [{ ...cruise, optionId: "opt_none" }, { quantity: 1 }, "NOT_FOUND"],
    [{ ...cruise, unitId: ferry.unitId }, { quantity: 1 }, "UNKNOWN_UNIT"],
    [cruise, { quantity: 1, startAt: "2031-07-01T09:00:00.000Z" }, "NOT_A_DEPARTURE"],
    [cruise, { quantity: 1, startAt: "2031-05-01T08:00:00.000Z" }, "IN_THE_PAST"],
  ];
  for (const [option, target, code] of refusals)
    expect([code, await codeOf(move(booking, option, target))]).toEqual([code, code]);
  const stale = { ...booking, updatedAt: "2031-01-01T00:00:00.000Z" };
  expect(await codeOf(move(stale, cruise, { quantity: 1 }))).toBe("VERSION_CONFLICT");
  await expect(move(booking, foreign, { quantity: 1 })).rejects.toMatchObject({
    data: { errors: [{ pointer: "#/optionId" }] },
  });
  expect(await get(booking)).toEqual(booking);
  const options = [ferry, cruise, slow];
  expect(await Promise.all(options.map((option) => free(option)))).toEqual([1, 2, 2]);
  await platform.settle();
  const { items: entries } = await call(as(), audit.listLog, { entityId: booking.id });
  expect(entries.map(({ action }) => action)).toEqual(["booking.create"]);
  await expectSound();
  await cancel(booking);
  expect(await codeOf(move(booking, cruise, { quantity: 1 }))).toBe("INVALID_STATE");
});
