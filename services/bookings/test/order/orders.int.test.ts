/** Orders in the service of bookings, with stand-ins for the others: late writes, and what has ended long ago. */
import { describe, expect, it } from "@jest/globals";
import { call, refuse } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  bookingArchive,
  bookings,
  customers,
  orders,
} from "@slipway/contracts";
import { codeOf } from "@slipway/dev/testing-request";
import { newId } from "@slipway/store";
import mongoose from "mongoose";
import { randomUUID } from "node:crypto";
import { scanPieceMax, scanPiecesMax, scannedBytes } from "../../src/constants.ts";
import type { EraseDeps } from "../../src/erase/deps.ts";
import { eraseOrder } from "../../src/erase/erase-order.ts";
import { followAll } from "../../src/lifecycle/follow-order.ts";
import { bookingStore } from "../../src/record/booking-store.ts";
import { orderStore } from "../../src/record/order-store.ts";
import { benchForFile, iso, seatsTaken, tenant } from "../bench.ts";
import { now, startAt } from "../builders.ts";

const { mongo } = mongoose;
const dayMs = 86_400_000;
const bench = benchForFile(import.meta.url, {
  BOOKINGS_KEEP_DAYS: "60",
  HOLD_SWEEP_SECONDS: "4",
  QUOTA_ORDERS_PER_KEY: "6",
});

const open = async (more: object = {}): Promise<string> => {
  const order = { expirationMinutes: 30, ...more };
  return (await call(bench.as(tenant), orders.createOrder, order)).order.id;
};
const asTenant = () => bench.as(tenant);
const hold = (orderId: string) => bench.create({ orderId });
const read = (id: string) => call(asTenant(), orders.getOrder, { id });
const confirm = (id: string) => call(asTenant(), orders.confirmOrder, { id });
const statusOf = async (id: string) => (await call(asTenant(), bookings.getBooking, { id })).status;
const changes = (updatedSince: string) =>
  call(bench.as(tenant), orders.listOrderChanges, { updatedSince });

describe("the change feed of orders", () => {
  it("shows an order whose insert was late, once its event is delivered", async () => {
    // The event stays in the outbox: a consumer that is away takes none, and makes no dead letter.
    bench.before["audit.appendEntries"] = () => Promise.reject(refuse("SERVICE_UNAVAILABLE"));
    const id = await open();
    const inserted = await bench.orders.findOneAndDelete({ _id: id });
    bench.now += 60_000;
    const { watermark } = await changes(iso(bench.now - 1));
    const insertedAt = new mongo.Timestamp({ t: bench.now / 1_000, i: 1 });
    await bench.orders.insertOne({ ...inserted!, insertedAt });
    await bench.restart();
    delete bench.before["audit.appendEntries"];
    await bench.settle();
    expect((await changes(watermark)).items).toMatchObject([
      { id, createdAt: iso(now), updatedAt: iso(bench.now) },
    ]);
  });

  it("leaves the token of an order alone if only its event is late", async () => {
    bench.before["audit.appendEntries"] = () => Promise.reject(refuse("SERVICE_UNAVAILABLE"));
    const id = await open();
    bench.now += 60_000;
    await bench.restart();
    delete bench.before["audit.appendEntries"];
    await bench.settle();
    expect(await bench.orders.findOne({ _id: id })).toMatchObject({
      updatedAt: new Date(now),
      revision: 1,
      outbox: [],
    });
  });

  it("answers an order that a booking joins meanwhile, and reads one again that has changed", async () => {
    const store = orderStore(bench.orders, { committed: () => undefined } as never, () => "$$NOW");
    const id = await open();
    const found = (await store.getToChange(tenant, id))!;
    await hold(id);
    expect([await store.isStill(found), await store.areStill([found])]).toEqual([false, true]);
    const updatedAt = iso(now);
    const notes = "By bus";
    await call(asTenant(), orders.updateOrder, { id, expectedUpdatedAt: updatedAt, notes });
    expect(await store.areStill([found])).toBe(false);
  });
});

