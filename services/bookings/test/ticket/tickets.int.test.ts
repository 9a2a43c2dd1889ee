import { describe, expect, it } from "@jest/globals";
import { type Request, call } from "@slipway/broker";
import { bookings, tickets } from "@slipway/contracts";
import { codeOf } from "@slipway/dev/testing-request";
import { benchForFile, iso, tenant } from "../bench.ts";
import { now, startAt } from "../builders.ts";

const bench = benchForFile(import.meta.url);

const asKey = () => bench.as(tenant);
const asUser = () => bench.as(tenant, { actorType: "USER", actorId: "usr_gate" });
const party = [
  { unitId: "adult", quantity: 2 },
  { unitId: "child", quantity: 1 },
];
const sold = () => bench.create({ unitItems: party });
const list = (id: string) => call(asKey(), tickets.listTickets, { id });
const redeem = (code: string, more: object = {}, by: Request = asKey()) =>
  call(by, tickets.redeemTicket, { code, ...more });
const actions = () => bench.audited.map(({ action }) => action);

async function aSale() {
  const booking = await sold();
  const all = await list(booking.id);
  return { booking, codes: all.map(({ code }) => code), all };
}

describe("the tickets of a booking", () => {
  it("have codes that are derived, unlike, and stored nowhere", async () => {
    const { booking, all, codes } = await aSale();
    const [adults, children] = booking.unitItems;
    const open = { bookingId: booking.id, redeemedAt: null, redeemedBy: null };
    expect(all).toEqual([
      { ...open, code: codes[0], unitItemId: adults?.id, unitId: "adult" },
      { ...open, code: codes[1], unitItemId: adults?.id, unitId: "adult" },
      { ...open, code: codes[2], unitItemId: children?.id, unitId: "child" },
    ]);
    expect(new Set(codes.map((code) => code.slice(10))).size).toBe(3);
    expect(codes[0]).toMatch(new RegExp(`^${booking.reference}01[0-9A-HJKMNP-TV-Z]{6}$`));
    expect(await list(booking.id)).toEqual(all);
    const stored = JSON.stringify(await bench.collection.findOne({ _id: booking.id }));
    expect([stored.includes(codes[0] ?? ""), stored.includes("redemptions")]).toEqual([
      false,
      false,
    ]);
    expect(await codeOf(list("bkg_none"))).toBe("NOT_FOUND");
  });

  it("keep their codes in a change of the party, as far as there are as many", async () => {
    const { booking, codes } = await aSale();
    const changed = await call(asKey(), bookings.updateBooking, {
      id: booking.id,
      expectedUpdatedAt: booking.updatedAt,
      unitItems: [
        { unitId: "adult", quantity: 1 },
        { unitId: "child", quantity: 2 },
      ],
    });
    const after = (await list(changed.id)).map(({ code }) => code);
    expect(after.slice(0, 2)).toEqual([codes[0], codes[2]]);
    expect(await codeOf(redeem(codes[1] ?? ""))).toBe("NOT_FOUND");
  });
});

describe("a booking of which a ticket was redeemed", () => {
  it("is not moved until that is taken back, and may change otherwise", async () => {
    const { booking, codes } = await aSale();
    const { booking: come } = await redeem(codes[0]!);
    const later = iso(startAt + 86_400_000);
    const change = (expectedUpdatedAt: string, more: object) =>
      call(asUser(), bookings.updateBooking, { id: booking.id, expectedUpdatedAt, ...more });
    await expect(change(come.updatedAt, { startAt: later })).rejects.toMatchObject({
      type: "INVALID_STATE",
      data: { detail: "Tickets of the booking are redeemed" },
    });
    const larger = [{ unitId: "adult", quantity: 3 }];
    const grown = await change(come.updatedAt, { unitItems: larger });
    expect(grown.redeemed).toMatchObject({ count: 1, of: 3 });
    await call(asUser(), tickets.unredeemBooking, { id: booking.id });
    const { updatedAt } = await call(asKey(), bookings.getBooking, { id: booking.id });
    expect(await change(updatedAt, { startAt: later })).toMatchObject({
      startAt: later,
      redeemed: null,
    });
  });
});

