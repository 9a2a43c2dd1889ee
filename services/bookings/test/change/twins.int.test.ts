/** Requests that a client has sent twice by one key, before the first was answered. */
import { expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { bookings } from "@slipway/contracts";
import { setTimeout as pause } from "node:timers/promises";
import { benchForFile, seatsTaken, tenant } from "../bench.ts";

const bench = benchForFile(import.meta.url);

it("a change is made once by twins, though the first has taken the last places", async () => {
  bench.seats = 3;
  const { id, updatedAt: expectedUpdatedAt } = await bench.create();
  // Long enough for the twin to ask for places that the first has not written down yet.
  bench.after["resourcesCapacity.claimCapacity"] = () => pause(100);
  const twin = async () => {
    const repeat = { key: "one", of: "two seats", isReplayed: false };
    const unitItems = [{ unitId: "adult", quantity: 2 }];
    const asked = { id, expectedUpdatedAt, unitItems };
    const changed = await call(bench.as(tenant), bookings.updateBooking, asked, { repeat });
    return `${changed.unitItems[0]?.quantity} ${repeat.isReplayed}`;
  };
  const answers = await Promise.all([twin(), twin(), twin()]);
  expect(answers.toSorted()).toEqual(["2 false", "2 true", "2 true"]);
  expect(seatsTaken(bench)).toBe(2);
});
