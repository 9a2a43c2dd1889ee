/** Orders in the service of bookings, with stand-ins for the others: late writes, and what has ended long ago. */
import { describe, expect, it } from "@jest/globals";
import { call, refuse } from "@slipway/broker";
import { orders } from "@slipway/contracts";
import mongoose from "mongoose";
import { benchForFile, iso, tenant } from "../bench.ts";
import { now } from "../builders.ts";

const { mongo } = mongoose;
const bench = benchForFile(import.meta.url, { BOOKINGS_KEEP_DAYS: "60" });

const open = async (): Promise<string> =>
  (await call(bench.as(tenant), orders.createOrder, { expirationMinutes: 30 })).order.id;
const changes = (updatedSince: string) =>
  call(bench.as(tenant), orders.listOrderChanges, { updatedSince });

describe("the change feed of orders", () => {
  it("shows an order whose insert was late, once its event is delivered", async () => {
    // The event stays in the outbox: a consumer that is away takes none, and makes no dead letter.
    bench.before["audit.appendEntries"] = () => Promise.reject(refuse("SERVICE_UNAVAILABLE"));
    const id = await open();
    const inserted = await bench.orders.findOneAndDelete({ _id: id });
    bench.now += 60_000;
    const { watermark } = await changes(iso(bench.now - 1));
    const insertedAt = new mongo.Timestamp({ t: bench.now / 1_000, i: 1 });
    await bench.orders.insertOne({ ...inserted!, insertedAt });
    await bench.restart();
    delete bench.before["audit.appendEntries"];
    await bench.settle();
    expect((await changes(watermark)).items).toMatchObject([
      { id, createdAt: iso(now), updatedAt: iso(bench.now) },
    ]);
  });

  it("leaves the token of an order alone if only its event is late", async () => {
    bench.before["audit.appendEntries"] = () => Promise.reject(refuse("SERVICE_UNAVAILABLE"));
    const id = await open();
    bench.now += 60_000;
    await bench.restart();
    delete bench.before["audit.appendEntries"];
    await bench.settle();
    expect(await bench.orders.findOne({ _id: id })).toMatchObject({
      updatedAt: new Date(now),
      revision: 1,
      outbox: [],
    });
  });
});
