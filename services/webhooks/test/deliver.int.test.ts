import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import {
  type InputOf,
  type StoredEvent,
  type OutputOf,
  audit,
  catalog,
  webhooks,
} from "@slipway/contracts";
import { testPlatform } from "@slipway/dev/testing";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Receiver, answerWith, startReceiver } from "@slipway/dev/testing-receiver";
import { newId } from "@slipway/store";
import { Webhook } from "standardwebhooks";

type Subscription = OutputOf<typeof webhooks.getSubscription>;

const minute = 60_000;
const hour = 60 * minute;
let receiver: Receiver;
let now = Date.now();
let tenantId: string;

const platform = forThisFile(() =>
  testPlatform(import.meta.url, {
    services: ["webhooks", "catalog", "audit"],
    clock: () => now,
  }),
);
beforeEach(async () => {
  receiver = await startReceiver();
  tenantId = newId("ten", Date.now());
});
afterEach(() => receiver.close());

const asTenant = (id = tenantId) => platform.as(id);

function subscribe(
  more: Partial<Omit<InputOf<typeof webhooks.createSubscription>, "url">> & { url?: string } = {},
) {
  const notificationTypes = ["BOOKING_UPDATE" as const];
  const input = { url: receiver.url, notificationTypes, ...more };
  return call(asTenant(), webhooks.createSubscription, input);
}

const statusOf = async ({ id }: { id: string }): Promise<Subscription> =>
  call(asTenant(), webhooks.getSubscription, { id });

const deliveriesOf = async ({ id }: { id: string }) =>
  (await call(asTenant(), webhooks.listDeliveries, { id })).items;

/** The event of a booking's change, as bookings publishes it. */
function anEvent(more: Partial<StoredEvent> & { supplierId?: string } = {}): StoredEvent {
  const { supplierId = "sup_1", ...event } = more;
  const at = new Date(now).toISOString();
  const booking = {
    id: event.entityId ?? "bkg_1",
    tenantId,
    supplierId,
    productId: "prd_1",
    optionId: "opt_1",
    status: "CONFIRMED",
    updatedAt: at,
    source: "api/v1",
    externalId: "ORD-2041",
    reference: "7K3M9QXA",
    resellerReference: "AGENT-5531",
    customer: { firstName: "Ada" },
  };
  return {
    id: newId("aud", now),
    tenantId,
    at,
    entityId: "bkg_1",
    type: "booking.confirmed",
    before: JSON.stringify({ ...booking, status: "ON_HOLD" }),
    after: JSON.stringify(booking),
    ...event,
  };
}

async function publish(...events: StoredEvent[]): Promise<void> {
  await call(asTenant(), webhooks.acceptChanges, { events });
}

/** Delivers what is due at this time. */
async function passed(milliseconds: number): Promise<void> {
  now += milliseconds;
  await platform.settle();
}

async function auditOf(id: string): Promise<OutputOf<typeof audit.listLog>["items"]> {
  await platform.settle();
  return (await call(asTenant(), audit.listLog, { entityId: id })).items;
}

/** Events of an order, as bookings publishes them, and of a departure, as capacity does. */
function anOrderEvent(more: Partial<StoredEvent> = {}): StoredEvent {
  const at = new Date(now).toISOString();
  const order = {
    id: "ord_1",
    tenantId,
    status: "CONFIRMED",
    updatedAt: at,
    bookingIds: ["bkg_1"],
  };
  const after = JSON.stringify(order);
  return {
    ...anEvent(),
    entityId: "ord_1",
    type: "order.confirmed",
    before: after,
    after,
    ...more,
  };
}
function aDepartureEvent(supplierId = "sup_1"): StoredEvent {
  const startAt = "2027-07-01T08:00:00.000Z";
  const named = { optionId: "opt_1", productId: "prd_1", supplierId, startAt };
  const after = JSON.stringify({ ...named, runs: "CALLED_OFF", reason: "Storm over Torcello" });
  const entityId = `opt_1/${startAt}`;
  return { ...anEvent(), entityId, type: "departure.calledOff", before: after, after };
}

