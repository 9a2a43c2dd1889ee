import assert from "node:assert";
import type { Opened, RunningJob } from "@slipway/broker";
import { openOutbound, originStore } from "@slipway/delivery";
import { createFairQueue } from "@slipway/fair-queue";
import { jobStore, tenantSlots } from "@slipway/jobs";
import { serviceDeps, type ServiceDeps, type TimedStore } from "@slipway/store";
import type { Config } from "./config.ts";
import { answeringSlotsMax, failingSlotsMax, stepsAtOnce } from "./constants.ts";
import { deliveryStore } from "./record/delivery-store.ts";
import { deliveryQueue } from "./delivery/delivery-queue.ts";
import type { SubscriptionDeps } from "./subscription/deps.ts";
import type { collections } from "./record/schema.ts";
import { subscriptionStore } from "./record/subscription-store.ts";

type Deps = ServiceDeps<Config> & SubscriptionDeps;

interface RunningDeps extends Deps {
  readonly queue: RunningJob;
}

export function buildDeps(opened: Opened<Config, TimedStore<typeof collections>>): RunningDeps {
  const { config, store, clock = store.time.now } = opened;
  const { relay, collections } = store;
  const origins = config.challenges ? originStore(collections.origins) : undefined;
  const outbound = openOutbound(config, { origins, clock });
  const turns = createFairQueue({
    atOnce: stepsAtOnce,
    // As many wait as attempts there are; none is refused.
    waitingMax: Number.POSITIVE_INFINITY,
    full: () => new assert.AssertionError({ message: "no step of a delivery is refused" }),
  });
  const deps: Deps = {
    ...serviceDeps(opened),
    subscriptions: subscriptionStore(collections.subscriptions, relay),
    deliveries: deliveryStore(collections.deliveries),
    sealer: outbound.sealer,
    outbound,
    origins,
    slots: { answering: tenantSlots(answeringSlotsMax), failing: tenantSlots(failingSlotsMax) },
    inTurn: (by, step) => turns.run({ group: "deliveries", by }, step),
    clock,
    wake: () => queue.wake(),
  };
  const jobs = jobStore({
    collection: collections.deliveries,
    waiting: { status: "PENDING" },
    due: "nextAttemptAt",
    key: ["subscriptionId"],
  });
  const queue = deliveryQueue(deps, jobs);
  return { ...deps, queue };
}
