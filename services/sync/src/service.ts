import { defineService } from "@slipway/broker";
import { channelSubscriptions, outbox, sync, tenantData } from "@slipway/contracts";
import { auditConsumer, erasureConsumer, operatorActions } from "@slipway/events";
import { timedStoreOf } from "@slipway/store";
import { buildDeps } from "./build-deps.ts";
import { acceptChanges, listListeners } from "./change/accept-changes.ts";
import { createChannel } from "./channel/create-channel.ts";
import { deleteChannel } from "./channel/delete-channel.ts";
import { getChannel, getChannelSecret, hasBookingUpdates } from "./channel/get-channel.ts";
import { listChannels } from "./channel/list-channels.ts";
import { renewSeals } from "./channel/renew-seals.ts";
import { rotateChannelSecret } from "./channel/rotate-channel-secret.ts";
import { updateChannel } from "./channel/update-channel.ts";
import { configOf } from "./config.ts";
import { acceptEvent } from "./event/accept-event.ts";
import { eraseEvents, eraseEventsOf } from "./event/erase-events.ts";
import { getEvent } from "./event/get-event.ts";
import { listEvents } from "./event/list-events.ts";
import { reprocessEvent } from "./event/reprocess-event.ts";
import { getJob } from "./job/get-job.ts";
import { listJobs } from "./job/list-jobs.ts";
import { retryJob } from "./job/retry-job.ts";
import { sweepJobs } from "./job/sweep-jobs.ts";
import * as schema from "./schema.ts";
import { createChannelSubscription } from "./subscription/create-channel-subscription.ts";
import { deleteChannelSubscription } from "./subscription/delete-channel-subscription.ts";
import {
  getChannelSubscription,
  listChannelSubscriptions,
} from "./subscription/get-channel-subscription.ts";
import { updateChannelSubscription } from "./subscription/update-channel-subscription.ts";

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
  actions: {
    ...operatorActions,
    listChannels,
    createChannel,
    getChannel,
    updateChannel,
    deleteChannel,
    getChannelSecret,
    rotateChannelSecret,
    hasBookingUpdates,
    listChannelSubscriptions,
    createChannelSubscription,
    getChannelSubscription,
    updateChannelSubscription,
    deleteChannelSubscription,
    acceptEvent,
    eraseEvents,
    eraseEventsOf,
    listEvents,
    getEvent,
    reprocessEvent,
    listJobs,
    getJob,
    retryJob,
    listListeners,
    acceptChanges,
  },
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