describe("a party of which some have come", () => {
  const change = async (id: string, quantity: number) => {
    const { updatedAt } = await call(asKey(), bookings.getBooking, { id });
    const unitItems = [{ unitId: "adult", quantity }];
    return call(asUser(), bookings.updateBooking, { id, expectedUpdatedAt: updatedAt, unitItems });
  };

  it("keeps their tickets when it becomes smaller, and is never smaller than they are", async () => {
    const { id } = await bench.create({ unitItems: [{ unitId: "adult", quantity: 3 }] });
    const codes = (await list(id)).map(({ code }) => code);
    await redeem(codes[2]!);
    expect((await change(id, 2)).redeemed).toMatchObject({ count: 1, of: 2 });
    expect((await list(id)).map(({ code }) => code)).toEqual([codes[0], codes[2]]);
    expect((await redeem(codes[2]!)).already).toBe(true);
    expect(await codeOf(redeem(codes[1]!))).toBe("NOT_FOUND");
    await redeem(codes[0]!);
    await expect(change(id, 1)).rejects.toMatchObject({
      type: "INVALID_STATE",
      data: { detail: "Tickets of the booking are redeemed" },
    });
    // Beyond 200 one ticket admits all: those of the guests who have come would be none of the booking's.
    await expect(change(id, 201)).rejects.toMatchObject({
      type: "INVALID_STATE",
      data: {
        bookingStatus: "CONFIRMED",
        detail:
          "Tickets of the booking are redeemed, and a party of more than 200 has one ticket for all",
      },
    });
    expect((await list(id)).map(({ code }) => code)).toEqual([codes[0], codes[2]]);
    const takeBack = () => call(asUser(), tickets.unredeemBooking, { id, code: codes[2]! });
    const once = await takeBack();
    // The lowest numbers count again, and the one that was taken back is still known.
    expect((await list(id)).map(({ code }) => code)).toEqual([codes[0], codes[1]]);
    expect(await takeBack()).toEqual(once);
  });
});

describe("redeeming a ticket", () => {
  it("is done once: a repeat answers the first time", async () => {
    const { booking, all, codes } = await aSale();
    const at = iso(now - 3_600_000);
    const first = await redeem(codes[0]!.toLowerCase(), { at, device: "Pier 3" });
    const ticket = { ...all[0], redeemedAt: at, redeemedBy: "Pier 3" };
    expect(first).toMatchObject({ ticket, already: false });
    expect(first.booking).toMatchObject({
      id: booking.id,
      redeemed: { count: 1, of: 3, lastAt: at },
    });
    expect(await redeem(codes[0]!, { device: "Pier 4" })).toMatchObject({ ticket, already: true });
    await bench.settle();
    expect(actions()).toEqual(["booking.create", "booking.redeem"]);
    expect(await call(asKey(), bookings.getBooking, { id: booking.id })).toEqual(first.booking);
  });

  it("lets exactly one of many scanners be first, on several replicas", async () => {
    const { booking, codes } = await aSale();
    const replicas = [asKey(), await bench.replica()];
    const scans = Array.from({ length: 12 }, (_scan, at) =>
      redeem(codes[at % 3]!, { device: `gate ${at}` }, replicas[at % 2]),
    );
    const answers = await Promise.all(scans);
    expect(answers.filter(({ already }) => !already)).toHaveLength(3);
    for (const code of codes) {
      const ofCode = answers.filter(({ ticket }) => ticket.code === code);
      expect(new Set(ofCode.map(({ ticket }) => ticket.redeemedBy)).size).toBe(1);
    }
    const after = await call(asKey(), bookings.getBooking, { id: booking.id });
    expect(after.redeemed).toMatchObject({ count: 3, of: 3 });
  });

  it("is refused for a wrong code, another tenant's, another supplier's, and a wrong time", async () => {
    const { codes } = await aSale();
    const code = codes[0]!;
    const last = code.endsWith("0") ? "1" : "0";
    for (const wrong of [code.slice(0, -1) + last, "7K3M9QXA", "5D2R8K0QWM7C", "x y z"])
      expect(await codeOf(redeem(wrong))).toBe("NOT_FOUND");
    expect(await codeOf(redeem(code, {}, bench.as("ten_other")))).toBe("NOT_FOUND");
    const restrictions = { supplierId: "sup_other", overrides: true };
    expect(await codeOf(redeem(code, {}, bench.as(tenant, { restrictions })))).toBe("NOT_FOUND");
    const old = redeem(code, { at: iso(now - 8 * 86_400_000) });
    await expect(old).rejects.toMatchObject({
      type: "VALIDATION_FAILED",
      data: { errors: [{ pointer: "#/at" }] },
    });
  });

  it("is refused before the sale, after its end, and at another departure, which it names", async () => {
    const { booking, codes } = await aSale();
    const wrong = redeem(codes[0]!, { startAt: iso(startAt + 3_600_000) });
    await expect(wrong).rejects.toMatchObject({
      type: "WRONG_DEPARTURE",
      data: { startAt: iso(startAt) },
    });
    expect((await redeem(codes[0]!, { startAt: iso(startAt) })).already).toBe(false);
    await call(asUser(), bookings.cancelBooking, { id: booking.id, force: true });
    expect(await codeOf(redeem(codes[0]!))).toBe("INVALID_STATE");
    const hold = await bench.create({ unitItems: party, status: "ON_HOLD" });
    const [ticket] = await list(hold.id);
    expect(await codeOf(redeem(ticket!.code))).toBe("INVALID_STATE");
  });
});

