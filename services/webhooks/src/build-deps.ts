import assert from "node:assert";
import { randomUUID } from "node:crypto";
import type { Opened } from "@slipway/broker";
import { createSealer, createSender, originStore, tenantSlots } from "@slipway/delivery";
import { createFairQueue } from "@slipway/fair-queue";
import { type Store, serviceDeps, type ServiceDeps } from "@slipway/store";
import type { Config } from "./config.ts";
import { answeringSlotsMax, failingSlotsMax, stepsAtOnce } from "./constants.ts";
import { deliveryStore } from "./record/delivery-store.ts";
import { type Dispatcher, createDispatcher } from "./delivery/dispatch-worker.ts";
import type { SubscriptionDeps } from "./subscription/deps.ts";
import type { collections } from "./record/schema.ts";
import { dueStore } from "./record/due-store.ts";
import { subscriptionStore } from "./record/subscription-store.ts";

/** Dependencies of all use cases of this service. */
type Deps = ServiceDeps<Config> & SubscriptionDeps;

/** The dependencies with what makes the deliveries. */
interface RunningDeps extends Deps {
  readonly dispatcher: Dispatcher;
}

/** Makes the dependencies of the open database and the settings. */
export function buildDeps(opened: Opened<Config, Store<typeof collections>>): RunningDeps {
  const { config, store, clock = Date.now } = opened;
  const { relay, collections } = store;
  const origins = config.challenges ? originStore(collections.origins) : undefined;
  const turns = createFairQueue({
    atOnce: stepsAtOnce,
    // As many wait as attempts and workers there are; none is refused.
    waitingMax: Number.POSITIVE_INFINITY,
    full: () => new assert.AssertionError({ message: "no step of a delivery is refused" }),
  });
  const deps: Deps = {
    ...serviceDeps(opened),
    subscriptions: subscriptionStore(collections.subscriptions, relay),
    due: dueStore(collections.subscriptions),
    deliveries: deliveryStore(collections.deliveries),
    sealer: createSealer(config.keys),
    origins,
    sender: createSender({ ...config, origins, clock }),
    slots: { answering: tenantSlots(answeringSlotsMax), failing: tenantSlots(failingSlotsMax) },
    inTurn: (by, step) => turns.run({ group: "deliveries", by }, step),
    clock,
    random: Math.random,
    wake: (due) => dispatcher.wake(due),
  };
  const dispatcher = createDispatcher(deps, randomUUID());
  return { ...deps, dispatcher };
}
