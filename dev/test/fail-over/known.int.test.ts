/** Answers while the database fails or fails over are true: of what was done, of what was done before, and in lists. */
import { expect, it } from "@jest/globals";
import { forThisFile } from "../../src/testing-file.ts";
import { call } from "@slipway/broker";
import { bookings } from "@slipway/contracts";
import { codeOf } from "../../src/testing-request.ts";
import { type Rehearsed, applied, patiently, rehearse } from "./rehearsed.ts";

let aheadMs = 0;
const clock = () => Date.now() + aheadMs;
const rehearsed = forThisFile(() => rehearse(import.meta.url, { replicas: 2, clock }));
const sold = forThisFile(() => rehearsed.aFerry(200));

const stored = { database: "-bookings", collection: "bookings" } as const;
const changing = { ...stored, commands: ["update", "findAndModify"], text: "CANCELLED" };

/** Starts a cancellation that an isolated primary alone has, and answers what rolls it back. */
async function cancelledInIsolation(id: string, of?: string): Promise<() => Promise<void>> {
  const isolation = await rehearsed.set.isolate(of);
  const isCancelled = applied(rehearsed.set, changing);
  const cancelling = codeOf(call(rehearsed.as(), bookings.cancelBooking, { id }));
  await isCancelled;
  return async () => {
    await isolation.rollBack();
    await cancelling;
  };
}

async function total(status: "CONFIRMED" | "CANCELLED"): Promise<number | undefined> {
  const list = () => call(rehearsed.as(), bookings.listBookings, { status, limit: 10 });
  const { total: all, items } = await patiently(list);
  expect(items).toHaveLength(all ?? -1);
  return all;
}

it("counts a cancellation that is undone no more in a list that is kept in memory", async () => {
  const { id } = await rehearsed.book(sold);
  await rehearsed.book(sold);
  await rehearsed.settle();
  // Older than what a kept list reads again.
  aheadMs += 60_000;
  expect(await total("CONFIRMED")).toBe(2);
  const rollBack = await cancelledInIsolation(id);
  const limited = { status: "CANCELLED", limit: 10 } as const;
  await codeOf(call(rehearsed.as({ withinMs: 2_000 }), bookings.listBookings, limited));
  await rollBack();
  aheadMs += 60_000;
  expect((await rehearsed.get(id)).status).toBe("CONFIRMED");
  expect([await total("CONFIRMED"), await total("CANCELLED")]).toEqual([2, 0]);
});

it("answers a repeated key only with a booking that stays", async () => {
  const { set, as } = rehearsed;
  const ferry = await rehearsed.aFerry(5);
  const idempotencyKey = "repeated";
  const isolation = await set.isolate("-bookings");
  const isInserted = applied(set, { ...stored, commands: ["insert"] });
  const first = codeOf(rehearsed.book(ferry, { idempotencyKey }));
  await isInserted;
  const repeat = rehearsed.book(ferry, { idempotencyKey }, as({ replica: 1, withinMs: 2_000 }));
  const answered = await repeat.catch(() => undefined);
  await isolation.rollBack();
  await first;
  const found = answered && (await codeOf(rehearsed.get(answered.id)));
  expect({ answered: answered?.id, found }).toEqual({
    answered: answered?.id,
    found: answered && "done",
  });
});

it("says of no booking that it is cancelled already, unless it stays so", async () => {
  const { id } = await rehearsed.book(sold);
  const rollBack = await cancelledInIsolation(id, "-bookings");
  const other = rehearsed.as({ replica: 1, withinMs: 2_000 });
  const answered = await codeOf(call(other, bookings.cancelBooking, { id }));
  await rollBack();
  const { status } = await rehearsed.get(id);
  expect({ answered, status }).not.toEqual({ answered: "INVALID_STATE", status: "CONFIRMED" });
});

it("books on no claim that is undone where bookings and places fail over apart", async () => {
  const { set, as } = rehearsed;
  const ferry = await rehearsed.aFerry(2);
  const bought = [await rehearsed.book(ferry)];
  const isolation = await set.isolate("-resources-capacity");
  // The reply to the claim's write is lost; what the ledger shows then is what will be undone.
  set.inject({
    commands: ["update", "findAndModify"],
    database: "-resources-capacity",
    collection: "ledgers",
    when: "after",
    effect: "drop",
    times: 1,
  });
  const second = rehearsed.book(ferry, {}, as({ withinMs: 4_000 })).catch(() => undefined);
  const answered = await second;
  if (answered) bought.push(answered);
  await isolation.rollBack();
  for (let buyer = 0; buyer < 2; buyer++) {
    const idempotencyKey = `later-${buyer}`;
    const later = await patiently(() => rehearsed.book(ferry, { idempotencyKey })).catch(
      () => undefined,
    );
    if (later) bought.push(later);
  }
  const statuses = await Promise.all(
    bought.map(async ({ id }) => (await rehearsed.get(id)).status),
  );
  expect(statuses).toEqual(["CONFIRMED", "CONFIRMED"]);
});

const codes = [
  6, 7, 13, 50, 89, 91, 112, 133, 134, 189, 262, 391, 462, 9001, 10_058, 10_107, 11_600, 11_602,
  13_436, 16_500,
];
const writeConcernCodes = [64, 91, 100, 189, 11_602];
const said = ["done", "SERVICE_UNAVAILABLE", "OUTCOME_UNKNOWN"];
const write = {
  commands: ["update", "findAndModify"],
  database: "-bookings",
  collection: "bookings",
  where: (document: object) => JSON.stringify(document).includes("CANCELLED"),
  times: 1,
} as const;

/** Cancels a booking whose write meets a fault; returns the outcome and the booking's status after it. */
async function cancelled(fault: Parameters<Rehearsed["set"]["inject"]>[0]) {
  const key = { idempotencyKey: `errors-${Math.random()}` };
  const { id } = await patiently(() => rehearsed.book(sold, key));
  const injected = rehearsed.set.inject(fault);
  const answered = await codeOf(call(rehearsed.as(), bookings.cancelBooking, { id }));
  injected.remove();
  return { answered, status: (await rehearsed.get(id)).status };
}

it.each(codes)("answers %i before a write with 503 or 504, and 503 truly", async (error) => {
  const { answered, status } = await cancelled({ ...write, when: "before", effect: { error } });
  expect(said).toContain(answered);
  expect({ answered, status }).not.toEqual({
    answered: "SERVICE_UNAVAILABLE",
    status: "CANCELLED",
  });
});

it.each(codes)("answers %i after a write with 504, or finds it done", async (error) => {
  const { answered } = await cancelled({ ...write, when: "after", effect: { error } });
  expect(["done", "OUTCOME_UNKNOWN"]).toContain(answered);
});

it.each(writeConcernCodes)(
  "answers a write-concern error %i with 504, or finds it done",
  async (code) => {
    const effect = { writeConcernError: code };
    const { answered } = await cancelled({ ...write, when: "after", effect });
    expect(["done", "OUTCOME_UNKNOWN"]).toContain(answered);
  },
);
