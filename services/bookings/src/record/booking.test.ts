import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { aBooking, now } from "../../test/builders.ts";
import { recordOf, shownRecord } from "./booking-record.ts";
import {
  type BookingStatus,
  cancellationQuoteOf,
  decideApprove,
  decideCancel,
  decideConfirm,
  decideExpire,
  decideExtend,
  decideProlong,
  decideReject,
  holdExpiry,
  isLapsed,
} from "./booking.ts";
import { searchTextOf } from "./list-filter.ts";

const later = new Date(now + 1);
const atOnce = new Date(now);
const hold = aBooking({ status: "ON_HOLD", expiresAt: later });
const lapsed = aBooking({ status: "ON_HOLD", expiresAt: atOnce });
const expired = aBooking({ status: "EXPIRED", expiresAt: atOnce });
const inStatus = (status: BookingStatus) => aBooking({ status });

const cancelWith = (cancellation: Partial<Parameters<typeof decideCancel>[1]>) =>
  ({ reason: null, cutoff: now, force: false, ...cancellation }) as const;

describe("confirm", () => {
  it.each([
    ["a live hold", hold, { ok: true, set: { status: "CONFIRMED", expiresAt: null } }],
    ["a hold at its expiry", lapsed, { ok: false, refusal: "HOLD_EXPIRED" }],
    ["a swept hold", expired, { ok: false, refusal: "HOLD_EXPIRED" }],
    ["a pending one", inStatus("PENDING"), { ok: false, refusal: "INVALID_STATE" }],
    ["a confirmed one", inStatus("CONFIRMED"), { ok: false, refusal: "INVALID_STATE" }],
    ["a cancelled one", inStatus("CANCELLED"), { ok: false, refusal: "INVALID_STATE" }],
    ["a rejected one", inStatus("REJECTED"), { ok: false, refusal: "INVALID_STATE" }],
  ])("decides on %s", (_, booking, decision) => {
    expect(decideConfirm(booking, false, now)).toEqual(decision);
  });

  it("makes a hold wait for approval where the operator approves", () => {
    expect(decideConfirm(hold, true, now)).toEqual({
      ok: true,
      set: { status: "PENDING", expiresAt: null },
    });
  });
});

describe("approve", () => {
  it.each([
    [
      "a pending one",
      inStatus("PENDING"),
      { ok: true, set: { status: "CONFIRMED", expiresAt: null } },
    ],
    ["a live hold", hold, { ok: false, refusal: "INVALID_STATE" }],
    ["a lapsed hold", lapsed, { ok: false, refusal: "INVALID_STATE" }],
    ["a confirmed one", inStatus("CONFIRMED"), { ok: false, refusal: "INVALID_STATE" }],
    ["a cancelled one", inStatus("CANCELLED"), { ok: false, refusal: "INVALID_STATE" }],
  ])("decides on %s", (_, booking, decision) => {
    expect(decideApprove(booking, now)).toEqual(decision);
  });
});

describe("reject", () => {
  const rejected = {
    status: "REJECTED",
    expiresAt: null,
    cancellationReason: "full",
    refundPercent: 100,
  };
  it.each([
    ["a live hold", hold, { ok: true, set: rejected }],
    ["a pending one", inStatus("PENDING"), { ok: true, set: rejected }],
    ["a confirmed one", inStatus("CONFIRMED"), { ok: true, set: rejected }],
    ["a lapsed hold", lapsed, { ok: false, refusal: "INVALID_STATE" }],
    ["an expired one", expired, { ok: false, refusal: "INVALID_STATE" }],
    ["a cancelled one", inStatus("CANCELLED"), { ok: false, refusal: "INVALID_STATE" }],
    ["a rejected one", inStatus("REJECTED"), { ok: false, refusal: "INVALID_STATE" }],
  ])("decides on %s", (_, booking, decision) => {
    expect(decideReject(booking, "full", now)).toEqual(decision);
  });
});

