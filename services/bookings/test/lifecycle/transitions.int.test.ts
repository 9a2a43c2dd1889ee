import { describe, expect, it } from "@jest/globals";
import { call, refuse } from "@slipway/broker";
import { bookings } from "@slipway/contracts";
import { codeOf } from "@slipway/dev/testing-request";
import { eventOf } from "@slipway/events";
import { until } from "@slipway/dev/testing-until";
import type { BookingStatus } from "../../src/record/booking.ts";
import { iso, seatsTaken, benchForFile, tenant } from "../bench.ts";
import { now, someFacts, startAt } from "../builders.ts";

const bench = benchForFile(import.meta.url);

/** Facts are kept for a second: each test sells an option of its own. */
let options = 0;
function anOption(option: Parameters<typeof someFacts>[0] = {}): string {
  const id = `opt${++options}`;
  bench.facts = someFacts({ ...option, option: { ...option.option, id } });
  return id;
}

const asKey = () => bench.as(tenant);
const get = (id: string) => call(asKey(), bookings.getBooking, { id });
const confirm = (id: string) => call(asKey(), bookings.confirmBooking, { id });
const approve = (id: string) => call(asKey(), bookings.approveBooking, { id });
const reject = (id: string, reason?: string) =>
  call(asKey(), bookings.rejectBooking, { id, reason });
const cancel = (id: string, reason?: string) =>
  call(asKey(), bookings.cancelBooking, { id, reason });
const aHold = () => bench.create({ optionId: anOption(), status: "ON_HOLD" });
const actions = () => bench.audited.map(({ action }) => action);

describe("confirm", () => {
  it("makes a hold last, keeps its price and raises its token", async () => {
    const hold = await aHold();
    const confirmed = await confirm(hold.id);
    expect(confirmed).toEqual({
      ...hold,
      status: "CONFIRMED",
      expiresAt: null,
      confirmedAt: iso(now + 1),
      updatedAt: iso(now + 1),
    });
    expect(await get(hold.id)).toEqual(confirmed);
    expect([...bench.claims.values()]).toMatchObject([{ state: "CONFIRMED" }]);
    await bench.settle();
    expect(actions()).toEqual(["booking.create", "booking.confirm"]);
    expect(JSON.parse(bench.audited[1]?.before ?? "")).toEqual(hold);
    expect(JSON.parse(bench.audited[1]?.after ?? "")).toEqual(confirmed);
  });

  it("makes a hold wait where the operator approves, and approve confirms it", async () => {
    const optionId = anOption({ option: { metadata: { directBooking: false } } });
    const { id } = await bench.create({ optionId, status: "ON_HOLD" });
    expect(await confirm(id)).toMatchObject({ status: "PENDING", confirmedAt: null });
    expect(await codeOf(confirm(id))).toBe("INVALID_STATE");
    const approved = await approve(id);
    expect(approved).toMatchObject({ status: "CONFIRMED", confirmedAt: approved.updatedAt });
    expect(await codeOf(approve(id))).toBe("INVALID_STATE");
    await bench.settle();
    expect(actions()).toEqual(["booking.create", "booking.confirm", "booking.approve"]);
  });

  it("sets the details that the hold does not have, by the same change", async () => {
    const hold = await bench.create({ optionId: anOption(), status: "ON_HOLD", notes: "early" });
    const details = { customer: { name: "Ada" }, notes: "early", resellerReference: "AGENT-1" };
    const input = { id: hold.id, ...details };
    const confirmed = await call(asKey(), bookings.confirmBooking, input);
    expect(confirmed).toMatchObject({ ...details, status: "CONFIRMED" });
    expect(await get(hold.id)).toEqual(confirmed);
    const page = await call(asKey(), bookings.listBookings, { search: "ada", limit: 5 });
    expect(page.items).toEqual([confirmed]);
    await bench.settle();
    expect(actions()).toEqual(["booking.create", "booking.confirm"]);
  });

  it("of a hold whose claim is over says so, and releases nothing", async () => {
    const { id } = await aHold();
    bench.before["resourcesCapacity.confirmClaims"] = () => Promise.reject(refuse("HOLD_EXPIRED"));
    expect(await codeOf(confirm(id))).toBe("HOLD_EXPIRED");
    expect(bench.calls).not.toContain("resourcesCapacity.releaseClaims");
    expect((await get(id)).status).toBe("ON_HOLD");
  });

  it("beaten by a cancel after its claim was firmed is refused, and the cancel's release stands", async () => {
    const { id } = await aHold();
    bench.after["resourcesCapacity.confirmClaims"] = async () => {
      bench.after = {};
      await cancel(id);
    };
    expect(await codeOf(confirm(id))).toBe("INVALID_STATE");
    expect([(await get(id)).status, seatsTaken(bench)]).toEqual(["CANCELLED", 0]);
  });

  it("starts again when recovery has raised the token under it", async () => {
    const { id } = await aHold();
    const raise = { claims: [{ tenantId: tenant, bookingId: id, claimId: `${id}.late` }] };
    bench.after["resourcesCapacity.confirmClaims"] = async () => {
      bench.after = {};
      await call(asKey(), bookings.settleClaims, raise);
    };
    expect((await confirm(id)).status).toBe("CONFIRMED");
  });

  it("that finds the time over at the write is refused, whatever it had read", async () => {
    const { id } = await aHold();
    bench.after["resourcesCapacity.confirmClaims"] = async () => {
      bench.now += 3_600_000;
    };
    expect(await codeOf(confirm(id))).toBe("HOLD_EXPIRED");
    await until(() => seatsTaken(bench) === 0);
  });
});