it("takes no booking in another currency than its own, and gives its places back", async () => {
  const id = await open();
  await bench.orders.updateOne({ _id: id }, { $set: { currency: "JPY" } });
  expect(await codeOf(hold(id))).toBe("INVALID_STATE");
  expect([(await read(id)).bookings, seatsTaken(bench)]).toEqual([[], 0]);
});

it("keeps the currency of its bookings: a change that prices one in another is refused, and its quote", async () => {
  const orderId = await open();
  const { id, updatedAt } = await hold(orderId);
  const ofOrder = (currency: string) =>
    bench.orders.updateOne({ _id: orderId }, { $set: { currency } });
  // They are of a time when the tenant had another currency.
  await ofOrder("JPY");
  await bench.collection.updateOne({ _id: id }, { $set: { "pricingSnapshot.currency": "JPY" } });
  const change = { expectedUpdatedAt: updatedAt, unitItems: [{ unitId: "adult", quantity: 2 }] };
  const patch = () => call(asTenant(), bookings.updateBooking, { id, ...change });
  const quote = () => call(asTenant(), bookings.quoteUpdate, { bookingId: id, ...change });
  const codes = [await codeOf(patch()), await codeOf(quote())];
  expect(codes).toEqual(["INVALID_STATE", "INVALID_STATE"]);
  expect(seatsTaken(bench)).toBe(1);
  // A change of an earlier release has mixed them: this one mends it.
  await ofOrder("EUR");
  expect((await patch()).pricingSnapshot).toMatchObject({ retail: 2_000, currency: "EUR" });
});

describe("the sum of an order", () => {
  const most = orders.retailInOrderMax;
  const holdAt = (orderId: string, adult: number) =>
    bench.create({ orderId, retailPrices: { adult } });

  it("is exact for the dearest bookings, each of which is bounded on its own", async () => {
    const id = await open();
    expect(most * orders.orderEntriesMax).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
    expect(await codeOf(holdAt(id, most + 1))).toBe("VALIDATION_FAILED");
    const quote = { retailPrices: { adult: most + 1 }, optionId: "opt", orderId: id };
    const asked = {
      ...quote,
      startAt: iso(startAt),
      unitItems: [{ unitId: "adult", quantity: 1 }],
    };
    expect(await codeOf(call(asTenant(), bookings.quoteBooking, asked))).toBe("VALIDATION_FAILED");
    expect(seatsTaken(bench)).toBe(0);
    const [{ id: held, updatedAt }] = await Promise.all([holdAt(id, most), holdAt(id, most)]);
    const dearer = { expectedUpdatedAt: updatedAt, retailPrices: { adult: most + 1 } };
    const patched = call(asTenant(), bookings.updateBooking, { id: held, ...dearer });
    expect(await codeOf(patched)).toBe("VALIDATION_FAILED");
    expect((await confirm(id)).retail).toBe(2 * most);
    // A booking of its own is as dear as it likes.
    await bench.create({ retailPrices: { adult: most + 1 } });
  });

  it("of prices that an earlier release took is answered", async () => {
    const id = await open();
    const held = [await hold(id), await hold(id)];
    const retail = Number.MAX_SAFE_INTEGER;
    await bench.collection.updateMany({}, { $set: { "pricingSnapshot.retail": retail } });
    expect((await read(id)).retail).toBe(retail);
    expect((await call(asTenant(), orders.listOrders, {})).items).toHaveLength(1);
    expect((await confirm(id)).bookings).toHaveLength(held.length);
  });

  it("in a quote that is too big is refused", async () => {
    const item = (adult: number) => ({
      optionId: "opt",
      startAt: iso(startAt),
      retailPrices: { adult },
      unitItems: [{ unitId: "adult", quantity: 1 }],
    });
    const quote = (...prices: number[]) =>
      call(asTenant(), orders.quoteOrder, { items: prices.map(item) });
    const max = Number.MAX_SAFE_INTEGER;
    expect(await codeOf(quote(max, 1))).toBe("VALIDATION_FAILED");
    expect((await quote(max - 1, 1)).retail).toBe(max);
  });
});

