/** A fail-over to a clock that is ahead hinders nobody. */
import { expect, it } from "@jest/globals";
import { forThisFile } from "../../src/testing-file.ts";
import { call } from "@slipway/broker";
import { bookings } from "@slipway/contracts";
import { codeOf } from "../../src/testing-request.ts";
import { patiently, rehearse } from "./rehearsed.ts";

// Further than a process may be off unless a setting says otherwise.
const rehearsed = forThisFile(() =>
  rehearse(import.meta.url, { settings: { CLOCK_OFFSET_MAX_SECONDS: "20" } }),
);

it("calls no change a conflict because the database's clock has jumped", async () => {
  const { set, as } = rehearsed;
  const ferry = await rehearsed.aFerry(20);
  const booking = await rehearsed.book(ferry, { status: "ON_HOLD" });
  const elected = set.failOver({ how: "step-down", ms: 300 });
  set.shiftClock(8_000);
  await elected;
  const { id, updatedAt } = booking;
  const extended = await codeOf(
    patiently(() => call(as(), bookings.extendBooking, { id, expirationMinutes: 60 })),
  );
  const { updatedAt: token } = await rehearsed.get(id);
  const unitItems = [{ unitId: ferry.unitId, quantity: 2 }];
  const update = { id, expectedUpdatedAt: extended === "done" ? token : updatedAt, unitItems };
  const updated = await codeOf(patiently(() => call(as(), bookings.updateBooking, update)));
  set.shiftClock(0);
  expect({ extended, updated }).toEqual({ extended: "done", updated: "done" });
});
