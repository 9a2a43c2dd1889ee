/** A subscription that is deleted, disabled or moved while an attempt waits is not sent to its old URL. */
import { expect, it } from "@jest/globals";
import type { Request } from "@slipway/broker";
import { type JobStore, tenantSlots } from "@slipway/jobs";
import type { Delivery } from "../record/delivery.ts";
import type { Subscription } from "../record/subscription.ts";
import { attemptNow } from "./deliver-one.ts";
import { deliveryQueue } from "./delivery-queue.ts";
import type { DeliveryDeps } from "./deps.ts";

const tenantId = "ten_1";
const subscription = {
  _id: "whs_1",
  tenantId,
  url: "https://old.example/",
  status: "ACTIVE",
  failuresInRow: 0,
} as unknown as Subscription;
const delivery = { _id: "dlv_1", tenantId, subscriptionId: "whs_1", isTest: true, tries: 1 };
const disabled = { ...subscription, status: "DISABLED" as const };
const moved = { ...subscription, url: "https://new.example/" };

/** The dependencies of a process with two slots, which reads the subscription as `state` has it. */
function aProcess(state: { current: Subscription | null | Error; now: number }) {
  const slots = tenantSlots(2);
  const posted: string[] = [];
  const reads: string[] = [];
  const deps = {
    slots: { answering: slots, failing: slots },
    subscriptions: {
      async get(_tenantId: string, id: string) {
        reads.push(id);
        if (state.current instanceof Error) throw state.current;
        return state.current;
      },
    },
    outbound: {
      async deliver({ endpoint }: { endpoint: Subscription }) {
        posted.push(endpoint.url);
        return { statusCode: 204, durationMs: 1, error: null, retryInMs: null };
      },
    },
    deliveries: { record: async () => null, park: async () => undefined },
    inTurn: (_tenantId: string, step: () => unknown) => step(),
    clock: () => state.now,
    warn() {},
  } as unknown as DeliveryDeps;
  return { deps, slots, posted, reads };
}

it.each([
  ["is as it was", subscription, subscription, ["https://old.example/"]],
  ["has another URL", subscription, moved, ["https://new.example/"]],
  ["is disabled", subscription, disabled, []],
  ["is deleted", subscription, null, []],
  ["cannot be read", subscription, new Error("the database is away"), []],
  ["was disabled when its test began", disabled, disabled, ["https://old.example/"]],
])("after a wait for a slot, where a subscription %s", async (_how, before, current, expected) => {
  const { deps, slots, posted } = aProcess({ current, now: 0 });
  const release = slots.take(tenantId);
  const request = { deadline: Date.now() + 60_000 } as Request;
  const due = { subscription: before, delivery: delivery as unknown as Delivery };
  const attempt = attemptNow(deps, request, due);
  expect(slots.mayTake(tenantId)).toBe(false);
  release?.();
  expect(await attempt).toBe(due.delivery);
  expect(posted).toEqual(expected);
  expect(slots.full()).toEqual([]);
});

it.each([
  ["soon, by what was read", 0, subscription, ["https://old.example/"], 1],
  ["late, to the URL of then", 300, moved, ["https://new.example/"], 2],
  // Read a second time before it is resumed: ACTIVE may have come in between.
  ["late, and not where it is disabled", 300, disabled, [], 3],
])("the queue sends what it leases %s", async (_when, tookMs, current, expected, count) => {
  const state: Parameters<typeof aProcess>[0] = { current: subscription, now: 0 };
  const { deps, posted, reads } = aProcess(state);
  const due = [{ id: "dlv_1", tenantId, name: "whs_1", key: { subscriptionId: "whs_1" } }];
  const jobs = {
    findTenant: async () => due.shift() ?? null,
    findKey: async () => null,
    listFirst: async () => [{ id: "dlv_1", dueAt: new Date(0), isFree: true }],
    async take() {
      Object.assign(state, { current, now: tookMs });
      return delivery;
    },
    countDue: async () => null,
  };
  await deliveryQueue(deps, jobs as unknown as JobStore<Delivery>).settle();
  expect(posted).toEqual(expected);
  expect(reads).toHaveLength(count);
});