/** Makes so many newer orders like this one, but for its customer. */
async function copy(id: string, count: number): Promise<void> {
  const one = (await bench.orders.findOne({ _id: id }))!;
  const nobody = { customer: null, searchText: "", externalId: null, outbox: [] };
  const copies = Array.from({ length: count }, (_, index) => {
    const names = { _id: newId("ord", now + 1 + index), reference: `R${index}` };
    return { ...one, ...nobody, ...names };
  });
  await bench.orders.insertMany(copies);
}

describe("a list of more orders than one request looks at", () => {
  const windowMax = scanPieceMax * scanPiecesMax;

  async function pagesOf(input: InputOf<typeof orders.listOrders>) {
    const pages: OutputOf<typeof orders.listOrders>[] = [];
    for (let page: string | undefined; ; page = pages.at(-1)?.next ?? undefined) {
      const more = page === undefined ? {} : { page };
      pages.push(await call(asTenant(), orders.listOrders, { ...input, ...more }));
      if (pages.at(-1)?.next === null) return pages;
    }
  }
  const idsOf = (pages: readonly OutputOf<typeof orders.listOrders>[]) =>
    pages.flatMap(({ items }) => items.map(({ id }) => id));

  it("goes on from request to request, and charges what each has read", async () => {
    // Each was one statement over all orders, which the database gave up, and searches were free.
    const id = await open({ externalId: "first", customer: { name: "Zanon" } });
    await copy(id, windowMax + 1);
    const charged = (pages: readonly OutputOf<typeof orders.listOrders>[]) =>
      pages.map(({ bytesRead = 0 }) => bytesRead / scannedBytes);
    const found = await pagesOf({ externalId: "first" });
    expect([idsOf(found), charged(found)]).toEqual([[id], [windowMax + 1, 1]]);
    const searched = await pagesOf({ search: "zanon", limit: 5 });
    expect(searched).toMatchObject([{ items: [] }, { items: [{ id }], total: 1 }]);
    const last = await pagesOf({ limit: 2, offset: windowMax, status: "OPEN" });
    expect(idsOf(last)).toHaveLength(2);
    expect([idsOf(last).at(-1), last.at(-1)?.total]).toEqual([id, windowMax + 2]);
    const first = await pagesOf({ limit: 3 });
    expect([charged(first), first.at(-1)?.total]).toEqual([[windowMax + 1, 1], windowMax + 2]);
    const newest = await bench.orders.find().sort({ _id: -1 }).limit(3).toArray();
    expect(idsOf(first)).toEqual(newest.map(({ _id }) => _id));
    // A page that is full before the window ends charges what was read up to there.
    const some = await call(asTenant(), orders.listOrders, { status: "OPEN" });
    expect(some.bytesRead).toBe(some.items.length * scannedBytes);
  });

  it("answers a page of big orders in parts, each once, with the total", async () => {
    const id = await open({ metadata: { text: "x".repeat(16_000) } });
    await copy(id, 40);
    const pages = await pagesOf({ limit: 30, offset: 1 });
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.every(({ total }) => total === 41)).toBe(true);
    const all = idsOf(await pagesOf({}));
    expect([all.length, idsOf(pages)]).toEqual([41, all.slice(1, 31)]);
  });
});

it("a change of an order with equal values uses its token up, and is neither audited nor told", async () => {
  const id = await open({ customer: { name: "Ada" }, notes: "By bus" });
  const patch = async (more: object) => {
    const { updatedAt: expectedUpdatedAt } = await read(id);
    return call(asTenant(), orders.updateOrder, { id, expectedUpdatedAt, ...more });
  };
  const { updatedAt } = await read(id);
  const equal = await patch({ customer: { name: "Ada" }, notes: "By bus", externalId: null });
  expect(equal.updatedAt > updatedAt).toBe(true);
  await patch({ notes: "By train" });
  await bench.settle();
  const told = bench.audited.filter(({ action }) => action === "order.update");
  expect(told).toHaveLength(1);
});

