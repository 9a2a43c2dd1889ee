/** Lists that are kept in memory show nothing for ever that is undone. */
import { expect, it } from "@jest/globals";
import { forThisFile } from "../../src/testing-file.ts";
import { call } from "@slipway/broker";
import { bookings } from "@slipway/contracts";
import { codeOf } from "../../src/testing-request.ts";
import { applied, patiently, rehearse } from "./rehearsed.ts";

let now = Date.parse("2031-06-01T10:00:00.000Z");
const rehearsed = forThisFile(() => rehearse(import.meta.url, { clock: () => now }));

async function total(status: "CONFIRMED" | "CANCELLED"): Promise<unknown> {
  const list = () => call(rehearsed.as(), bookings.listBookings, { status, limit: 10 });
  const { total: all, items } = await patiently(list);
  return { all, shown: items.length };
}

it("counts a cancellation that is undone no more", async () => {
  const { set, as } = rehearsed;
  const ferry = await rehearsed.aFerry(5);
  const { id } = await rehearsed.book(ferry);
  await rehearsed.book(ferry);
  await rehearsed.settle();
  // Older than what a kept list reads again.
  now += 60_000;
  expect(await total("CONFIRMED")).toEqual({ all: 2, shown: 2 });
  const isolation = await set.isolate();
  const isCancelled = applied(set, {
    commands: ["update", "findAndModify"],
    database: "-bookings",
    collection: "bookings",
    text: "CANCELLED",
  });
  const cancelling = codeOf(call(as(), bookings.cancelBooking, { id }));
  await isCancelled;
  const limited = { status: "CANCELLED", limit: 10 } as const;
  await codeOf(call(as({ withinMs: 2_000 }), bookings.listBookings, limited));
  await isolation.rollBack();
  await cancelling;
  now += 60_000;
  expect((await rehearsed.get(id)).status).toBe("CONFIRMED");
  expect([await total("CONFIRMED"), await total("CANCELLED")]).toEqual([
    { all: 2, shown: 2 },
    { all: 0, shown: 0 },
  ]);
});
