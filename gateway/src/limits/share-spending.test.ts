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

/** Sends one request of a key of the tenant. */
function send(limit: RateLimit, credentialId = "key"): void {
  limit.count({ credentialId, tenantId: "tenant" }, { setHeader: () => undefined });
}

/** By a clock that stands still, so that nothing comes back. */
function twoLimits(): readonly [RateLimit, RateLimit] {
  const made = brokers.map((broker) => {
    const limit = createRateLimit({ requestsPerSecond: 20, tenantRequestsPerSecond: 20 }, () => 0);
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
  await untilSpent(there, "credential", "key");
  expect(() => send(there)).toThrow(limited);
});

it("a tenant has one allowance over all gateways and credentials", async () => {
  const [here, there] = twoLimits();
  for (let sent = 0; sent < 40; sent++) send(here);
  await untilSpent(there, "tenant", "tenant");
  expect(() => send(there, "another")).toThrow(limited);
});

const limited: unknown = expect.objectContaining({ type: "RATE_LIMITED" });

/** Alone it would keep all that it may spend. */
async function untilSpent(
  { allowances }: RateLimit,
  kind: keyof RateLimit["allowances"],
  name: string,
): Promise<void> {
  while (allowances[kind]?.look(name).remaining !== 0) await pause(10);
}