describe("a subscription with kinds of messages", () => {
  const typesOf = () =>
    receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);

  it("hears of orders and departures, once each, and of bookings only where it says so", async () => {
    const subscription = await subscribe({
      notificationTypes: ["DEPARTURE_UPDATE", "ORDER_UPDATE"],
    });
    expect(subscription.notificationTypes).toEqual(["ORDER_UPDATE", "DEPARTURE_UPDATE"]);
    const [order, departure] = [anOrderEvent(), aDepartureEvent()];
    await publish(anEvent(), order, departure);
    await publish(order);
    await passed(0);
    const bodies = receiver.received.map(({ body }) => JSON.parse(body) as { type: string });
    expect(bodies.toSorted((a, b) => (a.type < b.type ? -1 : 1))).toEqual([
      {
        type: "DEPARTURE_UPDATE",
        timestamp: departure.at,
        data: {
          tenantId,
          supplierId: "sup_1",
          productId: "prd_1",
          optionId: "opt_1",
          startAt: "2027-07-01T08:00:00.000Z",
          action: "CALLED_OFF",
        },
      },
      {
        type: "ORDER_UPDATE",
        timestamp: order.at,
        data: {
          orderId: "ord_1",
          tenantId,
          action: "CONFIRMED",
          status: "CONFIRMED",
          updatedAt: order.at,
          bookingIds: ["bkg_1"],
        },
      },
    ]);
    const kept = await deliveriesOf(subscription);
    expect(kept.map(({ type, bookingId, entityId }) => [type, bookingId, entityId])).toEqual(
      expect.arrayContaining([
        ["ORDER_UPDATE", null, "ord_1"],
        ["DEPARTURE_UPDATE", null, "opt_1"],
      ]),
    );
  });

  it("of bookings alone, as all were, hears of nothing else until it is changed", async () => {
    const subscription = await subscribe();
    await publish(anOrderEvent(), aDepartureEvent(), anEvent());
    await passed(0);
    expect(typesOf()).toEqual(["BOOKING_UPDATE"]);
    const change = { id: subscription.id, notificationTypes: ["ORDER_UPDATE" as const] };
    expect(await call(asTenant(), webhooks.updateSubscription, change)).toMatchObject({
      notificationTypes: ["ORDER_UPDATE"],
    });
    await publish(anEvent(), anOrderEvent({ type: "order.expired" }));
    await passed(0);
    expect(typesOf()).toEqual(["BOOKING_UPDATE", "ORDER_UPDATE"]);
  });
});