describe("an erasure", () => {
  const emailAddress = "ada@example.com";
  const erase = (wanted: { emailAddress: string } | { bookingId: string } = { emailAddress }) =>
    call(bench.as(tenant, { actorType: "USER" }), customers.eraseCustomer, wanted);
  const customerOf = async (id: string) =>
    (await call(asTenant(), bookings.getBooking, { id })).customer;

  it("empties the keys of the changes of an order", async () => {
    const id = await open();
    const customer = JSON.stringify({ emailAddress });
    const usedKeys = [{ key: "k", of: "o", at: new Date(now) }];
    await bench.orders.updateOne({ _id: id }, { $set: { customer, usedKeys } });
    await erase();
    const left = { customer: null, usedKeys: [] };
    expect(await bench.orders.findOne({ _id: id })).toMatchObject(left);
  });

  it("reaches the oldest of more orders than one statement looks at", async () => {
    const id = await open({ customer: { emailAddress } });
    await copy(id, 20_001);
    await erase();
    expect((await read(id)).customer).toBeNull();
  });

  it("of one booking keeps its order's customer from it, whom others get", async () => {
    const id = await open({ customer: { name: "Ada" } });
    const [erased, other] = [await hold(id), await hold(id)];
    expect(await erase({ bookingId: erased.id })).toEqual({ bookings: 1 });
    await confirm(id);
    expect(await customerOf(erased.id)).toBeNull();
    expect(await customerOf(other.id)).toEqual({ name: "Ada" });
  });

  it("outruns a confirmation that was written meanwhile with the person in memory", async () => {
    const id = await open({ customer: { emailAddress } });
    const { id: bookingId } = await hold(id);
    const clock = () => new Date(bench.now);
    const store = bookingStore(bench.collection, clock);
    const own = orderStore(bench.orders, { committed: () => undefined } as never, clock);
    const bookingsRead = await store.listOf(tenant, [bookingId]);
    let decided: Parameters<typeof followAll>[2] | undefined;
    const change: typeof own.change = async (...asked) => {
      const order = (await own.getToChange(tenant, id))!;
      const sold = [{ bookingId, status: "CONFIRMED" as const }];
      const set = { status: "CONFIRMED" as const, expiresAt: null, sold };
      expect(await own.write(order, { set, open: "any" })).toBe(true);
      decided = { order: { ...order, ...set }, bookings: bookingsRead };
      return own.change(...asked);
    };
    const { via: broker } = asTenant();
    const shared = { store, broker, clock: () => bench.now, deliver: () => undefined };
    const deps = { ...shared, orders: { ...own, change } } as unknown as EraseDeps;
    await eraseOrder(deps, asTenant(), id, emailAddress);
    await followAll(deps, asTenant(), decided!);
    const customer = await customerOf(bookingId);
    expect([customer, await statusOf(bookingId)]).toEqual([null, "CONFIRMED"]);
  });
});

it("an archived booking stays in its order, with its price", async () => {
  const id = await open();
  const sold = await hold(id);
  const before = await confirm(id);
  expect(before).toMatchObject({
    retail: sold.pricingSnapshot?.retail,
    bookings: [{ id: sold.id }],
  });
  await bench.settle();
  bench.now = startAt + 61 * dayMs;
  const run = randomUUID();
  const { items } = await call(bench.as("-"), bookingArchive.listEndedBookings, { run });
  const versions = items.map(({ version }) => version);
  expect(versions).toMatchObject([{ id: sold.id }]);
  await call(bench.as("-"), bookingArchive.archiveBookings, { run, versions, end: true });
  expect(await codeOf(call(asTenant(), bookings.getBooking, { id: sold.id }))).toBe("NOT_FOUND");
  expect(await read(id)).toEqual(before);
});

