import { randomUUID } from "node:crypto";
import { type Lack, type Row, type Service, type ServiceOptions, on, serve } from "@slipway/broker";
import { webhooks } from "@slipway/contracts";
import { createSealer, createSender, deliveryConfigOf, tenantSlots } from "@slipway/delivery";
import {
  type Database,
  type Relay,
  createQuota,
  createRelay,
  databaseFailureOf,
  lackOf,
  openServiceDatabase,
  outboxRows,
  auditConsumer,
} from "@slipway/store";
import { acceptChanges, listListeners } from "./delivery/accept-changes.ts";
import { deliveryStore } from "./delivery/delivery-store.ts";
import { type Dispatcher, createDispatcher } from "./delivery/dispatch-worker.ts";
import { getDelivery } from "./delivery/get-delivery.ts";
import { listDeliveries } from "./delivery/list-deliveries.ts";
import { resendDelivery } from "./delivery/resend-delivery.ts";
import type { Deps } from "./deps.ts";
import { createSubscription } from "./subscription/create-subscription.ts";
import { dueStore } from "./subscription/due-store.ts";
import { deleteSubscription, endDeliveries } from "./subscription/delete-subscription.ts";
import { getSecret, getSubscription } from "./subscription/get-subscription.ts";
import { listSubscriptions } from "./subscription/list-subscriptions.ts";
import { rotateSecret } from "./subscription/rotate-secret.ts";
import { subscriptionCollection, subscriptionStore } from "./subscription/subscription-store.ts";
import { testSubscription } from "./subscription/test-subscription.ts";
import { updateSubscription } from "./subscription/update-subscription.ts";
import { type Sweep, sweepTimer } from "./sweep-timer.ts";

interface Running {
  readonly database: Database;
  readonly relay: Relay;
  readonly deps: Deps;
  readonly dispatcher: Dispatcher;
  readonly sweep: Sweep;
}

/** Subscriptions of receivers, and the deliveries of booking updates to them. Needs SECRETS_KEYS. */
export function webhooksService(options: ServiceOptions): Service {
  let running: Running | undefined;
  const lacks = (): Lack | undefined => lackOf(running?.database);
  const isUp = (): boolean => lacks() === undefined;
  return {
    lacks,
    async start() {
      running = await open(options);
      const table = [...rows(running.deps), ...outboxRows("webhooks", running.relay)];
      serve(options.broker, "webhooks", table, { isUp, failureOf: databaseFailureOf });
      running.relay.start();
      running.dispatcher.start();
      running.sweep.start();
    },
    async stop() {
      if (!running) return;
      const { sweep, dispatcher, relay, database } = running;
      await sweep.stop();
      await dispatcher.stop();
      await relay.stop();
      await database.close();
      running = undefined;
    },
    async settle() {
      await running?.dispatcher.idle();
      await running?.relay.settle();
    },
  };
}

function open(options: ServiceOptions): Promise<Running> {
  const config = deliveryConfigOf(options.settings);
  return openServiceDatabase(options, "webhooks", (database) => connect(options, config, database));
}

async function connect(
  { broker, log, settings, clock = Date.now }: ServiceOptions,
  config: Deps["config"],
  { connection }: Database,
): Promise<Omit<Running, "database">> {
  const [collection, deliveries] = await Promise.all([
    subscriptionCollection(connection),
    deliveryStore(connection),
  ]);
  const warn = (line: string): void => log("warn", line);
  const relay = createRelay({
    connection,
    collections: [collection] as never,
    consumers: [auditConsumer(broker), endDeliveries({ deliveries })],
    warn,
  });
  const deps: Deps = {
    broker,
    subscriptions: subscriptionStore(collection, relay),
    subscriptionQuota: createQuota("QUOTA_SUBSCRIPTIONS", settings),
    due: dueStore(collection as never),
    deliveries,
    sealer: createSealer(config.keys),
    sender: createSender({
      allowed: config.allowed,
      denied: config.denied,
      requireHttps: config.requireHttps,
      clock,
    }),
    slots: { answering: tenantSlots(200), failing: tenantSlots(100) },
    config,
    clock,
    chance: Math.random,
    log,
    warn,
    wake: (ids) => dispatcher.wake(ids),
  };
  const dispatcher = createDispatcher(deps, randomUUID());
  return { relay, deps, dispatcher, sweep: sweepTimer(deps) };
}

function rows(deps: Deps): Row[] {
  return [
    on(webhooks.listSubscriptions, (request, input) => listSubscriptions(deps, request, input)),
    on(webhooks.createSubscription, (request, input) => createSubscription(deps, request, input)),
    on(webhooks.getSubscription, (request, input) => getSubscription(deps, request, input)),
    on(webhooks.updateSubscription, (request, input) => updateSubscription(deps, request, input)),
    on(webhooks.deleteSubscription, (request, input) => deleteSubscription(deps, request, input)),
    on(webhooks.getSecret, (request, input) => getSecret(deps, request, input)),
    on(webhooks.rotateSecret, (request, input) => rotateSecret(deps, request, input)),
    on(webhooks.testSubscription, (request, input) => testSubscription(deps, request, input)),
    on(webhooks.listDeliveries, (request, input) => listDeliveries(deps, request, input)),
    on(webhooks.getDelivery, (request, input) => getDelivery(deps, request, input)),
    on(webhooks.resendDelivery, (request, input) => resendDelivery(deps, request, input)),
    on(webhooks.listListeners, (request, input) => listListeners(deps, request, input)),
    on(webhooks.acceptChanges, (request, input) => acceptChanges(deps, request, input)),
  ];
}