describe("a delivery", () => {
  it("of 0.1.0 that a replica has left under its lease of the subscription is attempted once", async () => {
    receiver.answer = answerWith(500);
    const subscription = await subscribe();
    await publish(anEvent());
    await passed(0);
    const { openDatabase } = await import("@slipway/store");
    const { testDatabase } = await import("@slipway/store/testing");
    const { uri, name } = testDatabase(import.meta.url);
    const { connection, close } = await openDatabase(uri, `${name}-webhooks`);
    const one = { _id: subscription.id as never };
    const [dueAt, leaseUntil] = [new Date(now), new Date(now + 20_000)];
    const leased = { dueAt, dueRevision: 2, leaseHolder: "a replica of 0.1.0", leaseUntil };
    await connection.collection("webhook_subscriptions").updateOne(one, { $set: leased });
    // A delivery of that release has no lease.
    const earlier = { $unset: { leasedUntil: "" as const }, $set: { nextAttemptAt: dueAt } };
    const of = { subscriptionId: subscription.id };
    await connection.collection("webhook_deliveries").updateOne(of, earlier);
    await close();
    receiver.answer = answerWith(204);
    await passed(0);
    expect(receiver.received).toHaveLength(2);
    expect(await deliveriesOf(subscription)).toMatchObject([
      { status: "SUCCEEDED", attempts: [{ statusCode: 500 }, { statusCode: 204 }] },
    ]);
  });

  it("is signed as Standard Webhooks 1.0 says, has the change and no customer", async () => {
    const subscription = await subscribe({ headers: { "X-Own": "value of mine" } });
    const { secret } = await call(asTenant(), webhooks.getSecret, subscription);
    await publish(anEvent());
    await passed(0);
    const [received] = receiver.received;
    // The library looks at the clock of the machine.
    const verified = new Webhook(secret).verify(received!.body, received!.headers as never);
    expect(verified).toEqual({
      type: "BOOKING_UPDATE",
      timestamp: new Date(now).toISOString(),
      data: {
        bookingId: "bkg_1",
        tenantId,
        supplierId: "sup_1",
        productId: "prd_1",
        optionId: "opt_1",
        action: "CONFIRMED",
        status: "CONFIRMED",
        previousStatus: "ON_HOLD",
        updatedAt: new Date(now).toISOString(),
        source: "api/v1",
        externalId: "ORD-2041",
        reference: "7K3M9QXA",
        resellerReference: "AGENT-5531",
        test: false,
      },
    });
    expect(received!.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "Slipway-Webhooks/1",
      "x-own": "value of mine",
    });
    const other = new Webhook(`whsec_${Buffer.alloc(32).toString("base64")}`);
    expect(() => other.verify(received!.body, received!.headers as never)).toThrow(
      "No matching signature",
    );
  });

  it("is made once per change and subscription, however often the change is published", async () => {
    const [one, other] = [await subscribe(), await subscribe()];
    const event = anEvent();
    await Promise.all([publish(event), publish(event)]);
    await publish(event);
    await passed(0);
    expect(receiver.received).toHaveLength(2);
    const ids = new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
    expect(ids.size).toBe(2);
    expect(await deliveriesOf(one)).toMatchObject([{ status: "SUCCEEDED", bookingId: "bkg_1" }]);
    expect(await deliveriesOf(other)).toHaveLength(1);
  });

  it("is attempted by the schedule or Retry-After, under one id and with one body, until it succeeds", async () => {
    receiver.answer = answerWith(429, { "retry-after": "9" });
    const subscription = await subscribe();
    await publish(anEvent());
    await passed(0);
    const [waiting] = await deliveriesOf(subscription);
    expect(Date.parse(waiting!.nextAttemptAt!) - now).toBe(9_000);
    receiver.answer = answerWith(500);
    for (const wait of [9_000, 6 * minute]) await passed(wait);
    expect(receiver.received).toHaveLength(3);
    expect((await deliveriesOf(subscription))[0]).toMatchObject({
      status: "PENDING",
      attempts: [{ statusCode: 429 }, { statusCode: 500, error: "HTTP_STATUS" }, {}],
    });
    const failing = await statusOf(subscription);
    expect(failing).toMatchObject({ consecutiveFailures: 3, lastSucceededAt: null });
    expect(failing.lastAttemptAt).toBe((await deliveriesOf(subscription))[0]?.attempts[2]?.at);
    // Not before its time.
    await passed(minute);
    expect(receiver.received).toHaveLength(3);
    receiver.answer = answerWith(200);
    await passed(hour);
    expect(receiver.received).toHaveLength(4);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    const [delivery] = await deliveriesOf(subscription);
    expect(delivery).toMatchObject({ status: "SUCCEEDED", nextAttemptAt: null });
    expect(delivery?.attempts).toHaveLength(4);
    const { at } = delivery?.attempts[3] ?? {};
    expect(await statusOf(subscription)).toMatchObject({
      consecutiveFailures: 0,
      lastSucceededAt: at,
      lastAttemptAt: at,
    });
  });

  it("has failed after the last attempt of the schedule", async () => {
    receiver.answer = answerWith(503);
    const subscription = await subscribe();
    await publish(anEvent());
    await passed(0);
    for (const seconds of [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400])
      await passed(seconds * 1_200);
    expect(receiver.received).toHaveLength(10);
    const [delivery] = await deliveriesOf(subscription);
    expect(delivery).toMatchObject({ status: "FAILED", nextAttemptAt: null });
    await passed(100 * hour);
    expect(receiver.received).toHaveLength(10);
  });

  it("is forgotten after 30 days and no sooner", async () => {
    const subscription = await subscribe();
    const before = now;
    await publish(anEvent());
    await passed(0);
    const { id } = (await deliveriesOf(subscription))[0]!;
    const restartedAt = async (time: number) => {
      const other = await testPlatform(import.meta.url, {
        services: ["webhooks"],
        clock: () => time,
        nodeId: `sweeps-${time}`,
      });
      await other.stop();
      return call(asTenant(), webhooks.getDelivery, { id }).catch(
        (error: { type?: string }) => error.type,
      );
    };
    expect(await restartedAt(before + 29.9 * 24 * hour)).toMatchObject({ id });
    expect(await restartedAt(before + 30.1 * 24 * hour)).toBe("NOT_FOUND");
  });
});

