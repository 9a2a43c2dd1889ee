/** Bookings beside the real services that they rest on. */
import { beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Request, call } from "@slipway/broker";
import { availability, bookings, catalog, resourcesCapacity } from "@slipway/contracts";
import { type Ferry, aFerry, everyDay } from "@slipway/dev/testing-ferry";
import { codeOf } from "@slipway/dev/testing-request";

import { ferryPlatform, startAt } from "../ferry.ts";

let as: () => Request;
const platform = forThisFile(() =>
  ferryPlatform(import.meta.url, {
    settings: { HOLD_SWEEP_SECONDS: "0.1" },
  }),
);
beforeAll(async () => {
  const tenantId = await platform.aTenant();
  as = () => platform.as(tenantId);
});

function post(ferry: Ferry, input: object = {}) {
  const unitItems = [{ unitId: ferry.unitId, quantity: 1 }];
  return call(as(), bookings.createBooking, {
    optionId: ferry.optionId,
    startAt,
    unitItems,
    ...input,
  });
}

async function vacancies({ optionId }: Ferry): Promise<number | null | undefined> {
  const range = { optionId, from: startAt, to: startAt };
  return (await call(as(), availability.listAvailability, range)).items[0]?.vacancies;
}

const soundness = async () => [
  (await call(as(), resourcesCapacity.examineCapacity, {})).findings,
  (await call(as(), bookings.examineBookings, {})).findings,
];

it("sells 20 seats to 64 parallel buyers twenty times and not once more", async () => {
  const ferry = await aFerry(as(), 20);
  const codes = await Promise.all(Array.from({ length: 64 }, () => codeOf(post(ferry))));
  const counted = Map.groupBy(codes, (code) => code);
  expect(counted.get("done")).toHaveLength(20);
  expect(counted.get("CAPACITY_EXHAUSTED")).toHaveLength(44);
  expect(await vacancies(ferry)).toBe(0);
});

describe("places", () => {
  it("are free as soon as a cancel has answered", async () => {
    const ferry = await aFerry(as(), 1);
    for (let round = 0; round < 5; round++) {
      const { booking } = await post(ferry);
      await call(as(), bookings.cancelBooking, { id: booking.id });
    }
    expect(await vacancies(ferry)).toBe(1);
  });

  it("of a confirmed hold stay taken, of two parallel confirms one wins", async () => {
    const ferry = await aFerry(as(), 1);
    const { booking } = await post(ferry, { status: "ON_HOLD" });
    const confirm = () => call(as(), bookings.confirmBooking, { id: booking.id });
    const codes = await Promise.all([codeOf(confirm()), codeOf(confirm())]);
    expect(codes.toSorted()).toEqual(["INVALID_STATE", "done"]);
    expect(await codeOf(post(ferry))).toBe("CAPACITY_EXHAUSTED");
  });

  it("may be expanded for one departure", async () => {
    const ferry = await aFerry(as(), 1);
    await post(ferry);
    expect(await codeOf(post(ferry))).toBe("CAPACITY_EXHAUSTED");
    expect(await codeOf(post(ferry, { expandCapacity: true }))).toBe("done");
  });
});

describe("facts", () => {
  it("that were changed before an answer hold for every later booking", async () => {
    const ferry = await aFerry(as(), 9);
    expect(await codeOf(post(ferry))).toBe("done");
    const { productId } = ferry;
    const endAt = "2031-07-01T08:00:00.001Z";
    const block = await call(as(), availability.createBlock, { productId, startAt, endAt });
    expect(await codeOf(post(ferry))).toBe("DEPARTURE_BLOCKED");
    await call(as(), availability.deleteBlock, { id: block.id });
    await call(as(), catalog.archiveProduct, { id: productId });
    expect(await codeOf(post(ferry))).toBe("ARCHIVED");
  });

  it("of an option with live bookings keep it from being deleted", async () => {
    const ferry = await aFerry(as(), 1);
    const { booking } = await post(ferry);
    const remove = () => call(as(), catalog.deleteOption, { id: ferry.optionId });
    expect(await codeOf(remove())).toBe("HAS_LIVE_BOOKINGS");
    expect(await codeOf(post(ferry))).toBe("CAPACITY_EXHAUSTED");
    await call(as(), bookings.cancelBooking, { id: booking.id });
    await remove();
    expect(await codeOf(post(ferry))).toBe("NOT_FOUND");
  });
});

describe("a departure", () => {
  it("that a customStart made is sold on, and listed", async () => {
    const ferry = await aFerry(as(), 2);
    const customStart = { localDate: "2031-07-01", localTime: "12:34" };
    const { booking } = await post(ferry, { startAt: undefined, customStart });
    expect(booking.startAt).toBe("2031-07-01T12:34:00.000Z");
    expect(await codeOf(post(ferry, { startAt: booking.startAt }))).toBe("done");
    expect(await codeOf(post(ferry, { startAt: "2031-07-01T12:35:00Z" }))).toBe("NOT_A_DEPARTURE");
    const { optionId } = ferry;
    const range = { optionId, from: booking.startAt, to: booking.startAt };
    const { items } = await call(as(), availability.listAvailability, range);
    expect(items).toMatchObject([{ manual: true, vacancies: 0 }]);
  });
});

describe("whole units", () => {
  it("are priced by what was taken", async () => {
    const ferry = await aFerry(as(), 8);
    const period = { ...everyDay, retailPrices: { [ferry.unitId]: 30_000 } };
    await call(as(), catalog.setPricingPeriods, {
      id: ferry.optionId,
      pricingPer: "RESOURCE",
      periods: [period],
    });
    await call(as(), resourcesCapacity.updateResource, { id: ferry.resourceId, quantity: 3 });
    const unitItems = [{ unitId: ferry.unitId, quantity: 9 }];
    const { booking } = await post(ferry, { unitItems });
    expect(booking).toMatchObject({
      pricingSnapshot: { pricingPer: "RESOURCE", retail: 60_000 },
      resourceUsageSnapshot: { items: [{ capacityPlaces: 16, resourceQuantity: 2 }] },
    });
    const items = (resourceId: string, quantity: number) => ({
      unitItems,
      resourceItems: [{ resourceId, quantity }],
    });
    expect(await codeOf(post(ferry, items(ferry.resourceId, 1)))).toBe("RESOURCE_TOO_SMALL");
    expect(await codeOf(post(ferry, items(ferry.resourceId, 2)))).toBe("CAPACITY_EXHAUSTED");
    expect(await codeOf(post(ferry, items("none", 1)))).toBe("NOT_FOUND");
    const other = await aFerry(as(), 1);
    expect(await codeOf(post(ferry, items(other.resourceId, 1)))).toBe("RESOURCE_NOT_LINKED");
  });
});

it("adds up after everything above", async () => {
  await platform.settle();
  expect(await soundness()).toEqual([[], []]);
});