it("an order is archived after its last booking, and leaves nothing behind", async () => {
  const behind: unknown[] = [];
  const archive = async (): Promise<string[]> => {
    const { items } = await call(bench.as("-"), bookingArchive.listEndedOrders, {});
    const versions = items.map(({ version }) => version);
    const { archived, pending } = await call(bench.as("-"), bookingArchive.archiveOrders, {
      versions,
    });
    expect(archived).toBe(versions.length);
    behind.push(pending);
    return versions.map((version) => version.id);
  };
  const [id, empty, opened] = [await open(), await open(), await open()];
  await hold(id);
  await confirm(id);
  await call(asTenant(), orders.cancelOrder, { id: empty });
  await bench.settle();
  await bench.orders.updateOne(
    { _id: opened },
    { $set: { expiresAt: new Date(startAt + 99 * dayMs) } },
  );
  bench.now = startAt + 61 * dayMs;
  // Its booking is still there.
  bench.before["audit.appendEntries"] = () => Promise.reject(refuse("SERVICE_UNAVAILABLE"));
  expect(await archive()).toEqual([empty]);
  delete bench.before["audit.appendEntries"];
  const run = randomUUID();
  const { items } = await call(bench.as("-"), bookingArchive.listEndedBookings, { run });
  const versions = items.map(({ version }) => version);
  await call(bench.as("-"), bookingArchive.archiveBookings, { run, versions, end: true });
  expect(await archive()).toEqual([id]);
  await bench.settle();
  expect(
    await bench.orders
      .find()
      .map(({ _id }) => _id)
      .toArray(),
  ).toEqual([opened]);
  expect(await codeOf(read(id))).toBe("NOT_FOUND");
  expect(
    bench.audited.map(({ action }) => action).filter((each) => each === "order.archive"),
  ).toHaveLength(2);
  // A run waits while events are behind.
  expect(behind[0]).toBe(1);
});

/** Does it ten times while others write an order and a booking all the time. */
async function whileWritten(
  { order, booking, change }: { order: string; booking: string; change: object },
  work: () => Promise<void>,
): Promise<void> {
  let isOver = false;
  const writers = [1, 2, 3].map(async () => {
    while (!isOver) {
      await bench.orders.updateOne({ _id: order }, change);
      await bench.collection.updateOne({ _id: booking }, change);
    }
  });
  try {
    for (let round = 0; round < 10; round++) await work();
  } finally {
    isOver = true;
    await Promise.all(writers);
  }
}

it("answers repeats of a creation by its key while others change what it has made all the time", async () => {
  const idempotencyKey = "made once";
  const order = () => call(asTenant(), orders.createOrder, { idempotencyKey });
  const booking = () => bench.create({ idempotencyKey });
  const [made, { id }] = [(await order()).order.id, await booking()];
  const change = { $inc: { revision: 1 }, $set: { updatedAt: new Date() } };
  await whileWritten({ order: made, booking: id, change }, async () => {
    expect(await order()).toMatchObject({ order: { id: made }, replayed: true });
    expect((await booking()).id).toBe(id);
  });
});

it("answers repeats by a key while others write the records all the time, and refuses the key for another body", async () => {
  const id = await open();
  const { updatedAt } = await read(id);
  const { id: bookingId } = await bench.create();
  const repeat = (key: string, of = key) => ({ repeat: { key, of, isReplayed: false } });
  const cancel = async (given = repeat("cancel")) => {
    const { status } = await call(asTenant(), bookings.cancelBooking, { id: bookingId }, given);
    expect(status).toBe("CANCELLED");
    return { expiresAt, notes: "Window" };
  };
  const extend = (given = repeat("extend")) =>
    call(asTenant(), orders.extendOrder, { id, expirationMinutes: 90 }, given);
  const rename = (given = repeat("rename")) => {
    const notes = { notes: "Window", expectedUpdatedAt: updatedAt };
    return call(asTenant(), orders.updateOrder, { id, ...notes }, given);
  };
  await rename();
  const { expiresAt } = await extend();
  await cancel();
  const change = { $inc: { revision: 1 } };
  await whileWritten({ order: id, booking: bookingId, change }, async () => {
    for (const again of [extend, rename, cancel]) {
      const given = repeat(again.name);
      expect(await again(given)).toMatchObject({ expiresAt, notes: "Window" });
      expect(given.repeat.isReplayed).toBe(true);
      expect(await codeOf(again(repeat(again.name, "another")))).toBe("IDEMPOTENCY_KEY_REUSED");
    }
  });
});