describe("a subscription", () => {
  it("is notified of its supplier's bookings and departures alone, where it names one", async () => {
    await call(asTenant(), catalog.initCurrency, { defaultCurrency: "EUR" });
    const supplier = { name: "Lines", timezone: "Etc/UTC" };
    const { id: supplierId } = await call(asTenant(), catalog.createSupplier, supplier);
    const all = await subscribe();
    const one = await subscribe({
      supplierId,
      notificationTypes: ["BOOKING_UPDATE", "ORDER_UPDATE", "DEPARTURE_UPDATE"],
    });
    now += 1;
    await publish(anEvent({ supplierId }), anEvent({ supplierId: "sup_other" }), anOrderEvent());
    await publish(aDepartureEvent("sup_other"), aDepartureEvent(supplierId));
    await passed(0);
    expect(await deliveriesOf(all)).toHaveLength(2);
    const own = (await deliveriesOf(one)).map(({ type, bookingId }) => `${type} ${bookingId}`);
    expect(own.toSorted()).toEqual(["BOOKING_UPDATE bkg_1", "DEPARTURE_UPDATE null"]);
    await expect(subscribe({ supplierId: "sup_none" })).rejects.toMatchObject({
      type: "NOT_FOUND",
    });
  });

  it("is notified of nothing that was changed before it began, or while it was disabled", async () => {
    const early = anEvent();
    now += 1;
    const subscription = await subscribe();
    await publish(early);
    const set = async (status: "ACTIVE" | "DISABLED") => {
      now += 1;
      return call(asTenant(), webhooks.updateSubscription, { id: subscription.id, status });
    };
    await set("DISABLED");
    const meanwhile = anEvent();
    await set("ACTIVE");
    await publish(meanwhile);
    await passed(0);
    expect(receiver.received).toHaveLength(0);
    // Made while it listened, and known only after it was disabled and active again.
    const late = anEvent();
    await set("DISABLED");
    await set("ACTIVE");
    await publish(late);
    await passed(0);
    expect(receiver.received).toHaveLength(1);
  });

  it("gets nothing any more once DISABLED or deleted, and goes on when ACTIVE", async () => {
    receiver.answer = answerWith(500);
    const [stopped, gone] = [await subscribe(), await subscribe()];
    await publish(anEvent());
    await passed(0);
    await call(asTenant(), webhooks.updateSubscription, { id: stopped.id, status: "DISABLED" });
    await call(asTenant(), webhooks.deleteSubscription, { id: gone.id });
    await passed(hour);
    expect(receiver.received).toHaveLength(2);
    expect((await deliveriesOf(stopped))[0]).toMatchObject({
      status: "PENDING",
      nextAttemptAt: null,
    });
    receiver.answer = answerWith(204);
    const active = await call(asTenant(), webhooks.updateSubscription, {
      id: stopped.id,
      status: "ACTIVE",
    });
    expect(active).toMatchObject({ status: "ACTIVE", consecutiveFailures: 0 });
    await passed(0);
    expect(receiver.received).toHaveLength(3);
    expect((await deliveriesOf(stopped))[0]).toMatchObject({ status: "SUCCEEDED" });
  });

  it("resumes nothing that is older than 72 hours", async () => {
    receiver.answer = answerWith(500);
    const subscription = await subscribe();
    const set = (status: "ACTIVE" | "DISABLED") =>
      call(asTenant(), webhooks.updateSubscription, { id: subscription.id, status });
    await publish(anEvent());
    await passed(0);
    now += 2 * hour;
    await publish(anEvent());
    await passed(0);
    await set("DISABLED");
    receiver.answer = answerWith(204);
    now += 71 * hour;
    await set("ACTIVE");
    await passed(0);
    const deliveries = await deliveriesOf(subscription);
    expect(deliveries.map(({ status }) => status)).toEqual(["SUCCEEDED", "FAILED"]);
  });

  it("is disabled by 410 at once, and the audit log names the system", async () => {
    receiver.answer = answerWith(410);
    const subscription = await subscribe();
    await publish(anEvent());
    await passed(0);
    expect(await statusOf(subscription)).toMatchObject({
      status: "DISABLED",
      disabledReason: "ENDPOINT_GONE",
    });
    const [entry] = await auditOf(subscription.id);
    expect(entry).toMatchObject({
      action: "webhookSubscription.disable",
      actorType: "SYSTEM",
      source: "system",
      before: { status: "ACTIVE" },
      after: { status: "DISABLED" },
    });
    expect(JSON.stringify(await auditOf(subscription.id))).not.toMatch(/whsec_|secret|headers/i);
  });

  it("is disabled by ten failures in a row, and not before 72 hours without a success", async () => {
    const subscription = await subscribe();
    await publish(anEvent());
    await passed(0);
    receiver.answer = answerWith(500);
    await publish(...Array.from({ length: 12 }, () => anEvent()));
    await passed(0);
    expect(await statusOf(subscription)).toMatchObject({
      status: "ACTIVE",
      consecutiveFailures: 12,
    });
    await passed(71 * hour);
    expect((await statusOf(subscription)).status).toBe("ACTIVE");
    await passed(23 * hour);
    expect(await statusOf(subscription)).toMatchObject({
      status: "DISABLED",
      disabledReason: "CONSECUTIVE_FAILURES",
    });
  });

  it("signs with each replaced secret for 24 hours after its rotation", async () => {
    const subscription = await subscribe();
    const { secret: oldest } = await call(asTenant(), webhooks.getSecret, subscription);
    const { secret: old } = await call(asTenant(), webhooks.rotateSecret, subscription);
    now += hour;
    const { secret } = await call(asTenant(), webhooks.rotateSecret, subscription);
    expect(new Set([oldest, old, secret]).size).toBe(3);
    const signaturesNow = async () => {
      receiver.received.length = 0;
      await publish(anEvent());
      await passed(0);
      const { body, headers } = receiver.received[0]!;
      return [oldest, old, secret].map((each) => {
        const expected = new Webhook(each).sign(
          String(headers["webhook-id"]),
          new Date(Number(headers["webhook-timestamp"]) * 1_000),
          body,
        );
        return String(headers["webhook-signature"]).split(" ").includes(expected);
      });
    };
    expect(await signaturesNow()).toEqual([true, true, true]);
    now += 23 * hour + minute;
    expect(await signaturesNow()).toEqual([false, true, true]);
    now += hour;
    expect(await signaturesNow()).toEqual([false, false, true]);
  });
});

