import { defineService } from "@slipway/broker";
import { outbox, webhooks, tenantData } from "@slipway/contracts";
import { auditConsumer, operatorActions } from "@slipway/events";
import { timedStoreOf } from "@slipway/store";
import { buildDeps } from "./build-deps.ts";
import { configOf } from "./config.ts";
import { acceptChanges, acceptUpdate, listListeners } from "./delivery/accept-changes.ts";
import { eraseDeliveries } from "./delivery/erase-deliveries.ts";
import { getDelivery } from "./delivery/get-delivery.ts";
import { listBookingDeliveries, listDeliveries } from "./delivery/list-deliveries.ts";
import { resendDelivery } from "./delivery/resend-delivery.ts";
import { sweepDeliveries } from "./delivery/sweep-deliveries.ts";
import * as schema from "./schema.ts";
import { createSubscription } from "./subscription/create-subscription.ts";
import { deleteSubscription } from "./subscription/delete-subscription.ts";
import { getSecret, getSubscription } from "./record/get-subscription.ts";
import { listSubscriptions } from "./subscription/list-subscriptions.ts";
import { renewSeals } from "./subscription/renew-seals.ts";
import { rotateSecret } from "./subscription/rotate-secret.ts";
import { settleDeliveries } from "./subscription/settle-deliveries.ts";
import { testSubscription } from "./subscription/test-subscription.ts";
import { updateSubscription } from "./subscription/update-subscription.ts";

const hourMs = 60 * 60 * 1_000;

/** Subscriptions of receivers, and the deliveries of booking updates to them. Needs SECRETS_KEYS. */
export const webhooksService = defineService({
  name: "webhooks",
  contracts: { ...webhooks, ...outbox.outboxes.webhooks, ...tenantData.ofServices.webhooks },
  config: configOf,
  store: timedStoreOf("webhooks", schema),
  deps: buildDeps,
  actions: {
    ...operatorActions,
    listSubscriptions,
    createSubscription,
    getSubscription,
    updateSubscription,
    deleteSubscription,
    getSecret,
    rotateSecret,
    testSubscription,
    listDeliveries,
    listBookingDeliveries,
    getDelivery,
    resendDelivery,
    listListeners,
    acceptChanges,
    acceptUpdate,
    eraseDeliveries,
  },
  consumers: (deps) => [auditConsumer(deps.broker), settleDeliveries(deps)],
  jobs: (deps) => [
    {
      name: "sweep-deliveries",
      everyMs: hourMs,
      atStart: true,
      run: () => sweepDeliveries(deps),
    },
    { name: "renew-seals", everyMs: hourMs, atStart: true, run: () => renewSeals(deps) },
  ],
  parts: ({ queue }) => [queue],
});
