/** A tenant whose endpoints never answer, and another one beside it. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { type StoredEvent, type OutputOf, webhooks } from "@slipway/contracts";
import { testPlatform } from "@slipway/dev/testing";
import { watchTogether, watchable } from "@slipway/dev/testing-reads";
import { until } from "@slipway/dev/testing-until";
import { type Receiver, answerWith, startReceiver } from "@slipway/dev/testing-receiver";
import { newId } from "@slipway/store";

type Subscription = OutputOf<typeof webhooks.getSubscription>;
let silent: Receiver;
let receiver: Receiver;
let attacker: string;
let other: string;

const platform = forThisFile(() =>
  testPlatform(import.meta.url, {
    services: ["webhooks", "catalog", "audit"],
    ...watchable(import.meta.url),
  }),
);
beforeEach(async () => {
  [silent, receiver] = [await startReceiver(), await startReceiver()];
  silent.answer = () => undefined;
  [attacker, other] = [newId("ten", Date.now()), newId("ten", Date.now())];
});
afterEach(async () => {
  for (const tenantId of [attacker, other]) {
    const { items } = await call(as(tenantId), webhooks.listSubscriptions, {});
    for (const { id } of items) await call(as(tenantId), webhooks.deleteSubscription, { id });
  }
  await Promise.all([silent.close(), receiver.close()]);
});

const as = (tenantId: string) => platform.as(tenantId);

function subscribe(tenantId: string, url: string): Promise<Subscription> {
  return call(as(tenantId), webhooks.createSubscription, { url });
}

function anEvent(tenantId: string): StoredEvent {
  const at = new Date().toISOString();
  const booking = {
    id: "bkg_1",
    tenantId,
    supplierId: "sup_1",
    productId: "prd_1",
    optionId: "opt_1",
    status: "CONFIRMED",
    updatedAt: at,
    source: "api/v1",
    externalId: null,
  };
  return {
    id: newId("aud", Date.now()),
    tenantId,
    at,
    entityId: "bkg_1",
    type: "booking.created",
    before: null,
    after: JSON.stringify(booking),
  };
}

async function publish(tenantId: string, changes = 1): Promise<void> {
  const events = Array.from({ length: changes }, () => anEvent(tenantId));
  await call(as(tenantId), webhooks.acceptChanges, { events });
}

/** 45 subscriptions, each with as many deliveries as are attempted at the same time. */
async function attack(url: string): Promise<void> {
  const all = Array.from({ length: 45 }, () => subscribe(attacker, url));
  const subscriptions = await Promise.all(all);
  await publish(attacker, 10);
  for (const { id } of subscriptions)
    await call(as(attacker), webhooks.updateSubscription, { id, status: "ACTIVE" });
  await until(() => silent.received.length >= 8);
}

describe("45 subscriptions to an endpoint that never answers", () => {
  it("take half of the attempts, and another tenant's webhooks are sent meanwhile", async () => {
    await attack(silent.url);
    await subscribe(other, receiver.url);
    await publish(other, 20);
    await until(() => receiver.received.length === 20);
    await until(() => silent.received.length >= 100);
    expect(receiver.received).toHaveLength(20);
  });

  it("delay no other tenant's webhooks at the same host", async () => {
    silent.answer = (received, response) => {
      if (received.path === "/healthy") response.writeHead(204).end();
    };
    await attack(silent.url);
    await subscribe(other, silent.url.replace("/hook", "/healthy"));
    await publish(other, 20);
    const healthy = () => silent.received.filter(({ path }) => path === "/healthy");
    await until(() => healthy().length === 20);
    expect(healthy()).toHaveLength(20);
  });

  it("send the database a few statements at a time, so that others need not wait behind them", async () => {
    const together = watchTogether("webhooks");
    await attack(silent.url);
    await until(() => silent.received.length >= 90);
    // The changes' own statements and the looks for what is due come beside those of the attempts.
    expect(together()).toBeLessThan(10);
  });

  it("let the same tenant's tests wait, and another one's test be sent", async () => {
    await attack(silent.url);
    await until(() => silent.received.length >= 100);
    const own = await subscribe(attacker, receiver.url);
    const request = { ...as(attacker), deadline: Date.now() + 6_000 };
    const waits = await call(request, webhooks.testSubscription, own);
    // The queue attempts it then, should no slot be free for the request.
    const nextAttemptAt = expect.any(String);
    expect(waits).toMatchObject({ status: "PENDING", attempts: [], nextAttemptAt });
    const foreign = await subscribe(other, receiver.url);
    const sent = await call(as(other), webhooks.testSubscription, foreign);
    expect(sent).toMatchObject({ status: "SUCCEEDED" });
  });
});

describe("ACTIVE on an active subscription", () => {
  it("shows no failures any more, and gives a dead endpoint no further attempts", async () => {
    receiver.answer = answerWith(500);
    const subscription = await subscribe(attacker, receiver.url);
    await publish(attacker, 5);
    await platform.settle();
    expect(receiver.received).toHaveLength(5);
    const input = { id: subscription.id, status: "ACTIVE" } as const;
    const changed = await call(as(attacker), webhooks.updateSubscription, input);
    expect(changed).toMatchObject({ status: "ACTIVE", consecutiveFailures: 0 });
    receiver.answer = () => undefined;
    await publish(attacker, 20);
    await until(() => receiver.received.length > 5);
    await publish(attacker, 1);
    expect(receiver.received).toHaveLength(6);
  });
});
