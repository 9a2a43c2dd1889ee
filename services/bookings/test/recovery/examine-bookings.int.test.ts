import { describe, expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { type NewEntry, bookings } from "@slipway/contracts";
import { until } from "@slipway/dev/testing-until";
import { iso, seatsTaken, benchForFile, tenant } from "../bench.ts";
import { startAt } from "../builders.ts";

const bench = benchForFile(import.meta.url);

const create = async () => (await bench.create()).id;

it("bookings that name claims are listed in pages, over every tenant", async () => {
  bench.seats = 10;
  const mine = await create();
  const theirs = await bench.create({ status: "ON_HOLD" }, "other");
  const cancelled = await create();
  await call(bench.as(tenant), bookings.cancelBooking, { id: cancelled });
  const { items, next } = await call(bench.as(tenant), bookings.listClaimHolders, {});
  expect(next).toBeNull();
  expect(items).toHaveLength(2);
  expect(items).toContainEqual({
    bookingId: mine,
    tenantId: tenant,
    status: "CONFIRMED",
    archived: false,
    expiresAt: null,
    claims: [{ claimId: `${mine}.0a`, ledger: "day" }],
    optionId: "opt",
    startAt: iso(startAt),
    endAt: iso(startAt + 3_600_000),
    uses: [{ resourceId: "boat", name: "Boat", places: 1, units: null, first: true }],
  });
  expect(items).toContainEqual(
    expect.objectContaining({
      bookingId: theirs.id,
      tenantId: "other",
      expiresAt: theirs.expiresAt,
    }),
  );
});

const examine = () => call(bench.as(tenant), bookings.examineBookings, {});

it("bookings that do not add up are found, sound ones are counted", async () => {
  await create();
  const id = await create();
  await bench.settle();
  expect(await examine()).toEqual({ bookings: 2, findings: [], unscheduled: [] });
  await bench.collection.updateOne({ _id: id }, { $set: { "pricingSnapshot.retail": 1_001 } });
  const audited = "its last audit entry, booking.create, has another pricingSnapshot";
  expect(await examine()).toEqual({
    bookings: 2,
    findings: [
      { kind: "booking.price", id, detail: "lines sum to 1000, the total is 1001" },
      { kind: "booking.audit", id, detail: audited },
    ],
    unscheduled: [],
  });
});

it("bookings at whose start nothing departs any more are listed beside, and found wanting in nothing", async () => {
  const [mine, theirs] = [await create(), (await bench.create({}, "other")).id];
  const cancelled = await create();
  await call(bench.as(tenant), bookings.cancelBooking, { id: cancelled });
  await bench.settle();
  bench.missing.add(startAt);
  const detail = `starts at ${iso(startAt)}, and option opt has no departure then any more`;
  const { findings, unscheduled } = await examine();
  expect(findings).toEqual([]);
  expect(unscheduled.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
    [mine, theirs].toSorted().map((id) => ({ kind: "booking.unscheduled", id, detail })),
  );
  // A booking that has begun needs no decision any more.
  bench.now = startAt;
  expect((await examine()).unscheduled).toEqual([]);
});

describe("the end of the audit log", () => {
  const repair = (...findings: { kind: string; id: string }[]) =>
    call(bench.as(tenant), bookings.repairBookings, {
      findings: findings.map((finding) => ({ detail: "", ...finding })),
    });
  const findings = async () => (await examine()).findings.map(({ kind, id }) => `${kind} ${id}`);
  const forget = (id: string, action: string) => {
    bench.audited = bench.audited.filter((fact) => fact.entityId !== id || fact.action !== action);
  };

  it("is that of every booking, whatever has been done to it", async () => {
    const [held, moved] = [(await bench.create({ status: "ON_HOLD" })).id, await create()];
    const confirmed = await bench.create({ status: "ON_HOLD" });
    await call(bench.as(tenant), bookings.confirmBooking, { id: confirmed.id });
    const customer = { "a.b": 1, $c: ["x"] };
    const { id, updatedAt } = await bench.create({
      customer,
      notes: "n",
      participants: { z: 1, a: 2 },
    });
    await call(bench.as(tenant), bookings.updateBooking, {
      id,
      expectedUpdatedAt: updatedAt,
      unitItems: [{ unitId: "adult", quantity: 2 }],
    });
    await call(bench.as(tenant), bookings.cancelBooking, { id: moved, reason: "rain" });
    bench.now += 24 * 3_600_000;
    await until(async () => (await bench.collection.findOne({ _id: held }))?.status === "EXPIRED");
    await bench.settle();
    expect(await examine()).toEqual({ bookings: 4, findings: [], unscheduled: [] });
  });

  it("that lacks a change, or has one too many, is found, and gets an entry of the booking as it is", async () => {
    const [lacking, beyond, none] = [await create(), await create(), await create()];
    await call(bench.as(tenant), bookings.cancelBooking, { id: lacking });
    await bench.settle();
    forget(lacking, "booking.cancel");
    forget(none, "booking.create");
    const [undone] = bench.audited.filter(({ entityId }) => entityId === beyond);
    const at = iso(bench.now + 1_000);
    const after = { ...JSON.parse(undone?.after ?? "{}"), status: "CANCELLED", updatedAt: at };
    bench.audited.push({
      ...(undone as NewEntry),
      id: "aud_undone",
      at,
      action: "booking.cancel",
      after: JSON.stringify(after),
    });
    const { findings: found } = await examine();
    expect(new Map(found.map(({ id, detail }) => [id, detail]))).toEqual(
      new Map([
        [lacking, "its last audit entry, booking.create, has another status, cancelledAt, refund"],
        [beyond, "its last audit entry, booking.cancel, is later than the booking"],
        [none, "the audit log has no entry of it"],
      ]),
    );
    const before = await bench.collection.findOne({ _id: beyond });
    const { repaired } = await repair(...found);
    expect(repaired.map(({ id }) => id).toSorted()).toEqual([lacking, beyond, none].toSorted());
    await bench.settle();
    expect(await findings()).toEqual([]);
    expect((await repair(...found)).repaired).toEqual([]);
    const repairs = bench.audited.filter(({ action }) => action === "booking.repair");
    expect(repairs).toHaveLength(3);
    const stored = await bench.collection.findOne({ _id: beyond });
    expect(stored).toMatchObject({ status: "CONFIRMED", updatedAt: before?.updatedAt });
  });

  it("may lag for a change that is pending, a dead letter, or older than the log keeps", async () => {
    const id = await create();
    await bench.settle();
    bench.before["audit.appendEntries"] = () => Promise.reject(new Error("not now"));
    await call(bench.as(tenant), bookings.cancelBooking, { id });
    expect(await findings()).toEqual([]);
    bench.before = {};
    await bench.settle();
    const event = { id: "aud", entityId: id };
    const waits = { consumer: "audit", event, nextAttemptAt: new Date(Date.now() + 600_000) };
    await bench.deadLetters.insertOne({ _id: "aud audit", ...waits });
    forget(id, "booking.create");
    forget(id, "booking.cancel");
    expect(await findings()).toEqual([]);
    await bench.deadLetters.deleteMany({});
    expect(await findings()).toEqual([`booking.audit ${id}`]);
    bench.keptFrom = iso(bench.now);
    expect(await findings()).toEqual([]);
  });

  it("that knows a booking which is not there is found, and says so once it is repaired", async () => {
    const id = await create();
    await bench.settle();
    await bench.collection.deleteOne({ _id: id });
    const found = { kind: "booking.ghost", id };
    expect((await examine()).findings).toEqual([expect.objectContaining(found)]);
    expect((await repair(found)).repaired).toEqual([expect.objectContaining(found)]);
    expect(await findings()).toEqual([]);
    expect((await repair(found)).repaired).toEqual([]);
    expect(bench.audited.at(-1)).toMatchObject({
      entityId: id,
      action: "booking.repair",
      after: null,
    });
    expect(await bench.collection.findOne({ _id: id })).toMatchObject({ live: false });
  });
});

describe("a booking without places", () => {
  const alleged = (id: string) =>
    call(bench.as(tenant), bookings.repairBookings, {
      findings: [{ kind: "booking-places", id, detail: "" }],
    });
  const stateOf = async (id: string) => {
    const { claims = [], revision } = (await bench.collection.findOne({ _id: id })) ?? {};
    return { claims, revision, states: claims.map(({ claimId }) => bench.claims.get(claimId)) };
  };

  it("gets those that it took before, records it, and is left alone from then on", async () => {
    bench.seats = 3;
    const { id, updatedAt } = await bench.create({ unitItems: [{ unitId: "adult", quantity: 2 }] });
    const [old] = (await stateOf(id)).claims;
    bench.claims.delete(old?.claimId ?? "");
    expect((await alleged(id)).repaired).toEqual([
      { kind: "booking-places", id, detail: "claimed anew" },
    ]);
    const after = await stateOf(id);
    expect(after.states).toEqual([{ places: 2, state: "CONFIRMED", until: null }]);
    expect(seatsTaken(bench)).toBe(2);
    expect((await alleged(id)).repaired).toEqual([]);
    expect(await stateOf(id)).toEqual(after);
    await bench.settle();
    const { updatedAt: later } = await call(bench.as(tenant), bookings.getBooking, { id });
    expect(later > updatedAt).toBe(true);
    expect(bench.audited.at(-1)).toMatchObject({ entityId: id, action: "booking.repair" });
    expect((await examine()).findings).toEqual([]);
  });

  it("stays as it is where there is no room, once it has ended, or when its hold is over", async () => {
    bench.seats = 1;
    const [lost, ended] = [
      await create(),
      await bench.create({ status: "ON_HOLD" }).catch(() => null),
    ];
    expect(ended).toBeNull();
    bench.claims.clear();
    const other = await create();
    const before = await stateOf(lost);
    expect((await alleged(lost)).repaired).toEqual([]);
    expect(await stateOf(lost)).toEqual(before);
    await call(bench.as(tenant), bookings.cancelBooking, { id: other });
    await call(bench.as(tenant), bookings.cancelBooking, { id: lost });
    expect((await alleged(lost)).repaired).toEqual([]);
    const held = await bench.create({ status: "ON_HOLD" });
    bench.claims.clear();
    bench.now = Date.parse(held.expiresAt ?? "");
    expect((await alleged(held.id)).repaired).toEqual([]);
    expect(seatsTaken(bench)).toBe(0);
  });

  it("that changes meanwhile keeps nothing of it", async () => {
    const id = await create();
    bench.claims.clear();
    bench.after["resourcesCapacity.claimAnew"] = async () => {
      bench.after = {};
      await call(bench.as(tenant), bookings.cancelBooking, { id });
    };
    expect((await alleged(id)).repaired).toEqual([]);
    expect(seatsTaken(bench)).toBe(0);
    expect((await stateOf(id)).claims).toEqual([{ claimId: `${id}.0a`, ledger: "day" }]);
  });

  it("gets no unnamed claim if the process dies in between", async () => {
    const id = await create();
    const { claims } = await stateOf(id);
    bench.claims.clear();
    bench.after["resourcesCapacity.claimAnew"] = () => Promise.reject(new Error("dead"));
    expect((await alleged(id)).repaired).toEqual([]);
    expect((await stateOf(id)).claims).toEqual(claims);
    const [left] = [...bench.claims.keys()];
    const asked = { tenantId: tenant, bookingId: id, claimId: left ?? "" };
    expect(await call(bench.as(tenant), bookings.settleClaims, { claims: [asked] })).toEqual({
      named: [],
      never: [left],
      ended: [],
    });
  });
});
