/** Changes of bookings, and of how long they are held, beside the real services. */
import { describe, expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { audit, availability, bookings, catalog, resourcesCapacity } from "@slipway/contracts";
import { type Ferry, aFerry, everyDay } from "@slipway/dev/testing-ferry";
import { codeOf } from "@slipway/dev/testing-request";
import { until } from "@slipway/dev/testing-until";
import type { BookingRecord } from "../../src/record/booking.ts";
import { ferryWorld, startAt } from "../ferry.ts";

const { platform, clock, start, as, expectSound } = ferryWorld(import.meta.url);

const at = (time: string) => `2031-07-01T${time}:00.000Z`;

/** A ferry that departs every half hour of the morning, an hour long. */
async function aBusyFerry(places: number, option: object = {}): Promise<Ferry> {
  const ferry = await aFerry(as(), places, option);
  const startTimes = ["06:00", "08:30", "09:00", "09:30"];
  await call(as(), availability.createPeriod, { ...everyDay, id: ferry.optionId, startTimes });
  await price(ferry, 1_250);
  return ferry;
}

/** At every time of the tests, but not at one of a customStart. */
async function price(ferry: Ferry, retail: number): Promise<void> {
  const startTimes = ["03:30", "04:00", "06:00", "08:00", "08:30", "09:00", "09:30"];
  const period = { ...everyDay, startTimes, retailPrices: { [ferry.unitId]: retail } };
  const priced = { id: ferry.optionId, pricingPer: "UNIT" as const, periods: [period] };
  await call(as(), catalog.setPricingPeriods, priced);
}

async function post(ferry: Ferry, quantity = 1, input: object = {}): Promise<BookingRecord> {
  const unitItems = [{ unitId: ferry.unitId, quantity }];
  const asked = { optionId: ferry.optionId, startAt, unitItems, ...input };
  return (await call(as(), bookings.createBooking, asked)).booking;
}

type Update = Omit<Parameters<typeof call<typeof bookings.updateBooking>>[2], "id">;

function patch({ id, updatedAt }: BookingRecord, change: Partial<Update>): Promise<BookingRecord> {
  const asked = { id, expectedUpdatedAt: updatedAt, ...change };
  return call(as(), bookings.updateBooking, asked);
}

const seats = (ferry: Ferry, quantity: number) => ({
  unitItems: [{ unitId: ferry.unitId, quantity }],
});
const get = ({ id }: BookingRecord) => call(as(), bookings.getBooking, { id });
const cancel = ({ id }: BookingRecord) => call(as(), bookings.cancelBooking, { id });
const extend = ({ id }: BookingRecord, expirationMinutes: number) =>
  call(as(), bookings.extendBooking, { id, expirationMinutes });

/** The vacancies of the departures at these times for one more booking. */
async function free(ferry: Ferry, ...times: string[]): Promise<(number | null | undefined)[]> {
  const range = { optionId: ferry.optionId, from: at("00:00"), to: at("23:59") };
  const { items } = await call(as(), availability.listAvailability, range);
  return times.map((time) => items.find((item) => item.startAt === at(time))?.vacancies);
}

describe("a change", () => {
  it("moves a full boat by half an hour, its own places never counting against it", async () => {
    const ferry = await aBusyFerry(4);
    const endAt = at("09:00");
    const booking = await post(ferry, 4, { endAt });
    const moved = await patch(booking, { startAt: at("08:30") });
    expect(moved).toMatchObject({
      ...booking,
      startAt: at("08:30"),
      endAt: at("09:30"),
      occupiedUntil: at("09:30"),
      updatedAt: expect.any(String),
    });
    expect(moved.updatedAt > booking.updatedAt).toBe(true);
    expect(await free(ferry, "08:00", "08:30", "09:30")).toEqual([0, 0, 4]);
    expect(await patch(moved, { startAt: at("06:00") })).toMatchObject({ startAt: at("06:00") });
    expect(await free(ferry, "06:00", "08:00", "08:30")).toEqual([0, 4, 4]);
    await platform.settle();
    const { items: entries } = await call(as(), audit.listLog, { entityId: booking.id });
    expect(entries.map(({ action }) => action)).toEqual([
      "booking.update",
      "booking.update",
      "booking.create",
    ]);
    expect(entries[1]).toMatchObject({ before: booking, after: moved });
    await expectSound();
  });

  it("takes more or fewer places on its departure, and is priced anew", async () => {
    const ferry = await aBusyFerry(5);
    const booking = await post(ferry, 3);
    await post(ferry, 1);
    expect(await codeOf(patch(booking, seats(ferry, 5)))).toBe("CAPACITY_EXHAUSTED");
    expect(await get(booking)).toEqual(booking);
    const more = await patch(booking, seats(ferry, 4));
    expect(more).toMatchObject({
      pricingSnapshot: { retail: 5_000 },
      resourceUsageSnapshot: { items: [{ capacityPlaces: 4 }] },
      unitItems: [{ id: booking.unitItems[0]?.id, quantity: 4 }],
    });
    expect(await free(ferry, "08:00")).toEqual([0]);
    await patch(more, seats(ferry, 1));
    expect(await free(ferry, "08:00")).toEqual([3]);
    await expectSound();
  });

  it("of participants alone touches neither price nor places, and is one write", async () => {
    const ferry = await aBusyFerry(5);
    const booking = await post(ferry, 3);
    await price(ferry, 9_999);
    const changed = await patch(booking, { participants: { names: ["Ada"] } });
    expect(changed).toEqual({
      ...booking,
      participants: { names: ["Ada"] },
      updatedAt: changed.updatedAt,
    });
    const dearer = await patch(changed, { resourceItems: [] });
    expect(dearer).toMatchObject({ pricingSnapshot: { retail: 29_997 } });
    expect(dearer.participants).toEqual({ names: ["Ada"] });
    const given = await patch(dearer, { retailPrices: { [ferry.unitId]: 1 } });
    expect(given.pricingSnapshot?.retail).toBe(3);
    // They are not remembered.
    expect((await patch(given, { startAt: at("08:30") })).pricingSnapshot?.retail).toBe(29_997);
    await expectSound();
  });

  it("is priced at the rate of its start, or of the start it names", async () => {
    const ferry = await aBusyFerry(5);
    const rate = (startTimes: string[], retail: number) => ({
      ...everyDay,
      startTimes,
      retailPrices: { [ferry.unitId]: retail },
    });
    const periods = [rate(["08:00"], 1_000), rate(["08:30"], 2_000)];
    const id = ferry.optionId;
    await call(as(), catalog.setPricingPeriods, { id, pricingPer: "UNIT", periods });
    const booking = await post(ferry);
    const moved = await patch(booking, { startAt: at("08:30") });
    expect(moved.pricingSnapshot?.retail).toBe(2_000);
    const back = { startAt: at("08:00"), pricingReferenceStartAt: at("08:30") };
    const priced = await patch(moved, back);
    expect(priced.pricingSnapshot?.retail).toBe(2_000);
    // Beside `participants` alone the reference was ignored.
    const aside = { participants: { a: 1 }, pricingReferenceStartAt: at("08:00") };
    expect((await patch(priced, aside)).pricingSnapshot?.retail).toBe(1_000);
    expect(await codeOf(patch(await get(booking), { startAt: at("09:00") }))).toBe(
      "PRICE_NOT_CONFIGURED",
    );
  });

  it("of equal demand writes down what it takes by now", async () => {
    // The snapshot stayed as it was made: the old name, and the old worth of whole units.
    const ferry = await aBusyFerry(10);
    const resourceItems = [{ resourceId: ferry.resourceId, quantity: 1 }];
    const booking = await post(ferry, 1, { resourceItems });
    expect(booking.resourceUsageSnapshot?.items).toMatchObject([{ capacityPlaces: 10 }]);
    const renamed = { id: ferry.resourceId, name: "Renamed", capacityPerResource: 12 };
    await call(as(), resourcesCapacity.updateResource, renamed);
    const changed = await patch(booking, { startAt });
    expect(changed.resourceUsageSnapshot?.items).toEqual([
      { resourceId: ferry.resourceId, name: "Renamed", capacityPlaces: 12, resourceQuantity: 1 },
    ]);
    await expectSound();
  });

  it("that changes nothing uses the token up and publishes no event", async () => {
    const ferry = await aBusyFerry(4);
    const booking = await post(ferry, 2, { participants: { a: 1 } });
    const same = { startAt, ...seats(ferry, 2), participants: { a: 1 } };
    const again = await patch(booking, same);
    expect(again).toEqual({ ...booking, updatedAt: expect.any(String) });
    expect(again.updatedAt > booking.updatedAt).toBe(true);
    expect(await codeOf(patch(booking, same))).toBe("VERSION_CONFLICT");
    await patch(again, { participants: { a: 1 } });
    await platform.settle();
    const { items: entries } = await call(as(), audit.listLog, { entityId: booking.id });
    expect(entries.map(({ action }) => action)).toEqual(["booking.create"]);
    await expectSound();
  });

  it("makes a departure where it asks for a local start", async () => {
    const ferry = await aBusyFerry(2);
    const booking = await post(ferry, 2);
    const customStart = { localDate: "2031-07-01", localTime: "08:10" };
    const moved = await patch(booking, { customStart });
    expect(moved.startAt).toBe(at("08:10"));
    expect(await free(ferry, "08:10")).toEqual([0]);
    expect(await codeOf(post(ferry, 1, { startAt: at("08:10") }))).toBe("CAPACITY_EXHAUSTED");
  });

  it("of a hold keeps its end, and its new places end with it", async () => {
    const ferry = await aBusyFerry(4);
    const hold = await post(ferry, 4, { status: "ON_HOLD" });
    const moved = await patch(hold, { startAt: at("08:30") });
    expect(moved).toMatchObject({ status: "ON_HOLD", expiresAt: hold.expiresAt });
    clock.now = Date.parse(hold.expiresAt ?? "");
    expect(await free(ferry, "08:00", "08:30")).toEqual([4, 4]);
    expect(await codeOf(patch(moved, { startAt }))).toBe("HOLD_EXPIRED");
    await until(async () => (await get(hold)).status === "EXPIRED");
    await expectSound();
  });

  it("moves a departure across the boundary of the supplier's day, and back", async () => {
    const ferry = await aFerry(as(), 4, { durationMinutes: 60 });
    const startTimes = ["03:30", "04:00"];
    await call(as(), availability.createPeriod, { ...everyDay, id: ferry.optionId, startTimes });
    await price(ferry, 1_250);
    const booking = await post(ferry, 4, { startAt: at("04:00") });
    const across = await patch(booking, { startAt: at("03:30") });
    expect(await free(ferry, "03:30", "04:00", "08:00")).toEqual([0, 0, 4]);
    const back = await patch(across, { startAt: at("04:00") });
    expect(await free(ferry, "03:30", "04:00", "08:00")).toEqual([0, 0, 4]);
    await cancel(back);
    expect(await free(ferry, "03:30", "04:00", "08:00")).toEqual([4, 4, 4]);
    await expectSound();
  });
});

describe("a change is refused", () => {
  it("by the first rule that it breaks, and then nothing has changed", async () => {
    const ferry = await aBusyFerry(4);
    const other = await aFerry(as(), 4);
    const booking = await post(ferry, 2);
    const refusals: [Partial<Update>, string][] = [
      [{ startAt: "2031-05-01T08:00:00Z" }, "IN_THE_PAST"],
      [{ startAt: at("08:01") }, "NOT_A_DEPARTURE"],
      [{ unitItems: [{ unitId: other.unitId, quantity: 1 }] }, "UNKNOWN_UNIT"],
      [{ retailPrices: { [other.unitId]: 1 } }, "UNKNOWN_UNIT"],
      [{ resourceItems: [{ resourceId: "none", quantity: 1 }] }, "NOT_FOUND"],
      [{ resourceItems: [{ resourceId: "none", quantity: 1 }], startAt: at("08:01") }, "NOT_FOUND"],
      [{ resourceItems: [{ resourceId: other.resourceId, quantity: 1 }] }, "RESOURCE_NOT_LINKED"],
      [seats(ferry, 5), "CAPACITY_EXHAUSTED"],
      [{ unitItems: [] }, "VALIDATION_FAILED"],
      [{}, "VALIDATION_FAILED"],
    ];
    for (const [change, code] of refusals)
      expect([change, await codeOf(patch(booking, change))]).toEqual([change, code]);
    const stale = { ...booking, updatedAt: "2031-01-01T00:00:00.000Z" };
    expect(await codeOf(patch(stale, seats(ferry, 5)))).toBe("VERSION_CONFLICT");
    expect(await codeOf(patch(stale, { startAt: at("08:01") }))).toBe("NOT_A_DEPARTURE");
    expect(await codeOf(patch({ ...booking, id: "bkg_none" }, seats(ferry, 1)))).toBe("NOT_FOUND");
    expect(await get(booking)).toEqual(booking);
    expect(await free(ferry, "08:00")).toEqual([2]);
    await cancel(booking);
    expect(await codeOf(patch(stale, seats(ferry, 1)))).toBe("INVALID_STATE");
    await expectSound();
  });

  it("by what the request names before the booking's state, though the option is deleted", async () => {
    // INVALID_STATE came before every other refusal.
    const ferry = await aBusyFerry(4);
    const booking = await post(ferry);
    const cancelled = await cancel(booking);
    await call(as(), catalog.deleteOption, { id: ferry.optionId });
    const code = (change: Partial<Update>) => codeOf(patch(cancelled, change));
    const resourceItems = [{ resourceId: ferry.resourceId, quantity: 1 }];
    expect(await code({ startAt: "2031-01-01T08:00:00.000Z" })).toBe("IN_THE_PAST");
    expect(await code({ startAt: at("08:30") })).toBe("NOT_A_DEPARTURE");
    expect(await code(seats(ferry, 1))).toBe("UNKNOWN_UNIT");
    expect(await code({ resourceItems: [{ resourceId: "none", quantity: 1 }] })).toBe("NOT_FOUND");
    expect(await code({ resourceItems })).toBe("RESOURCE_NOT_LINKED");
    expect(await code({ startAt })).toBe("INVALID_STATE");
    expect(await code({ participants: {} })).toBe("INVALID_STATE");
  });
});

describe("changes that race", () => {
  it("on one token let one through", async () => {
    const ferry = await aBusyFerry(9);
    const booking = await post(ferry, 1);
    const codes = await Promise.all(
      ["08:30", "09:00", "09:30", "08:00"].map((time) =>
        codeOf(patch(booking, { startAt: at(time) })),
      ),
    );
    expect(codes.toSorted()).toEqual([
      "VERSION_CONFLICT",
      "VERSION_CONFLICT",
      "VERSION_CONFLICT",
      "done",
    ]);
    const { startAt: kept } = await get(booking);
    await cancel(booking);
    expect(kept).not.toBe(undefined);
    expect(await free(ferry, "08:00", "08:30", "09:00", "09:30")).toEqual([9, 9, 9, 9]);
    await expectSound();
  });

  it("let one of two confirms win, and the places stay taken", async () => {
    const ferry = await aBusyFerry(1);
    const hold = await post(ferry, 1, { status: "ON_HOLD" });
    const confirm = () => codeOf(call(as(), bookings.confirmBooking, { id: hold.id }));
    const codes = await Promise.all([confirm(), confirm()]);
    expect(codes.toSorted()).toEqual(["INVALID_STATE", "done"]);
    expect(await codeOf(post(ferry))).toBe("CAPACITY_EXHAUSTED");
    await expectSound();
  });

  it("for the last places sell none twice, beside sales and cancels", async () => {
    const ferry = await aBusyFerry(6);
    const held = await Promise.all([1, 2, 3].map(() => post(ferry, 1)));
    const later = await Promise.all([1, 2, 3].map(() => post(ferry, 1, { startAt: at("08:30") })));
    await Promise.all([
      ...held.map((booking) => codeOf(patch(booking, { startAt: at("08:30") }))),
      ...later.map((booking) => codeOf(patch(booking, seats(ferry, 2)))),
      ...held.map((booking) => codeOf(cancel(booking))),
      ...Array.from({ length: 8 }, () => codeOf(post(ferry, 1, { startAt: at("08:30") }))),
    ]);
    const { items } = await call(as(), bookings.listBookings, {});
    const live = items.filter(({ status }) => status === "CONFIRMED");
    const taken = live.reduce((sum, each) => sum + (each.unitItems[0]?.quantity ?? 0), 0);
    expect(taken).toBeLessThanOrEqual(6);
    expect(await free(ferry, "08:00")).toEqual([6 - taken]);
    await expectSound();
  });
});

describe("extend", () => {
  it("holds longer, never shorter, and writes nothing where nothing changes", async () => {
    const ferry = await aBusyFerry(2);
    const hold = await post(ferry, 2, { status: "ON_HOLD" });
    clock.now += 10 * 60_000;
    expect(await extend(hold, 20)).toEqual(hold);
    clock.now += 1;
    const extended = await extend(hold, 60);
    expect(extended.expiresAt).toBe(new Date(start + 70 * 60_000 + 1_000).toISOString());
    expect(await extend(hold, 1)).toEqual(extended);
    clock.now = Date.parse(hold.expiresAt ?? "");
    expect(await codeOf(post(ferry))).toBe("CAPACITY_EXHAUSTED");
    clock.now = Date.parse(extended.expiresAt ?? "") - 1;
    expect(await codeOf(post(ferry))).toBe("CAPACITY_EXHAUSTED");
    clock.now++;
    expect(await codeOf(extend(hold, 60))).toBe("HOLD_EXPIRED");
    expect(await codeOf(post(ferry, 2))).toBe("done");
    await platform.settle();
    const { items: entries } = await call(as(), audit.listLog, { entityId: hold.id });
    expect(entries.filter(({ action }) => action === "booking.extend")).toHaveLength(1);
    await expectSound();
  });
});

/** Calls that a change makes of this action fail after, or instead of, doing their part. */
async function losing<Result>(
  action: string,
  when: "before" | "after",
  work: () => Promise<Result>,
): Promise<Result> {
  const { broker } = platform;
  const passOn = broker.call.bind(broker);
  const lost = Object.assign(new Error("lost"), { type: "REQUEST_TIMEOUT" });
  broker.call = async (name: string, ...rest: unknown[]) => {
    if (name === action && when === "before") throw lost;
    const answer: unknown = await passOn(name, ...(rest as []));
    if (name === action) throw lost;
    return answer as never;
  };
  try {
    return await work();
  } finally {
    broker.call = passOn;
  }
}

describe("a change that is interrupted", () => {
  const claimLost = async (ferry: Ferry, booking: BookingRecord) => {
    // A crash between the claim in place and the write leaves this behind.
    const { claims } = (await call(as(), bookings.listClaimHolders, {})).items.find(
      ({ bookingId }) => bookingId === booking.id,
    ) ?? { claims: [] };
    await call(as(), resourcesCapacity.claimCapacity, {
      supplierId: booking.supplierId,
      bookingId: booking.id,
      attempt: "mov_lost",
      startAt: at("08:30"),
      durationMinutes: 60,
      demand: { optionId: ferry.optionId, pricingPer: "UNIT", participants: 3, resourceItems: [] },
      until: null,
      expand: false,
      inPlaceOf: claims,
    });
  };

  it("after its claim keeps the old places, and the new ones are given back", async () => {
    const ferry = await aBusyFerry(4);
    const booking = await post(ferry, 3);
    // Recovery would date a booking anew whose own claim it finds unnamed.
    await platform.settle();
    await claimLost(ferry, booking);
    expect(await free(ferry, "06:00", "08:00", "08:30", "09:00")).toEqual([4, 1, 1, 1]);
    clock.now += 61_000;
    await until(
      async () => (await free(ferry, "08:30"))[0] === 1 && (await free(ferry, "09:00"))[0] === 4,
    );
    expect(await free(ferry, "08:00")).toEqual([1]);
    // Recovery has raised the internal token, not the one that clients see.
    expect(await codeOf(patch(booking, { startAt: at("08:30") }))).toBe("done");
    await expectSound();
  });

  it("after its claim can be made again at once, with the token it had", async () => {
    const ferry = await aBusyFerry(4);
    const booking = await post(ferry, 4);
    const smaller = await patch(booking, seats(ferry, 3));
    await claimLost(ferry, smaller);
    const moved = await patch(smaller, { startAt: at("08:30"), ...seats(ferry, 4) });
    expect(moved.startAt).toBe(at("08:30"));
    clock.now += 61_000;
    await until(async () => {
      await cancel(moved).catch(() => undefined);
      return (await free(ferry, "08:30"))[0] === 4;
    });
    await expectSound();
  });

  it("before its old places are given back frees them from the outbox", async () => {
    const ferry = await aBusyFerry(4);
    const booking = await post(ferry, 4);
    const change = { ...patchOf(booking), startAt: at("06:00") };
    await losing("resourcesCapacity.releaseClaims", "before", async () => {
      // A busy machine may need more time for the change itself.
      for (let withinMs = 400; (await get(booking)).startAt !== at("06:00"); withinMs *= 2) {
        const short = { ...as(), deadline: Date.now() + withinMs };
        const code = await codeOf(call(short, bookings.updateBooking, change));
        expect(code).toMatch(/^(OUTCOME_UNKNOWN|DEADLINE_EXCEEDED|REQUEST_TIMEOUT)$/);
      }
    });
    await until(async () => (await free(ferry, "08:00"))[0] === 4);
    expect(await free(ferry, "06:00")).toEqual([0]);
    await expectSound();
  });

  it("before its departure is recorded is done, and the outbox records the departure", async () => {
    // It was answered as unavailable, nothing done, after the booking had moved.
    const ferry = await aBusyFerry(4);
    const booking = await post(ferry, 2);
    const customStart = { localDate: "2031-07-01", localTime: "08:10" };
    const moved = await losing("availability.recordManualDeparture", "before", () =>
      patch(booking, { customStart }),
    );
    expect(moved.startAt).toBe(at("08:10"));
    expect(await get(booking)).toEqual(moved);
    await until(async () => (await free(ferry, "08:10"))[0] === 2);
    await expectSound();
  });

  it("whose claim's answer is lost did nothing, and its places come back", async () => {
    const ferry = await aBusyFerry(4);
    const booking = await post(ferry, 2);
    const code = await losing("resourcesCapacity.claimCapacity", "after", () =>
      codeOf(patch(booking, { startAt: at("06:00") })),
    );
    expect(code).toBe("SERVICE_UNAVAILABLE");
    expect(await get(booking)).toEqual(booking);
    expect(await free(ferry, "06:00", "08:00")).toEqual([2, 2]);
    clock.now += 61_000;
    await until(async () => (await free(ferry, "06:00"))[0] === 4);
    expect(await free(ferry, "08:00")).toEqual([2]);
  });

  const patchOf = ({ id, updatedAt }: BookingRecord) => ({ id, expectedUpdatedAt: updatedAt });
});