describe("by request", () => {
  it("a test is one attempt, marked as such, of no booking, and counts as nothing", async () => {
    const subscription = await subscribe();
    receiver.answer = answerWith(500);
    const delivery = await call(asTenant(), webhooks.testSubscription, subscription);
    expect(delivery).toMatchObject({
      status: "FAILED",
      bookingId: null,
      attempts: [{ statusCode: 500 }],
    });
    expect(await deliveriesOf(subscription)).toMatchObject([{ bookingId: null }]);
    expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ data: { test: true } });
    await passed(hour);
    expect(receiver.received).toHaveLength(1);
    expect(await statusOf(subscription)).toMatchObject({ consecutiveFailures: 0 });
    receiver.answer = answerWith(200);
    const good = await call(asTenant(), webhooks.testSubscription, subscription);
    expect(good).toMatchObject({ status: "SUCCEEDED" });
  });

  it("a redelivery is one attempt under the same id, of a delivery that has ended", async () => {
    const subscription = await subscribe();
    await publish(anEvent());
    await passed(0);
    const { id } = (await deliveriesOf(subscription))[0]!;
    const again = await call(asTenant(), webhooks.resendDelivery, { id });
    expect(again).toMatchObject({ status: "SUCCEEDED", attempts: [{}, {}] });
    expect(receiver.received[1]?.headers["webhook-id"]).toBe(again.webhookId);
    receiver.answer = answerWith(500);
    const failed = await call(asTenant(), webhooks.resendDelivery, { id });
    expect(failed).toMatchObject({ status: "FAILED", nextAttemptAt: null });
    await passed(hour);
    expect(receiver.received).toHaveLength(3);
    const refused = { type: "INVALID_STATE" };
    await call(asTenant(), webhooks.updateSubscription, {
      id: subscription.id,
      status: "DISABLED",
    });
    const disabled = call(asTenant(), webhooks.resendDelivery, { id });
    await expect(disabled).rejects.toMatchObject(refused);
  });

  it("a delivery that waits for its next attempt is attempted now, and the schedule goes on", async () => {
    const subscription = await subscribe();
    receiver.answer = answerWith(500);
    await publish(anEvent());
    await passed(0);
    const [waiting] = await deliveriesOf(subscription);
    expect(waiting).toMatchObject({ status: "PENDING", attempts: [{}] });
    const { id } = waiting!;
    now += 1;
    const due = await call(asTenant(), webhooks.resendDelivery, { id });
    expect(due).toMatchObject({ status: "PENDING", nextAttemptAt: new Date(now).toISOString() });
    await passed(0);
    const [again] = await deliveriesOf(subscription);
    expect(again).toMatchObject({ status: "PENDING", attempts: [{}, {}] });
    expect(Date.parse(again!.nextAttemptAt!)).toBeGreaterThan(now);
    expect(receiver.received).toHaveLength(2);
    receiver.answer = answerWith(204);
    await call(asTenant(), webhooks.resendDelivery, { id });
    await passed(0);
    expect(await deliveriesOf(subscription)).toMatchObject([{ status: "SUCCEEDED" }]);
  });

  it("deliveries are listed newest first, page by page, by status", async () => {
    const subscription = await subscribe();
    for (let each = 0; each < 5; each++) {
      now += 1;
      await publish(anEvent({ entityId: `bkg_${each}` }));
    }
    await passed(0);
    const { id } = subscription;
    const list = (query: object) => call(asTenant(), webhooks.listDeliveries, { id, ...query });
    const first = await list({ limit: 3 });
    const second = await list({ limit: 3, cursor: first.nextCursor ?? "" });
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([3, 2, null]);
    const times = [...first.items, ...second.items].map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect((await list({ status: "FAILED" })).items).toEqual([]);
    expect((await list({ status: "SUCCEEDED" })).items).toHaveLength(5);
    const other = await subscribe();
    await publish(anEvent({ entityId: "bkg_1" }));
    const query = { bookingId: "bkg_1", limit: 2 };
    const newest = await call(asTenant(), webhooks.listBookingDeliveries, query);
    const cursor = newest.nextCursor ?? "";
    const oldest = await call(asTenant(), webhooks.listBookingDeliveries, { ...query, cursor });
    const notified = newest.items.map(({ subscriptionId }) => subscriptionId);
    expect(notified.toSorted()).toEqual([id, other.id].toSorted());
    expect(oldest).toMatchObject({ items: [{ subscriptionId: id, bookingId: "bkg_1" }] });
    expect(oldest.nextCursor).toBeNull();
    await expect(list({ cursor: "nonsense" })).rejects.toMatchObject({ type: "VALIDATION_FAILED" });
  });

  it("a change that changes nothing is no change", async () => {
    const subscription = await subscribe({ headers: { a: "b" } });
    const same = await call(asTenant(), webhooks.updateSubscription, {
      id: subscription.id,
      url: receiver.url,
      headers: { a: "b" },
      status: "ACTIVE",
    });
    expect(same).toEqual(subscription);
    expect(await auditOf(subscription.id)).toHaveLength(1);
  });
});
