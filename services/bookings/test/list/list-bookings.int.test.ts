import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Request, call, refuse } from "@slipway/broker";
import { type InputOf, bookings } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { recordOf } from "../../src/record/booking-record.ts";
import type { BookingRecord } from "../../src/record/booking.ts";
import { type Bench, iso, startBench } from "../bench.ts";
import { now, someFacts, someSellingFacts, startAt } from "../builders.ts";

// A tenant's bookings are found in memory, and in the database where they are too many for it.
describe.each([
  ["in memory", "100"],
  ["in the database", "0"],
])("lists found %s", (_where, megabytes) => {
  let tenant = "";
  const bench = forThisFile(() => startBench(import.meta.url, { LIST_MEMORY_MB: megabytes }));
  beforeEach(() => {
    tenant = randomUUID();
    bench.seats = null;
  });
  afterEach(async () => {
    await bench.settle();
    bench.reset();
  });

  type Filters = Partial<InputOf<typeof bookings.listBookings>>;

  /** All pages, as the gateway joins them. */
  async function listAll(
    filters: Filters = {},
    request: Request = bench.as(tenant),
  ): Promise<{ items: BookingRecord[]; pages: number; total: number | undefined }> {
    const items: BookingRecord[] = [];
    for (let page: string | undefined, pages = 1; ; pages++) {
      const input = page === undefined ? filters : { ...filters, page };
      const answer = await call(request, bookings.listBookings, input);
      items.push(...answer.items);
      if (answer.next === null) return { items, pages, total: answer.total };
      page = answer.next;
    }
  }

  const idsOf = async (filters: Filters) => (await listAll(filters)).items.map(({ id }) => id);

  async function create(input: Parameters<Bench["create"]>[0] = {}): Promise<string> {
    // Each a millisecond later: newest first is then the order of making, backwards.
    bench.now++;
    return (await bench.create(input, tenant)).id;
  }

  it("counts bookings by day and source, those that hold places or of a status", async () => {
    await create();
    await create({ status: "ON_HOLD" });
    await bench.create({}, randomUUID());
    const day = new Date(startAt).toISOString().slice(0, 10);
    const range = { from: day, to: day, timezone: "UTC" };
    const count = (more: object) =>
      call(bench.as(tenant), bookings.listBookingCounts, { ...range, ...more });
    const counted = (number: number) => [{ date: day, source: "api/v1", bookings: number }];
    expect(await count({})).toEqual(counted(2));
    expect(await count({ status: "ON_HOLD" })).toEqual(counted(1));
    expect(await count({ supplierId: "sup_other" })).toEqual([]);
    expect(await count({ productId: "prd_other" })).toEqual([]);
    const { productId } = await bench.create({ status: "ON_HOLD" }, tenant);
    expect(await count({ productId })).toEqual(counted(3));
    const [from, to] = ["2027-01-01", "2027-02-01"];
    await expect(count({ from, to })).rejects.toMatchObject({ type: "RANGE_TOO_LARGE" });
  });

  it("sums bookings, guests and retail as it is asked, and refuses what it cannot", async () => {
    const one = await bench.create({}, tenant);
    await bench.create({ status: "ON_HOLD" }, tenant);
    await bench.create({}, randomUUID());
    const date = new Date(startAt).toISOString().slice(0, 10);
    const asked = { from: date, to: date, timezone: "UTC", by: "day,source" };
    const stats = async (more: object = {}) =>
      (await call(bench.as(tenant), bookings.listStats, { ...asked, ...more })).items;
    const { retail, currency } = one.pricingSnapshot ?? {};
    const each = { currency, guests: 1, bookings: 1, retail };
    const both = { currency, guests: 2, bookings: 2, retail: 2 * (retail ?? 0) };
    expect(await stats()).toEqual([{ date, source: "api/v1", ...both }]);
    expect(await stats({ by: "product" })).toEqual([{ productId: one.productId, ...both }]);
    expect(await stats({ by: "source", status: "ON_HOLD" })).toEqual([
      { source: "api/v1", ...each },
    ]);
    expect(await stats({ productId: "prd_other" })).toEqual([]);
    // The next answer knows the cancellation.
    bench.now++;
    await call(bench.as(tenant), bookings.cancelBooking, { id: one.id });
    expect(await stats({ by: "day" })).toEqual([{ date, ...each }]);
    const long = { from: "2027-01-01", to: "2028-02-05" };
    await expect(stats(long)).rejects.toMatchObject({ type: "RANGE_TOO_LARGE" });
    await expect(stats({ by: "week" })).rejects.toMatchObject({ type: "VALIDATION_FAILED" });
  });

  it("lists bookings at whose start nothing departs any more: by start, in pages, from now on", async () => {
    const hourMs = 3_600_000;
    const starts = [2, 0, 1, 3].map((hours) => startAt + hours * hourMs);
    bench.selling = someSellingFacts({ periods: [], blocks: [] });
    const made: { id: string; start: number }[] = [];
    for (const start of starts) {
      bench.departures.add(iso(start));
      made.push({ id: await create({ startAt: iso(start) }), start });
    }
    await bench.create({}, randomUUID());
    const held = await create({ startAt: iso(startAt), status: "ON_HOLD" });
    const ended = await create({ startAt: iso(startAt) });
    await call(bench.as(tenant), bookings.cancelBooking, { id: ended });
    const [third = 0, first = 0, , fourth = 0] = starts;
    bench.missing = new Set([third, first, fourth]);
    const list = async (asked: InputOf<typeof bookings.listUnscheduledBookings> = {}) => {
      const { items, next } = await call(bench.as(tenant), bookings.listUnscheduledBookings, asked);
      expect(next).toBeNull();
      return items.map(({ id }) => id);
    };
    const idAt = (start: number) => made.find((each) => each.start === start)?.id ?? "";
    const atFirst = [idAt(first), held].toSorted();
    expect(await list()).toEqual([...atFirst, idAt(third), idAt(fourth)]);
    expect(await list({ from: iso(first + 1), to: iso(third) })).toEqual([idAt(third)]);
    expect(await list({ supplierId: "sup_other" })).toEqual([]);
    bench.now = third;
    expect(await list()).toEqual([idAt(third), idAt(fourth)]);
    expect(await list({ from: iso(first) })).toEqual([idAt(first), idAt(third), idAt(fourth)]);
  });

  describe("the array form", () => {
    it("comes in pages of at most 200, none skipped or repeated at equal times", async () => {
      await Promise.all(Array.from({ length: 403 }, () => bench.create({}, tenant)));
      const { items, pages } = await listAll();
      expect([items.length, pages]).toEqual([403, 3]);
      expect(new Set(items.map(({ id }) => id)).size).toBe(403);
    });

    it("comes in pages that fit the bus, however big the bookings are", async () => {
      const customer = { note: "x".repeat(60_000) };
      await Promise.all(Array.from({ length: 20 }, () => bench.create({ customer }, tenant)));
      const { next, items } = await call(bench.as(tenant), bookings.listBookings, {});
      expect(Buffer.byteLength(JSON.stringify({ next, items }))).toBeLessThan(512 * 1024);
      const all = await listAll();
      expect([all.items.length, all.pages > 2]).toEqual([20, true]);
    });

    it("refuses a page that is none", async () => {
      const listing = call(bench.as(tenant), bookings.listBookings, { page: "nonsense" });
      await expect(listing).rejects.toMatchObject({ type: "VALIDATION_FAILED" });
    });
  });

  describe("the limit form", () => {
    it("is split for the bus and counted once where its bookings are big", async () => {
      const customer = { note: "x".repeat(60_000) };
      await Promise.all(Array.from({ length: 20 }, () => bench.create({ customer }, tenant)));
      const { items, pages, total } = await listAll({ limit: 15 });
      expect([items.length, pages, total]).toEqual([15, 3, 20]);
    });
  });

  describe("filters", () => {
    it("by status go by what is shown", async () => {
      const lapsed = await create({ status: "ON_HOLD" });
      const confirmed = await create();
      bench.now += 60_000;
      const held = await create({ status: "ON_HOLD" });
      const cancelled = await create();
      await call(bench.as(tenant), bookings.cancelBooking, { id: cancelled });
      bench.now += 1_801_000 - 60_000;
      expect(await idsOf({ status: "ON_HOLD" })).toEqual([held]);
      expect(await idsOf({ status: "EXPIRED" })).toEqual([lapsed]);
      expect(await idsOf({ status: "CONFIRMED" })).toEqual([confirmed]);
      expect(await idsOf({ status: "CANCELLED" })).toEqual([cancelled]);
      expect(await idsOf({ status: "PENDING" })).toEqual([]);
      const { items } = await listAll();
      expect(items.map(({ status }) => status)).toEqual([
        "CANCELLED",
        "ON_HOLD",
        "CONFIRMED",
        "EXPIRED",
      ]);
    });
  });

  it("find a booking by its names as they are now", async () => {
    const id = await create({ externalId: "E1", customer: { name: "Ada" } });
    const { items } = await listAll({ externalId: "E1", search: "ada", limit: 5 });
    expect(items).toMatchObject([{ id }]);
    bench.now++;
    const expectedUpdatedAt = items[0]?.updatedAt ?? "";
    const details = { externalId: null, resellerReference: "R1", customer: { name: "Grace" } };
    await call(bench.as(tenant), bookings.updateDetails, { id, expectedUpdatedAt, ...details });
    expect(await idsOf({ externalId: "E1" })).toEqual([]);
    expect(await idsOf({ search: "ada" })).toEqual([]);
    expect(await idsOf({ resellerReference: "R1", search: "grace" })).toEqual([id]);
    expect(await idsOf({ search: items[0]?.reference ?? "" })).toEqual([id]);
    expect(await idsOf({ search: (items[0]?.reference ?? "").slice(1) })).toEqual([]);
  });

  // Where MongoDB compared plans over so many bookings, the embedded engine refused these.
  it("finds a far page, nothing and no live booking among many", async () => {
    const id = await create();
    const one = (await bench.collection.findOne({ _id: id }))!;
    const copyOf = (index: number) => {
      const own = { _id: `${id}${index}`, reference: `R${index}` };
      return { ...one, ...own, outbox: [] };
    };
    const copies = Array.from({ length: 12_000 }, (_, index) => copyOf(index));
    await bench.collection.insertMany(copies);
    await bench.restart();
    const { items } = await call(bench.as(tenant), bookings.listBookings, {
      limit: 1,
      offset: 11_999,
    });
    expect(items).toHaveLength(1);
    const byStart = await listAll({ limit: 1, offset: 5, sort: "startAt" });
    expect(byStart).toMatchObject({ items: [{}], total: 12_001 });
    expect(await listAll({ limit: 5, source: "none" })).toMatchObject({ items: [], total: 0 });
    expect(await listAll({ source: "none" })).toMatchObject({ items: [] });
    const changes = { updatedSince: iso(0), source: "none" };
    expect(await call(bench.as(tenant), bookings.listChanges, changes)).toMatchObject({
      items: [],
    });
    const option = { optionId: "none" };
    expect(await call(bench.as(tenant), bookings.hasLiveBookings, option)).toEqual({
      found: false,
    });
  });

  it("has live bookings of an option until the last of them is over", async () => {
    const findAt = async (at: number) => {
      bench.now = at;
      return (await call(bench.as(tenant), bookings.hasLiveBookings, { optionId: "opt" })).found;
    };
    expect(await findAt(now)).toBe(false);
    bench.facts = someFacts({ option: { durationMinutes: 1_440 } });
    await create();
    await bench.settle();
    const end = startAt + 86_400_000;
    const found = [await findAt(startAt - 1), await findAt(end - 1), await findAt(end)];
    expect(found).toEqual([true, true, false]);
  });

  it("has a live booking that no list shows yet: its insert was late, and its event is on its way", async () => {
    const id = await create();
    await bench.settle();
    await idsOf({ source: "api/v1" });
    const one = (await bench.collection.findOneAndDelete({ _id: id }))!;
    const option = { optionId: "late" };
    const find = () => call(bench.as(tenant), bookings.hasLiveBookings, option);
    expect(await find()).toEqual({ found: false });
    // A consumer that is away takes no event.
    bench.before["audit.appendEntries"] = () => Promise.reject(refuse("SERVICE_UNAVAILABLE"));
    const event = eventOf(bench.as(tenant).caller, now, {
      type: "booking.created",
      entityId: id,
      before: null,
      after: recordOf(one),
    });
    const late = { ...one, ...option, _id: `${id}0`, reference: "LATE", uuid: randomUUID() };
    const updatedAt = new Date(now - 60_000);
    await bench.collection.insertOne({ ...late, createdAt: updatedAt, updatedAt, outbox: [event] });
    expect(await find()).toEqual({ found: true });
    delete bench.before["audit.appendEntries"];
  });
});
