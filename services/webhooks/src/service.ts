import { defineService } from "@slipway/broker";
import { outbox, webhooks, tenantData } from "@slipway/contracts";
import { auditConsumer, operatorActions } from "@slipway/events";
import { timedStoreOf } from "@slipway/store";
import { buildDeps } from "./build-deps.ts";
import { configOf } from "./config.ts";
import { sweepDeliveries } from "./delivery/sweep-deliveries.ts";
import * as schema from "./schema.ts";
import { renewSeals } from "./subscription/renew-seals.ts";
import { settleDeliveries } from "./subscription/settle-deliveries.ts";
import * as useCases from "./use-cases.ts";

const hourMs = 60 * 60 * 1_000;

/** Subscriptions of receivers, and the deliveries of booking updates to them. Needs SECRETS_KEYS. */
export const webhooksService = defineService({
  name: "webhooks",
  contracts: { ...webhooks, ...outbox.outboxes.webhooks, ...tenantData.ofServices.webhooks },
  config: configOf,
  store: timedStoreOf("webhooks", schema),
  deps: buildDeps,
  actions: { ...operatorActions, ...useCases },
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
