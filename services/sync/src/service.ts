import { defineService } from "@slipway/broker";
import { channelSubscriptions, outbox, sync, tenantData } from "@slipway/contracts";
import { auditConsumer, erasureConsumer, operatorActions } from "@slipway/events";
import { timedStoreOf } from "@slipway/store";
import { buildDeps } from "./build-deps.ts";
import { renewSeals } from "./channel/renew-seals.ts";
import { configOf } from "./config.ts";
import { sweepJobs } from "./job/sweep-jobs.ts";
import * as schema from "./schema.ts";
import * as useCases from "./use-cases.ts";

const hourMs = 60 * 60 * 1_000;

/** Channels: executes the events that they send, and notifies them of changes. Needs SECRETS_KEYS. */
export const syncService = defineService({
  name: "sync",
  contracts: {
    ...sync,
    ...channelSubscriptions,
    ...outbox.outboxes.sync,
    ...tenantData.ofServices.sync,
  },
  config: configOf,
  store: timedStoreOf("sync", schema),
  deps: buildDeps,
  actions: { ...operatorActions, ...useCases },
  consumers: ({ broker, relay }) => [
    auditConsumer(broker),
    erasureConsumer({ broker, relay, types: ["channelEvent.erased"] }),
  ],
  jobs: (deps) => [
    { name: "sweep-jobs", everyMs: hourMs, run: () => sweepJobs(deps) },
    { name: "renew-seals", everyMs: hourMs, atStart: true, run: () => renewSeals(deps) },
  ],
  parts: ({ workers }) => workers,
});