describe("a hold whose order has marked it, between its end and the sweep", () => {
  const listed = async (status: string) =>
    (await call(asTenant(), bookings.listBookings, { status })).items.map(({ id }) => id);

  it("is in the list of the status that it is answered with", async () => {
    const orderId = await open();
    const { id } = await hold(orderId);
    await bench.collection.updateOne({ _id: id }, { $set: { orderRevision: 7 } });
    const other = await bench.create({ orderId: await open() });
    bench.now += 30 * 60_000;
    for (const each of [id, other.id]) {
      const status = await statusOf(each);
      const lists = { ON_HOLD: await listed("ON_HOLD"), EXPIRED: await listed("EXPIRED") };
      const found = Object.entries(lists).filter(([, ids]) => ids.includes(each));
      // The sweep may have come in between.
      expect([[status], [await statusOf(each)]]).toContainEqual(found.map(([name]) => name));
    }
  });
});

describe("a hold of an order that was extended", () => {
  it("is extended once more, and is expired from the order's end on, swept or not", async () => {
    // It was ON_HOLD until the sweep, in no list of expired ones, and its cancellation was quoted.
    const orderId = await open();
    const { id } = await hold(orderId);
    const extend = (expirationMinutes: number) =>
      call(asTenant(), orders.extendOrder, { id: orderId, expirationMinutes });
    await extend(60);
    bench.now += 59 * 60_000;
    const { expiresAt } = await extend(60);
    const stored = (await bench.collection.findOne({ _id: id }))!;
    expect([iso(Number(stored.expiresAt)), "orderRevision" in stored]).toEqual([expiresAt, false]);
    bench.now = Date.parse(expiresAt ?? "") - 1;
    expect(await statusOf(id)).toBe("ON_HOLD");
    bench.now++;
    expect(await statusOf(id)).toBe("EXPIRED");
    const { items } = await call(asTenant(), bookings.listBookings, { status: "EXPIRED" });
    expect(items.map((each) => each.id)).toEqual([id]);
    const quoted = await call(asTenant(), bookings.quoteCancellation, { id });
    expect(quoted).toMatchObject({ allowed: false, code: "INVALID_STATE", validUntil: null });
  });

  it("that is still marked, as by a crash, is expired in its order and not quoted", async () => {
    const orderId = await open();
    const { id } = await hold(orderId);
    await bench.collection.updateOne({ _id: id }, { $set: { orderRevision: 7 } });
    bench.now += 30 * 60_000;
    expect(await read(orderId)).toMatchObject({
      status: "EXPIRED",
      retail: 0,
      bookings: [{ id, status: "EXPIRED" }],
    });
    const quoted = await call(asTenant(), bookings.quoteCancellation, { id });
    expect(quoted).toMatchObject({ allowed: false, validUntil: null });
  });
});

describe("fifty live bookings of an order", () => {
  const ids = (count: number, at: number) => Array.from({ length: count }, () => newId("bkg", at));

  it("are those too that are about to be inserted", async () => {
    const id = await open();
    await bench.orders.updateOne({ _id: id }, { $set: { bookingIds: ids(50, now) } });
    // They may fail: there may be room a moment later.
    expect(await codeOf(hold(id))).toBe("SERVICE_UNAVAILABLE");
    // By then those inserts have failed.
    bench.now += 61_000;
    expect((await hold(id)).orderId).toBe(id);
  });

  it("are not exceeded by many requests at once", async () => {
    const id = await open();
    // The list is long, so that the next ones look at what is live.
    await bench.orders.updateOne({ _id: id }, { $set: { bookingIds: ids(49, now - 600_000) } });
    for (let round = 0; round < 4; round++)
      await Promise.all(Array.from({ length: 10 }, () => codeOf(hold(id))));
    const live = await bench.collection.countDocuments({ orderId: id, status: "ON_HOLD" });
    expect(live).toBeLessThanOrEqual(50);
    for (let held = live; held < 50; held++) await hold(id);
    expect(await codeOf(hold(id))).toBe("QUOTA_EXCEEDED");
  });
});

