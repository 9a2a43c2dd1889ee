/** Bookings wait for each other on their way to the database; a block that is answered meanwhile holds for them. */
import { expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { setTimeout as pause } from "node:timers/promises";
import { call } from "@slipway/broker";
import { availability } from "@slipway/contracts";
import { startTestNats } from "../../src/testing-nats.ts";
import { codeOf } from "../../src/testing-request.ts";
import { rehearse, startAt } from "./rehearsed.ts";

const nats = forThisFile(() => startTestNats());

const rehearsed = forThisFile(() =>
  rehearse(import.meta.url, { natsUrl: nats.url, brokers: "each" }),
);

/** Work on what a node knows commits nothing that begins later than this (packages/reference-cache). */
const useMsMax = 4_000;

it("answers a block only once an insert on its way has ended, and sends none that queued behind it", async () => {
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
  const first = codeOf(rehearsed.book(ferry));
  await held.met;
  const behind = Array.from({ length: 4 }, () => codeOf(rehearsed.book(ferry)));
  const block = { productId: ferry.productId, startAt, endAt: "2031-07-01T09:00:00.000Z" };
  const order: string[] = [];
  const blocked = call(as(), availability.createBlock, block).then(() => order.push("blocked"));
  await until(Date.now() + useMsMax + 2_500);
  expect(order).toEqual([]);
  hold.resolve();
  await Promise.all([first, blocked]);
  expect(await Promise.all(behind)).not.toContain("done");
});

async function until(instant: number): Promise<void> {
  while (Date.now() < instant) await pause(10);
}