describe("cancel", () => {
  it("tries again until the release is acknowledged", async () => {
    const { id } = await bench.create({ optionId: anOption() });
    let failures = 0;
    bench.before["resourcesCapacity.releaseClaims"] = async () => {
      if (++failures < 3) throw refuse("OVERLOADED");
    };
    await cancel(id);
    expect([seatsTaken(bench), failures]).toEqual([0, 3]);
  });

  it("that is repeated by its key gives the places back before it is answered, too", async () => {
    const { id } = await bench.create({ optionId: anOption() });
    const byKey = () => {
      const repeat = { key: "k", of: "o", isReplayed: false };
      return call(asKey(), bookings.cancelBooking, { id }, { repeat });
    };
    await byKey();
    // The first request has not got so far.
    for (const claim of bench.claims.values()) claim.state = "CONFIRMED";
    expect([seatsTaken(bench), (await byKey()).status, seatsTaken(bench)]).toEqual([
      1,
      "CANCELLED",
      0,
    ]);
  });

  it("left between its write and its release by a crash is finished from the outbox", async () => {
    const { id } = await bench.create({ optionId: anOption() });
    await bench.settle();
    const booking = await bench.collection.findOne({ _id: id });
    const event = {
      ...(await anEvent(id)),
      releases: { supplierId: "sup", bookingId: id, claims: booking?.claims ?? [] },
    };
    // The write leaves this behind when the process dies right after it.
    await bench.collection.updateOne(
      { _id: id },
      { $set: { status: "CANCELLED" }, $inc: { revision: 1 }, $push: { outbox: event } },
    );
    expect(seatsTaken(bench)).toBe(1);
    await bench.settle();
    expect(seatsTaken(bench)).toBe(0);
  });

  it("holds up no other event while its release cannot be acknowledged", async () => {
    const { id } = await bench.create({ optionId: anOption() });
    await bench.settle();
    const releases = {
      supplierId: "sup",
      bookingId: id,
      claims: [{ claimId: "c", ledger: "day" }],
    };
    const event = { ...(await anEvent(id)), releases };
    let isAway = true;
    bench.before["resourcesCapacity.releaseClaims"] = async () => {
      if (isAway) throw refuse("SERVICE_UNAVAILABLE");
    };
    await bench.collection.updateOne({ _id: id }, { $push: { outbox: event } });
    await bench.create({ optionId: anOption() });
    await until(() => bench.audited.length === 3);
    await until(
      async () => (await bench.collection.countDocuments({ "outbox.0": { $exists: true } })) === 1,
    );
    isAway = false;
    await bench.settle();
    expect(await bench.collection.countDocuments({ "outbox.0": { $exists: true } })).toBe(0);
  });

  it("of a deleted option's booking is possible until its start", async () => {
    const { id } = await bench.create({ optionId: anOption() });
    anOption();
    bench.now = startAt + 1;
    // The lease on the facts ends by the clock of this world.
    await until(async () => {
      bench.calls.length = 0;
      const code = await codeOf(cancel(id));
      expect(code).toBe("CANCELLATION_CUTOFF_PASSED");
      return bench.calls.includes("catalog.getOptionFacts");
    });
    bench.now = startAt;
    expect((await cancel(id)).status).toBe("CANCELLED");
  });
});