describe("ids of inserts that have failed", () => {
  const failed = (count: number) =>
    Array.from({ length: count }, () => newId("bkg", now - 600_000));

  it("leave an order when it is full, and each gets a tombstone", async () => {
    const id = await open();
    const ids = failed(100);
    await bench.orders.updateOne({ _id: id }, { $set: { bookingIds: ids } });
    const held = await hold(id);
    expect((await bench.orders.findOne({ _id: id }))?.bookingIds).toEqual([held.id]);
    expect(await bench.collection.countDocuments({ _id: { $in: ids }, live: false })).toBe(100);
  });

  it("of an order that has had a hundred bookings make no room", async () => {
    const id = await open();
    const { id: held } = await hold(id);
    const { _id, ...document } = (await bench.collection.findOne({ _id: held }))!;
    const ended = failed(100);
    const named = ({ index, each }: { index: number; each: string }) => ({
      ...document,
      _id: each,
      reference: `R${index}`,
      uuid: randomUUID(),
      status: "CANCELLED" as const,
      expiresAt: null,
      outbox: [],
    });
    await bench.collection.insertMany(ended.map((each, index) => named({ index, each })));
    await bench.orders.updateOne({ _id: id }, { $set: { bookingIds: ended } });
    expect(await codeOf(hold(id))).toBe("QUOTA_EXCEEDED");
    expect(_id).toBe(held);
  });
});

describe("doctor", () => {
  const examine = async () => (await call(asTenant(), bookings.examineBookings, {})).findings;
  const repair = () =>
    call(asTenant(), bookings.repairBookings, {
      findings: [{ kind: "booking.order", id: "any", detail: "" }],
    });
  const plant = async (id: string, set: object) => {
    await bench.settle();
    await bench.collection.updateOne({ _id: id }, { $set: set });
    bench.now += 3 * 60_000;
  };

  it("finds a hold that does not follow its confirmed order, and has it follow", async () => {
    const orderId = await open();
    const held = await hold(orderId);
    await confirm(orderId);
    const expiresAt = new Date(now + 30 * 60_000);
    await plant(held.id, { status: "ON_HOLD", expiresAt, confirmedAt: null });
    const detail = `ON_HOLD, and its order ${orderId} is CONFIRMED`;
    expect(await examine()).toContainEqual({ kind: "booking.order", id: held.id, detail });
    expect((await repair()).repaired).toContainEqual({
      kind: "booking.order",
      id: held.id,
      detail,
    });
    expect(await statusOf(held.id)).toBe("CONFIRMED");
    await bench.settle();
    expect((await examine()).map(({ kind }) => kind)).not.toContain("booking.order");
  });

  it("finds a sold booking whose order is an older copy, and leaves it", async () => {
    const orderId = await open();
    const [sold, other] = [await hold(orderId), await hold(orderId)];
    await plant(sold.id, { status: "CONFIRMED", expiresAt: null, confirmedAt: new Date(now) });
    const detail = `CONFIRMED, and its order ${orderId} is OPEN`;
    expect(await examine()).toContainEqual({ kind: "booking.order", id: sold.id, detail });
    await repair();
    expect(await Promise.all([sold, other].map(({ id }) => statusOf(id)))).toEqual([
      "CONFIRMED",
      "ON_HOLD",
    ]);
    expect(await examine()).toContainEqual({ kind: "booking.order", id: sold.id, detail });
  });

  it("finds nothing in an order that is just decided, or that is sound", async () => {
    const orderId = await open();
    const held = await hold(orderId);
    await confirm(orderId);
    await bench.settle();
    await bench.collection.updateOne({ _id: held.id }, { $set: { status: "ON_HOLD" } });
    expect((await examine()).map(({ kind }) => kind)).not.toContain("booking.order");
  });
});

it("a key opens no more orders than it may have open, and again once one is decided or over", async () => {
  const max = 6;
  const key = bench.as(tenant, { actorType: "API_KEY", actorId: "key_many" });
  const openOne = async (): Promise<string> => {
    const opened = call(key, orders.createOrder, { expirationMinutes: 30 });
    return opened.then(
      ({ order }) => order.id,
      () => codeOf(opened),
    );
  };
  const opened = await Promise.all(Array.from({ length: 2 * max }, openOne));
  const ids = opened.filter((id) => id !== "QUOTA_EXCEEDED");
  expect(ids).toHaveLength(max);
  expect(await openOne()).toBe("QUOTA_EXCEEDED");
  await call(key, orders.cancelOrder, { id: ids[0] ?? "" });
  expect(await openOne()).toMatch(/^ord_/);
  bench.now += 31 * 60_000;
  expect(await openOne()).toMatch(/^ord_/);
});
