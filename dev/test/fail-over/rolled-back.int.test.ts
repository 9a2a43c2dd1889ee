/** Writes that an isolated primary has shown, and has taken back, have no consequences. */
import { expect, it } from "@jest/globals";
import { forThisFile } from "../../src/testing-file.ts";
import { type Request, call } from "@slipway/broker";
import { audit, bookings, resourcesCapacity } from "@slipway/contracts";
import { codeOf } from "../../src/testing-request.ts";
import { type Rehearsed, applied, patiently, rehearse } from "./rehearsed.ts";

const changing = ["update", "findAndModify"] as const;
const rehearsed = forThisFile(() =>
  rehearse(import.meta.url, {
    settings: { CLAIM_CONFIRM_SECONDS: "1", CLAIM_SWEEP_SECONDS: "0.2" },
  }),
);

let asked = 0;

/** The bookings of so many buyers that stand in the end; each asks again while the database is away. */
async function sold(ferry: Awaited<ReturnType<Rehearsed["aFerry"]>>, buyers: number) {
  const outcomes: string[] = [];
  for (let buyer = 0; buyer < buyers; buyer++) {
    const idempotencyKey = `buyer-${++asked}`;
    outcomes.push(await codeOf(patiently(() => rehearsed.book(ferry, { idempotencyKey }))));
  }
  return outcomes;
}

it("gives no place back for a cancellation that is undone, and delivers no event of it", async () => {
  const { set, as } = rehearsed;
  const ferry = await rehearsed.aFerry(1);
  const { id } = await rehearsed.book(ferry);
  await rehearsed.settle();
  const isolation = await set.isolate();
  const isCancelled = applied(set, {
    commands: changing,
    database: "-bookings",
    collection: "bookings",
    text: "CANCELLED",
  });
  const cancelling = codeOf(call(as(), bookings.cancelBooking, { id }));
  await isCancelled;
  // The relay looks for pending events, and the cancellation is there to be seen.
  await applied(set, {
    commands: ["find"],
    database: "-bookings",
    collection: "bookings",
    text: "outbox.id",
  });
  await isolation.rollBack();
  await cancelling;
  await rehearsed.settle();
  expect(await rehearsed.get(id)).toMatchObject({ status: "CONFIRMED" });
  expect(await sold(ferry, 1)).toEqual(["CAPACITY_EXHAUSTED"]);
  await rehearsed.settle();
  const log = { entityType: "booking", entityId: id };
  const { items: entries } = await patiently(() => call(as(), audit.listLog, log));
  expect(entries.map(({ action }) => action)).toEqual(["booking.create"]);
});

it("copies no step of a ledger that is undone", async () => {
  const { set } = rehearsed;
  const ferry = await rehearsed.aFerry(2);
  await rehearsed.book(ferry);
  await rehearsed.settle();
  const isolation = await set.isolate();
  const ledgers = { commands: ["update", "findAndModify"], database: "-resources-capacity" };
  // The reply to the claim's write is lost: the actor looks again, and finds the claim in the log.
  set.inject({ ...ledgers, collection: "ledgers", when: "after", effect: "drop", times: 1 });
  const isRead = applied(set, {
    commands: ["find", "aggregate"],
    database: "-resources-capacity",
    collection: "ledgers",
  });
  const booking = codeOf(rehearsed.book(ferry, {}, rehearsed.as({ withinMs: 2_000 })));
  await isRead;
  await booking;
  await isolation.rollBack();
  expect(await sold(ferry, 1)).toEqual(["done"]);
  // Recovery asks for claims that no booking names after a second, and gives their places back.
  const askedAt = Date.now();
  await patiently(async () => {
    while (Date.now() < askedAt + 4_000) await rehearsed.get((await any(ferry)).id);
  });
  expect(await sold(ferry, 1)).toEqual(["CAPACITY_EXHAUSTED"]);
});

it("sells no place of a resize that is undone", async () => {
  const { set, as } = rehearsed;
  const ferry = await rehearsed.aFerry(1);
  // So that there is a ledger whose version a kept view would rest on.
  const { id } = await rehearsed.book(ferry);
  await call(as(), bookings.cancelBooking, { id });
  await rehearsed.settle();
  const hold = Promise.withResolvers<void>();
  // The write of the numbers names its attempt as the last one; the mark's write, which comes first, does not.
  const numbers = {
    commands: changing,
    database: "-resources-capacity",
    collection: "resources",
    where: (document: object) => JSON.stringify(document).includes("lastAttempt"),
  };
  const held = set.inject({ ...numbers, when: "before", effect: { hold: hold.promise }, times: 1 });
  const resize = { id: ferry.resourceId, capacityPerResource: 5 };
  const resizing = codeOf(call(as(), resourcesCapacity.updateResource, resize));
  await held.met;
  // A booking that is too large for any numbers makes a view of what is to be seen, and writes nothing.
  const refused = async (request: Request): Promise<string> => {
    const booking = { unitItems: [{ unitId: ferry.unitId, quantity: 9 }] };
    return codeOf(rehearsed.book(ferry, booking, request));
  };
  // This one's view has the mark, so that none is kept from before the ledger was raised.
  expect(await refused(as())).toBe("CAPACITY_EXHAUSTED");
  const isolation = await set.isolate();
  const written = set.inject({
    ...numbers,
    when: "after",
    effect: { hold: Promise.resolve() },
    times: 1,
  });
  hold.resolve();
  await written.met;
  await refused(as({ withinMs: 2_000 }));
  await isolation.rollBack();
  const tries = await sold(ferry, 5);
  await resizing;
  const boat = await patiently(() =>
    call(as(), resourcesCapacity.getResource, { id: ferry.resourceId }),
  );
  expect(boat.capacityPerResource).toBe(1);
  expect(tries.filter((each) => each === "done")).toHaveLength(1);
});

async function any({ optionId }: { optionId: string }) {
  const { items } = await patiently(() => call(rehearsed.as(), bookings.listBookings, {}));
  const found = items.find((booking) => booking.optionId === optionId);
  if (!found) throw new Error("nothing is booked");
  return found;
}
