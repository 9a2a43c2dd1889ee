import { expect, it } from "@jest/globals";
import { createBroker } from "@slipway/broker";
import { setTimeout as pause } from "node:timers/promises";
import { type RateLimit, createRateLimit } from "./rate-limit.ts";
import { shareSpending } from "./share-spending.ts";

/** Sends one request; what is left afterwards. */
function send(limit: RateLimit): number {
  let left = "";
  try {
    limit.count("key", (headers) => (left = headers.RateLimit));
  } catch {
    return 0;
  }
  return Number(/r=(\d+)/.exec(left)?.[1]);
}

it("a credential has one allowance over all gateways", async () => {
  const brokers = ["here", "there"].map((nodeId) =>
    createBroker({ nodeId, namespace: "share-spending", transporter: "Fake" }),
  );
  await Promise.all(brokers.map((broker) => broker.start()));
  const [here, there] = [createRateLimit(20), createRateLimit(20)];
  const stops = [here, there].map((limit, index) => {
    const broker = brokers[index];
    if (!broker) throw new Error("a broker for each");
    return shareSpending(broker, limit);
  });
  try {
    for (let sent = 0; sent < 40; sent++) send(here);
    // Ten a second are sent there, twenty come back: alone it would never be left with so few.
    let left = send(there);
    for (; left > 30; left = send(there)) await pause(100);
    expect(left).toBeLessThanOrEqual(30);
  } finally {
    await Promise.all(stops.map((stop) => stop()));
    await Promise.all(brokers.map((broker) => broker.stop()));
  }
});
