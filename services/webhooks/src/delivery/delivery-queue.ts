/** Attempts due deliveries, of each subscription as many at once as its endpoint allows. */
import type { RunningJob } from "@slipway/broker";
import { type JobStore, createJobQueue } from "@slipway/jobs";
import { leaseMs, lookEveryMs, readMsMax } from "../constants.ts";
import type { Delivery } from "../record/delivery.ts";
import { type Subscription, concurrencyOf } from "../record/subscription.ts";
import { deliverOne, slotsOf } from "./deliver-one.ts";
import type { DeliveryDeps } from "./deps.ts";

/** Attempts at once what this replica has made, and looks for the rest every second. */
export function deliveryQueue(deps: DeliveryDeps, jobs: JobStore<Delivery>): RunningJob {
  return createJobQueue({
    name: "webhooks.find-due",
    everyMs: lookEveryMs,
    leaseMs,
    jobs,
    slots: [deps.slots.answering, deps.slots.failing],
    async termsOf({ tenantId, name }) {
      const readAt = deps.clock();
      const subscription = await activeOrPark(deps, tenantId, name);
      if (!subscription) return null;
      const atOnce = concurrencyOf(subscription);
      return { atOnce, slots: slotsOf(deps, subscription), context: { subscription, readAt } };
    },
    async run(delivery, { subscription: read, readAt }) {
      // Race: where the statements up to the lease were slow, it may have been disabled or given another URL meanwhile.
      const isNew = deps.clock() - readAt < readMsMax;
      const subscription = isNew ? read : await activeOrPark(deps, read.tenantId, read._id);
      if (!subscription) return false;
      const { status } = await deliverOne(deps, { subscription, delivery });
      return status === "FAILED";
    },
    cutOff: () => deps.outbound.close(),
    clock: deps.clock,
    warn: deps.warn,
  });
}

/** Deliveries of a disabled subscription wait until it is active: a look does not find them again. */
async function activeOrPark(
  { subscriptions, deliveries, clock }: DeliveryDeps,
  tenantId: string,
  id: string,
): Promise<Subscription | null> {
  const found = await subscriptions.get(tenantId, id);
  if (found?.status === "ACTIVE") return found;
  await deliveries.park(id);
  // Race: where ACTIVE was written before this read, its consumer may have resumed what was parked only afterwards.
  const read = await subscriptions.get(tenantId, id);
  if (read?.status === "ACTIVE") await deliveries.resume(id, new Date(clock()));
  return null;
}
