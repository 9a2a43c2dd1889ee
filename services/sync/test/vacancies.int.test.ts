import { afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type Request, call } from "@slipway/broker";
import {
  availability,
  bookings,
  catalog,
  resourcesCapacity,
  sync,
  webhooks,
} from "@slipway/contracts";
import { type Ferry, aFerry, aFerryOption } from "@slipway/dev/testing-ferry";
import { type SharedPlatform, sharedPlatform } from "@slipway/dev/testing-platform";
import { until } from "@slipway/dev/testing-until";
import { type Channel, type Receiver, aChannel, aReceiver, book } from "./channel-bench.ts";

let platform: SharedPlatform;
let receiver: Receiver;
let as: () => Request;
let ferry: Ferry;
let channel: Channel;

/** A day three months from now: within the days that channels are notified of. */
const day = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
const at = (time: string): string => `${day}T${time}:00.000Z`;

beforeAll(async () => {
  platform = await sharedPlatform();
});

afterEach(() => receiver.stop());
beforeEach(async () => {
  const tenantId = await platform.aTenant();
  as = () => platform.as(tenantId);
  ferry = await aFerry(as(), 20, { startTimes: ["08:00", "12:00", "16:00"] });
  // Otherwise who subscribes now may be told of the ferry's own making.
  await platform.settle();
  receiver = await aReceiver();
  channel = await aChannel(as(), { endpointUrl: receiver.url });
});

/**
 * The messages that the channel received, once there are so many and nothing more is on its way. On a busy machine the
 * moment ends between two events of one booking: then the same is said twice.
 */
async function delivered(times: number) {
  const told = () =>
    receiver.received
      .map(({ body }) => body.data)
      .filter((data, index, all) => JSON.stringify(data) !== JSON.stringify(all[index - 1]));
  await until(() => (told().length >= times ? true : undefined));
  await platform.settle();
  expect(told()).toHaveLength(times);
  return told();
}

/** Another option of the ferry's product, with five places at noon on a boat of its own. */
async function anotherOption(supplierId: string): Promise<{ optionId: string; unitId: string }> {
  const boat = { supplierId, name: "Ship", quantity: 1, capacityPerResource: 5 };
  const { id: resourceId } = await call(as(), resourcesCapacity.createResource, boat);
  const { productId } = ferry;
  return aFerryOption(as(), { productId, resourceId }, { startTimes: ["12:00"] });
}

it("webhook subscriptions to them are told of vacancies and products, without any channel", async () => {
  await call(as(), sync.deleteChannel, { id: channel.id });
  const both = ["PRODUCT_UPDATE" as const, "AVAILABILITY_UPDATE" as const];
  const subscribe = (notificationTypes: typeof both) =>
    call(as(), webhooks.createSubscription, { url: receiver.url, notificationTypes });
  expect((await subscribe(both)).notificationTypes).toEqual(both.toReversed());
  await book(as(), ferry, at("08:00"));
  const [vacancies] = await delivered(1);
  const departures = [{ startAt: at("08:00"), vacancies: 19, available: true }];
  expect(vacancies).toEqual({ optionId: ferry.optionId, departures });
  await call(as(), catalog.updateOption, { id: ferry.optionId, name: "Slow boat" });
  await call(as(), catalog.updateOption, { id: ferry.optionId, name: "Slower boat" });
  await until(() => receiver.received.length > 1);
  await platform.settle();
  const told = receiver.received.slice(1).map(({ body }) => [body.type, body.data]);
  // On a busy machine their moment may end between the two.
  for (const each of told) expect(each).toEqual(["PRODUCT_UPDATE", { productId: ferry.productId }]);
  expect(told.length).toBeLessThan(3);
  const { items } = await call(as(), sync.listJobs, {});
  expect(items.filter(({ status }) => status === "PENDING")).toEqual([]);
});

