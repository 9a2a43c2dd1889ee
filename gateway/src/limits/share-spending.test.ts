import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { type ServiceBroker, createBroker } from "@slipway/broker";
import { setTimeout as pause } from "node:timers/promises";
import { type RateLimit, createRateLimit } from "./rate-limit.ts";
import { shareSpending } from "./share-spending.ts";

let brokers: readonly [ServiceBroker, ServiceBroker];
let stops: (() => Promise<void>)[];
beforeEach(async () => {
  const [here, there] = ["here", "there"].map((nodeId) =>
    createBroker({ nodeId, namespace: "share-spending", transporter: "Fake" }),
  );
  if (!here || !there) throw new Error("a broker for each");
  brokers = [here, there];
  await Promise.all(brokers.map((broker) => broker.start()));
  stops = [];
});
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()));
  await Promise.all(brokers.map((broker) => broker.stop()));
});

/** Sends one request of a key of the tenant; what each of them has left afterwards. */
function send(limit: RateLimit, credentialId = "key"): number[] {
  let left = "";
  try {
    const setHeader = (_name: string, value: string): string => (left = value);
    limit.count({ credentialId, tenantId: "tenant" }, { setHeader });
  } catch {
    return [0, 0];
  }
  return [...left.matchAll(/r=(\d+)/g)].map(([, count]) => Number(count));
}

function twoLimits(): readonly [RateLimit, RateLimit] {
  const made = brokers.map((broker) => {
    const limit = createRateLimit({ requestsPerSecond: 20, tenantRequestsPerSecond: 20 });
    const { credential: spent, tenant: tenants } = limit.allowances as Required<
      RateLimit["allowances"]
    >;
    stops.push(shareSpending(broker, { spent, tenants }));
    return limit;
  });
  return made as [RateLimit, RateLimit];
}

it("a credential has one allowance over all gateways", async () => {
  const [here, there] = twoLimits();
  for (let sent = 0; sent < 40; sent++) send(here);
  // Ten a second are sent there, twenty come back: alone it would never be left with so few.
  let [left = 0] = send(there);
  for (; left > 30; [left = 0] = send(there)) await pause(100);
  expect(left).toBeLessThanOrEqual(30);
});

it("a tenant has one allowance over all gateways and credentials", async () => {
  const [here, there] = twoLimits();
  for (let sent = 0; sent < 40; sent++) send(here, "key");
  let [, left = 0] = send(there, "another");
  for (; left > 30; [, left = 0] = send(there, "another")) await pause(100);
  expect(left).toBeLessThanOrEqual(30);
});