describe("reject", () => {
  it("ends a live booking whatever its cutoff, with its reason, and frees its places", async () => {
    const option = { cancellationCutoffAmount: 365, cancellationCutoffUnit: "day" } as const;
    const { id } = await bench.create({ optionId: anOption({ option }) });
    expect(await reject(id, "full")).toMatchObject({
      status: "REJECTED",
      cancellationReason: "full",
      refund: { amount: 1_000, percent: 100 },
      expiresAt: null,
    });
    expect(seatsTaken(bench)).toBe(0);
    expect(await codeOf(reject(id))).toBe("INVALID_STATE");
    expect(await codeOf(cancel(id))).toBe("INVALID_STATE");
    await bench.settle();
    expect(actions()).toEqual(["booking.create", "booking.reject"]);
  });
});

describe("a refund", () => {
  const cancellationPolicy = [{ untilMinutes: 60, refundPercent: 50 }];
  const quote = (id: string) => call(asKey(), bookings.quoteCancellation, { id });

  it("is quoted and set by the terms of the last price, whatever the option says since", async () => {
    const optionId = anOption({ option: { cancellationPolicy } });
    const booked = await bench.create({ optionId });
    expect(booked).toMatchObject({ cancellationPolicy, refund: null });
    const free = { option: { id: optionId, cancellationPolicy: null } };
    bench.facts = someFacts(free);
    const half = { refundPercent: 50, refund: 500, currency: "EUR", currencyPrecision: 2 };
    const validUntil = iso(startAt - 3_600_000);
    const quoted = { allowed: true, code: null, ...half, validUntil };
    expect(await quote(booked.id)).toEqual(quoted);
    const cancelled = await cancel(booked.id);
    const refund = { amount: 500, percent: 50, decidedAt: cancelled.cancelledAt };
    expect(cancelled).toMatchObject({ status: "CANCELLED", refund });
    expect(await get(booked.id)).toEqual(cancelled);
    expect(await quote(booked.id)).toMatchObject({ allowed: false, code: "INVALID_STATE" });
    expect(await codeOf(quote("bkg_none"))).toBe("NOT_FOUND");
  });

  it("is what a session or a service says by force, and a key may say nothing", async () => {
    const optionId = anOption({ option: { cancellationPolicy } });
    const sent = async (refundPercent: number, more: object) => {
      const { id } = await bench.create({ optionId });
      const { caller, ...request } = asKey();
      const by = { ...request, caller: { ...caller, ...more } };
      return call(by, bookings.cancelBooking, { id, force: true, refundPercent });
    };
    const ofUser = sent(70, { actorType: "USER" });
    expect((await ofUser).refund).toMatchObject({ amount: 700, percent: 70 });
    const ofService = sent(100, { actorType: "SYSTEM" });
    expect((await ofService).refund).toMatchObject({ amount: 1_000, percent: 100 });
    expect(await codeOf(sent(100, { actorType: "API_KEY" }))).toBe("SESSION_REQUIRED");
    const { id } = await bench.create({ optionId });
    const unforced = call(asKey(), bookings.cancelBooking, { id, refundPercent: 100 });
    expect(await codeOf(unforced)).toBe("VALIDATION_FAILED");
  });
});

