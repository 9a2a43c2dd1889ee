/** Bookings wait for each other on their way to the database; a block that is answered meanwhile holds for them. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { availability } from "@slipway/contracts";
import { type TestNats, startTestNats } from "../../src/testing-nats.ts";
import { type Rehearsed, outcome, patiently, rehearse, startAt } from "./rehearsed.ts";

let nats: TestNats;
let rehearsed: Rehearsed;
beforeAll(async () => {
  nats = await startTestNats();
  // Where holders of facts are other nodes, a block waits for them no longer than they may use what they know.
  rehearsed = await rehearse(import.meta.url, { natsUrl: nats.url, brokers: "each" });
}, 120_000);
afterAll(async () => {
  await rehearsed.stop();
  await nats.close();
});

it("sends no insert of a departure whose block was answered while it queued", async () => {
  const { set, as } = rehearsed;
  const ferry = await rehearsed.aFerry(20);
  await rehearsed.book(ferry);
  const hold = Promise.withResolvers<void>();
  const held = set.inject({
    commands: ["insert"],
    database: "-bookings",
    collection: "bookings",
    when: "before",
    effect: { hold: hold.promise },
    times: 1,
  });
  const first = outcome(rehearsed.book(ferry));
  await held.met;
  const behind = Array.from({ length: 4 }, () => outcome(rehearsed.book(ferry)));
  const block = { productId: ferry.productId, startAt, endAt: "2031-07-01T09:00:00.000Z" };
  await patiently(() => call(as(), availability.createBlock, block));
  hold.resolve();
  await first;
  expect(await Promise.all(behind)).not.toContain("done");
}, 60_000);