describe("cancel", () => {
  const cancelled = {
    ok: true,
    set: {
      status: "CANCELLED",
      expiresAt: null,
      cancellationReason: null,
      cancelledInTime: true,
      refundPercent: 100,
    },
  };
  const late = { ok: true, set: { ...cancelled.set, cancelledInTime: false } };
  const tooLate = { ok: false, refusal: "CANCELLATION_CUTOFF_PASSED" };
  const final = { ok: false, refusal: "INVALID_STATE" };
  it.each([
    ["a confirmed one at the cutoff", inStatus("CONFIRMED"), {}, cancelled],
    ["a confirmed one after the cutoff", inStatus("CONFIRMED"), { cutoff: now - 1 }, tooLate],
    ["a pending one after the cutoff", inStatus("PENDING"), { cutoff: now - 1 }, tooLate],
    ["a hold after the cutoff", hold, { cutoff: now - 1 }, late],
    ["a confirmed one by force", inStatus("CONFIRMED"), { cutoff: now - 1, force: true }, late],
    ["a lapsed hold by force", lapsed, { force: true }, final],
    [
      "a final one, before its cutoff is looked at",
      inStatus("REJECTED"),
      { cutoff: now - 1 },
      final,
    ],
    ["an expired one", expired, {}, final],
    ["a cancelled one", inStatus("CANCELLED"), {}, final],
  ])("decides on %s", (_, booking, cancellation, decision) => {
    expect(decideCancel(booking, cancelWith(cancellation), now)).toEqual(decision);
  });
});

describe("the refund of a cancellation", () => {
  const startsIn = (minutes: number) => new Date(now + minutes * 60_000);
  const cancellationPolicy = [
    { untilMinutes: 600, refundPercent: 100 },
    { untilMinutes: 60, refundPercent: 50 },
  ];
  const sold = (minutes: number, more = {}) =>
    aBooking({ startAt: startsIn(minutes), cancellationPolicy, ...more });
  const snapshot = aBooking().pricingSnapshot;
  const odd = { pricingSnapshot: { ...snapshot, retail: 1_001 } };

  it.each([
    ["in the first step", sold(600), {}, 100],
    ["in the second", sold(599, odd), {}, 50],
    ["after the last", sold(59), {}, 0],
    [
      "of a hold, to which no terms apply",
      sold(59, { status: "ON_HOLD", expiresAt: later }),
      {},
      100,
    ],
    ["without terms", sold(59, { cancellationPolicy: null }), {}, 100],
    ["without terms by force", aBooking(), { cutoff: now - 1, force: true }, 100],
    ["as a session decides", sold(59), { force: true, refundPercent: 70 }, 70],
  ])("%s", (_, booking, cancellation, refundPercent) => {
    const decision = decideCancel(booking, cancelWith(cancellation), now);
    expect(decision).toMatchObject({ ok: true, set: { refundPercent } });
  });

  it("is recorded as an amount rounded half up, and none before and of earlier releases", () => {
    const ended = aBooking({ ...odd, status: "CANCELLED", cancelledAt: later, refundPercent: 50 });
    const decidedAt = later.toISOString();
    expect(recordOf(ended).refund).toEqual({ amount: 501, percent: 50, decidedAt });
    expect([recordOf(aBooking()).refund, recordOf(inStatus("CANCELLED")).refund]).toEqual([
      null,
      null,
    ]);
  });

  const nothing = { refundPercent: 0, refund: 0, validUntil: null };
  const refused = { allowed: false, code: "CANCELLATION_CUTOFF_PASSED" };
  it.each([
    [
      "until the step ends",
      sold(700),
      now + 90 * 60_000,
      { allowed: true, code: null, refundPercent: 100, validUntil: startsIn(90).toISOString() },
    ],
    ["until the terms end", sold(700), now + 9e6, { validUntil: startsIn(100).toISOString() }],
    ["until a hold ends", hold, now - 1, { refund: 1_000, validUntil: later.toISOString() }],
    ["after the cutoff", sold(599, odd), now - 1, { ...refused, refundPercent: 50, refund: 501 }],
    ["after all", sold(1), now - 1, { ...refused, ...nothing }],
    ["of a lapsed hold", lapsed, now, { allowed: false, code: "INVALID_STATE", ...nothing }],
    ["of a cancelled one", inStatus("CANCELLED"), now, { code: "INVALID_STATE", ...nothing }],
  ])("is quoted %s", (_, booking, cutoff, quoted) => {
    expect(cancellationQuoteOf(booking, cutoff, now)).toMatchObject(quoted);
  });

  it("is quoted as cancel decides it, up to the instant that the quote names", () => {
    const minutes = fc.integer({ min: -100, max: 700 });
    fc.assert(
      fc.property(
        minutes,
        minutes,
        fc.constantFrom("ON_HOLD", "CONFIRMED"),
        (start, end, status) => {
          const booking = sold(start, { status, expiresAt: status === "ON_HOLD" ? later : null });
          const cutoff = now + end * 60_000;
          const quoted = cancellationQuoteOf(booking, cutoff, now);
          const at = Math.min(Date.parse(quoted.validUntil ?? "9999-12-31"), now + 8e7);
          // At expiresAt a hold has ended.
          const last = status === "ON_HOLD" ? at - 1 : at;
          for (const instant of [now, last]) {
            const decision = decideCancel(booking, cancelWith({ cutoff }), instant);
            const percent = decision.ok ? decision.set.refundPercent : undefined;
            if (decision.ok !== quoted.allowed) return false;
            if (quoted.allowed && percent !== quoted.refundPercent) return false;
          }
          return true;
        },
      ),
    );
  });
});