describe("redeeming a booking", () => {
  const come = (id: string, items?: { unitItemId: string; quantity: number }[]) =>
    call(asKey(), tickets.redeemBooking, { id, ...(items && { items }), device: "Pier 3" });

  it("takes so many of a line, then all, and repeats change nothing", async () => {
    const { booking } = await aSale();
    const [adults] = booking.unitItems;
    const items = [{ unitItemId: adults!.id, quantity: 1 }];
    const part = await come(booking.id, items);
    expect(part.redeemed).toMatchObject({ count: 1, of: 3 });
    expect(await come(booking.id, items)).toEqual(part);
    const whole = await come(booking.id);
    expect(whole.redeemed).toMatchObject({ count: 3, of: 3 });
    expect(await come(booking.id)).toEqual(whole);
    const tooMany = come(booking.id, [{ unitItemId: adults!.id, quantity: 3 }]);
    expect(await codeOf(tooMany)).toBe("VALIDATION_FAILED");
    expect(await codeOf(come("bkg_none"))).toBe("NOT_FOUND");
  });

  it("keeps it from being cancelled or rejected, unless a session takes it back or forces it", async () => {
    const { booking, codes } = await aSale();
    const { id } = booking;
    await come(id);
    const cancel = (by: Request, force = false) => call(by, bookings.cancelBooking, { id, force });
    expect(await codeOf(cancel(asKey()))).toBe("INVALID_STATE");
    expect(await codeOf(cancel(asUser()))).toBe("INVALID_STATE");
    expect(await codeOf(call(asUser(), bookings.rejectBooking, { id }))).toBe("INVALID_STATE");
    expect(await call(asKey(), bookings.quoteCancellation, { id })).toMatchObject({
      allowed: false,
      code: "INVALID_STATE",
      refundPercent: 100,
    });
    const back = (by: Request, code?: string) =>
      call(by, tickets.unredeemBooking, { id, ...(code !== undefined && { code }) });
    expect(await codeOf(back(asKey()))).toBe("SESSION_REQUIRED");
    const less = await back(asUser(), codes[1]);
    expect(less.redeemed).toMatchObject({ count: 2, of: 3 });
    expect(await back(asUser(), codes[1])).toEqual(less);
    expect((await back(asUser())).redeemed).toBeNull();
    expect((await cancel(asKey())).status).toBe("CANCELLED");
    await bench.settle();
    expect(actions().slice(1)).toEqual([
      "booking.redeem",
      "booking.unredeem",
      "booking.unredeem",
      "booking.cancel",
    ]);
  });
});