describe("a channel is notified of vacancies", () => {
  it("after bookings: those of a moment together, with the figures of the delivery's time", async () => {
    const figures = [
      { startAt: at("08:00"), vacancies: 18, available: true },
      { startAt: at("16:00"), vacancies: 19, available: true },
    ];
    await Promise.all([
      book(as(), ferry, at("08:00")),
      book(as(), ferry, at("08:00")),
      book(as(), ferry, at("16:00")),
    ]);
    await until(() => receiver.received.length > 0);
    await platform.settle();
    // On a busy machine their moment may end between two of them.
    const told = receiver.received.map(({ body }) => body.data);
    expect(told.length).toBeLessThan(3);
    expect(told.every(({ optionId }) => optionId === ferry.optionId)).toBe(true);
    const last = new Map(
      told.flatMap(({ departures }) => departures).map((each) => [each.startAt, each]),
    );
    expect([...last.values()].toSorted((a, b) => a.startAt.localeCompare(b.startAt))).toEqual(
      figures,
    );
    const { items } = await call(as(), sync.listJobs, {});
    expect(items).toMatchObject(
      told.map(() => ({
        channelConnectionId: channel.id,
        type: "AVAILABILITY_UPDATE",
        entityId: ferry.optionId,
        status: "SUCCEEDED",
        attempts: 1,
      })),
    );
  });

  it("after a cancellation and a move, but not after what takes no places", async () => {
    const id = await book(as(), ferry, at("08:00"));
    await delivered(1);
    const { updatedAt } = await call(as(), bookings.getBooking, { id });
    await call(as(), bookings.updateBooking, {
      id,
      expectedUpdatedAt: updatedAt,
      participants: {},
    });
    const moved = await call(as(), bookings.getBooking, { id });
    const move = { id, expectedUpdatedAt: moved.updatedAt, startAt: at("12:00") };
    await call(as(), bookings.updateBooking, move);
    const [, second] = await delivered(2);
    expect(second?.departures.map(({ startAt, vacancies }) => [startAt, vacancies])).toEqual([
      [at("08:00"), 20],
      [at("12:00"), 19],
    ]);
    await call(as(), bookings.cancelBooking, { id });
    const [, , third] = await delivered(3);
    expect(third?.departures).toEqual([{ startAt: at("12:00"), vacancies: 20, available: true }]);
  });

  it("after a cancellation, as long as the departure lasted when it was sold", async () => {
    const lasting = (durationMinutes: number) =>
      call(as(), catalog.updateOption, { id: ferry.optionId, durationMinutes });
    await lasting(5 * 60);
    const id = await book(as(), ferry, at("08:00"));
    await delivered(1);
    await lasting(60);
    await call(as(), bookings.cancelBooking, { id });
    const [, second] = await delivered(2);
    expect(second?.departures.map(({ startAt, vacancies }) => [startAt, vacancies])).toEqual([
      [at("08:00"), 20],
      [at("12:00"), 20],
    ]);
  });

  it("after a change of option, of both options", async () => {
    const id = await book(as(), ferry, at("08:00"));
    await delivered(1);
    const { updatedAt, supplierId, unitItems } = await call(as(), bookings.getBooking, { id });
    const cruise = await anotherOption(supplierId);
    // The change of its requirement is delivered first.
    await delivered(2);
    await call(as(), bookings.updateBooking, {
      id,
      expectedUpdatedAt: updatedAt,
      optionId: cruise.optionId,
      startAt: at("12:00"),
      unitItems: [{ unitId: cruise.unitId, quantity: unitItems[0]?.quantity ?? 0 }],
    });
    const data = (await delivered(4)).slice(2);
    expect(data).toEqual(
      expect.arrayContaining([
        {
          optionId: ferry.optionId,
          departures: [{ startAt: at("08:00"), vacancies: 20, available: true }],
        },
        {
          optionId: cruise.optionId,
          departures: [{ startAt: at("12:00"), vacancies: 4, available: true }],
        },
      ]),
    );
  });

  it("of every option that shares the boat, where their departures meet", async () => {
    const other = await call(as(), catalog.createOption, {
      id: ferry.productId,
      name: "Long",
      durationMinutes: 240,
    });
    await call(as(), resourcesCapacity.setRequirement, {
      id: other.id,
      resourceId: ferry.resourceId,
      quantity: 2,
    });
    await call(as(), availability.createPeriod, {
      id: other.id,
      startMonthDay: "01-01",
      endMonthDay: "12-31",
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      startTimes: ["06:00", "09:30"],
    });
    // The changes by the requirement are delivered first.
    await platform.settle();
    await until(async () => {
      await platform.settle();
      const { items } = await call(as(), sync.listJobs, { status: "PENDING" });
      return receiver.received.length > 0 && items.length === 0 ? true : undefined;
    });
    const before = receiver.received.length;
    await book(as(), ferry, at("08:00"));
    const all = await delivered(before + 2);
    const byOption = new Map(all.slice(before).map((data) => [data["optionId"], data.departures]));
    expect(byOption.get(ferry.optionId)).toEqual([
      { startAt: at("08:00"), vacancies: 19, available: true },
    ]);
    expect(byOption.get(other.id)).toEqual([
      { startAt: at("06:00"), vacancies: 9, available: true },
    ]);
  });

  it("after a block and its end", async () => {
    const span = { productId: ferry.productId, startAt: at("08:00"), endAt: at("16:00") };
    const block = await call(as(), availability.createBlock, span);
    const [first] = await delivered(1);
    expect(first?.departures).toEqual([
      { startAt: at("08:00"), vacancies: 20, available: false },
      { startAt: at("12:00"), vacancies: 20, available: false },
    ]);
    await call(as(), availability.deleteBlock, { id: block.id });
    const [, second] = await delivered(2);
    expect(second?.departures.map(({ available }) => available)).toEqual([true, true]);
  });

  it("after a resize that touches 1 200 departures: a thousand at a time, by start", async () => {
    await call(as(), resourcesCapacity.updateResource, {
      id: ferry.resourceId,
      capacityPerResource: 30,
    });
    const all = (await delivered(2)).map(({ departures }) => departures);
    expect(all.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([
      expect.any(Number),
      1_000,
    ]);
    const departures = all.flat().toSorted((a, b) => (a.startAt < b.startAt ? -1 : 1));
    // Three a day on 400 days, some of the first and the last day perhaps not.
    expect(departures.length).toBeGreaterThanOrEqual(1_198);
    expect(departures.length).toBeLessThanOrEqual(1_203);
    expect(new Set(departures.map(({ startAt }) => startAt)).size).toBe(departures.length);
    expect(new Set(departures.map(({ vacancies }) => vacancies))).toEqual(new Set([30]));
    for (const part of all)
      expect(part).toEqual(part.toSorted((a, b) => (a.startAt < b.startAt ? -1 : 1)));
    // A name is no number.
    await call(as(), resourcesCapacity.updateResource, { id: ferry.resourceId, name: "Ship" });
    await delivered(2);
  });
});

describe("no channel is notified", () => {
  it("of another supplier's departures, without an endpoint, or while disabled", async () => {
    const other = await aFerry(as(), 5);
    await aChannel(as(), { supplierId: other.supplierId, endpointUrl: receiver.url });
    await aChannel(as());
    await aChannel(as(), { endpointUrl: receiver.url, status: "DISABLED" });
    // The other ferry's making has changed something, too.
    await platform.settle();
    const before = receiver.received.length;
    await book(as(), ferry, at("08:00"));
    await until(() => (receiver.received.length > before ? true : undefined));
    await platform.settle();
    const { items } = await call(as(), sync.listJobs, {});
    const ofFerry = items.filter(({ entityId }) => entityId === ferry.optionId);
    expect(ofFerry).toMatchObject([{ channelConnectionId: channel.id }]);
  });

  it("of departures that are over or more than 400 days ahead", async () => {
    const far = new Date(Date.now() + 402 * 86_400_000).toISOString().slice(0, 10);
    await book(as(), ferry, `${far}T08:00:00.000Z`);
    await book(as(), ferry, at("08:00"));
    const [data] = await delivered(1);
    expect(data?.departures.map(({ startAt }) => startAt)).toEqual([at("08:00")]);
  });
});