describe("a hold's end", () => {
  const expiresAt = now + 30 * 60_000;

  it("is written and audited once each, of many holds that four replicas sweep at once", async () => {
    const holds = [await aHold()];
    const { optionId } = holds[0]!;
    for (let count = 1; count < 40; count++)
      holds.push(await bench.create({ optionId, status: "ON_HOLD" }));
    const replicas = [bench.as(tenant)];
    for (let count = 0; count < 3; count++) replicas.push(await bench.replica());
    bench.now = expiresAt;
    // As at the end of a lease that all take for theirs.
    await Promise.all(replicas.map((each) => call(each, bookings.repairBookings, {})));
    await bench.settle();
    const ids = new Set(holds.map(({ id }) => id));
    const entries = bench.audited.filter(
      ({ action, entityId }) => action === "booking.expire" && ids.has(entityId),
    );
    expect(entries.map(({ entityId }) => entityId).toSorted()).toEqual([...ids].toSorted());
    const system = { actorType: "SYSTEM", actorId: null, source: "system" };
    expect(entries).toMatchObject(entries.map(() => system));
    expect(seatsTaken(bench)).toBe(0);
  });

  it("releases a claim that a confirm had made firm before it lost", async () => {
    const { id } = await aHold();
    bench.after["resourcesCapacity.confirmClaims"] = () =>
      Promise.reject(refuse("OUTCOME_UNKNOWN"));
    expect(await codeOf(confirm(id))).toBe("OUTCOME_UNKNOWN");
    expect([...bench.claims.values()]).toMatchObject([{ state: "CONFIRMED" }]);
    bench.now = expiresAt;
    await until(() => seatsTaken(bench) === 0);
    expect((await get(id)).status).toBe("EXPIRED");
  });
});

describe("live bookings of an option", () => {
  it.each<[string, BookingStatus | undefined, number, boolean]>([
    ["a confirmed one", undefined, now, true],
    ["one under way", undefined, startAt + 3_600_000 - 1, true],
    ["one that is over", undefined, startAt + 3_600_000, false],
    ["a hold", "ON_HOLD", now, true],
    ["a hold past its expiry", "ON_HOLD", now + 1_800_000, false],
  ])("are found by %s: %s at %i", async (_, status, at, live) => {
    const optionId = anOption();
    // The list in memory of a tenant that has been asked before begins at a time that is still to come.
    const own = `ten-${optionId}`;
    await bench.create({ optionId, status: status as "ON_HOLD" | undefined }, own);
    bench.now = at;
    const { found } = await call(bench.as(own), bookings.hasLiveBookings, { optionId });
    expect(found).toBe(live);
  });
});

/** The event of the booking's creation once more, under another id. */
async function anEvent(id: string) {
  const after = await call(bench.as(tenant), bookings.getBooking, { id });
  return {
    ...eventOf(bench.as(tenant).caller, bench.now, {
      type: "booking.created",
      entityId: id,
      before: null,
      after,
    }),
    id: `again_${id}`,
  };
}

describe("the times of a booking", () => {
  it("say when it was confirmed and when it was cancelled, and stay", async () => {
    const sold = await bench.create({ optionId: anOption() });
    expect(sold).toMatchObject({ confirmedAt: sold.createdAt, cancelledAt: null });
    bench.now += 60_000;
    const { confirmedAt } = sold;
    const cancelledAt = iso(bench.now);
    expect(await cancel(sold.id)).toMatchObject({ confirmedAt, cancelledAt });
    expect(await get(sold.id)).toMatchObject({ confirmedAt, cancelledAt });
  });

  it("say of a rejected hold only when it was rejected", async () => {
    const hold = await aHold();
    expect(hold).toMatchObject({ confirmedAt: null, cancelledAt: null });
    const rejected = await reject(hold.id);
    expect(rejected).toMatchObject({ confirmedAt: null, cancelledAt: rejected.updatedAt });
  });
});