describe("prolong", () => {
  const minute = 60_000;
  const endingIn = (minutes: number) =>
    aBooking({ status: "ON_HOLD", expiresAt: new Date(now + minutes * minute) });
  it.each([
    [10, 30, 40],
    [1_430, 30, 1_440],
    // Never shortens.
    [1_500, 30, 1_500],
  ])("adds to a hold of %s minutes %s, up to a day from now: %s", (left, added, after) => {
    const decision = decideProlong(endingIn(left), added, now);
    expect(decision).toMatchObject({ ok: true, set: { status: "ON_HOLD" } });
    const { expiresAt } = (decision as { set: { expiresAt: Date } }).set;
    expect(expiresAt.getTime()).toBe(left > 1_440 ? now + left * minute : holdExpiry(now, after));
  });

  it.each([
    [lapsed, "HOLD_EXPIRED"],
    [inStatus("CONFIRMED"), "INVALID_STATE"],
  ])("refuses what is no live hold", (booking, refusal) => {
    for (const decide of [decideProlong, decideExtend])
      expect(decide(booking, 30, now)).toEqual({ ok: false, refusal });
  });
});

describe("a hold", () => {
  it("expires at its expiry and not a millisecond before", () => {
    expect([isLapsed(hold, now), isLapsed(lapsed, now)]).toEqual([false, true]);
    expect(decideExpire(hold, now).ok).toBe(false);
    expect(decideExpire(lapsed, now)).toEqual({
      ok: true,
      set: { status: "EXPIRED", expiresAt: atOnce },
    });
  });

  it("is shown as expired from then on, and kept as it is", () => {
    expect(shownRecord(lapsed, now).status).toBe("EXPIRED");
    expect(shownRecord(hold, now).status).toBe("ON_HOLD");
    expect(recordOf(lapsed).status).toBe("ON_HOLD");
  });

  it.each([
    ["2027-05-01T10:00:00.000Z", 30, "2027-05-01T10:30:00.000Z"],
    ["2027-05-01T10:00:00.001Z", 1, "2027-05-01T10:01:01.000Z"],
  ])("made at %s for %i minutes ends at %s", (from, minutes, until) => {
    expect(new Date(holdExpiry(Date.parse(from), minutes)).toISOString()).toBe(until);
  });
});

describe("a record", () => {
  it("gives free JSON back as it came, whatever its keys", () => {
    const customer = { "a.b": 1, $set: { "\u0000": null }, name: "Ada" };
    const booking = aBooking({ customer: JSON.stringify(customer) });
    expect(recordOf(booking).customer).toEqual(customer);
    expect(recordOf(booking).participants).toBeNull();
  });

  it("is searched by the names and addresses of its customer, where they are texts", () => {
    const customer = { name: "ADA", lastName: 7, email: "Ada@X.IT", phone: "1", fullName: null };
    expect(searchTextOf(customer)).toBe("ada\u0000ada@x.it");
    expect(searchTextOf({ firstName: "Zoe\u0308", lastName: "Rossi" })).toBe("zoë rossi zoë");
    expect(searchTextOf({ lastName: "Rossi" })).toBe("rossi");
    expect(searchTextOf(undefined)).toBe("");
  });
});
