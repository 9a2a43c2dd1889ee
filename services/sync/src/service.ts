import { type Lack, type Row, type Service, type ServiceOptions, on, serve } from "@slipway/broker";
import { sync } from "@slipway/contracts";
import {
  type Database,
  type Relay,
  createQuota,
  createRelay,
  databaseFailureOf,
  lackOf,
  leaseStore,
  openServiceDatabase,
  outboxRows,
  auditConsumer,
} from "@slipway/store";
import { acceptChanges, listListeners } from "./change/accept-changes.ts";
import { changeStore } from "./change/change-store.ts";
import { planTimer } from "./change/plan-timer.ts";
import { channelCollection, channelStore } from "./channel/channel-store.ts";
import { createChannel } from "./channel/create-channel.ts";
import { deleteChannel } from "./channel/delete-channel.ts";
import { getChannel, getChannelSecret, hasBookingUpdates } from "./channel/get-channel.ts";
import { listChannels } from "./channel/list-channels.ts";
import { sealTimer } from "./channel/renew-seals.ts";
import { rotateChannelSecret } from "./channel/rotate-channel-secret.ts";
import { updateChannel } from "./channel/update-channel.ts";
import { configOf } from "./config.ts";
import type { ClockedLoop } from "./worker-pool.ts";
import type { Deps } from "./deps.ts";
import { acceptEvent } from "./event/accept-event.ts";
import { eventCollection, eventStore } from "./event/event-store.ts";
import { eventWorker } from "./event/event-worker.ts";
import { getEvent } from "./event/get-event.ts";
import { listEvents } from "./event/list-events.ts";
import { reprocessEvent } from "./event/reprocess-event.ts";
import { getJob } from "./job/get-job.ts";
import { jobCollection, jobStore } from "./job/job-store.ts";
import { jobWorker } from "./job/job-worker.ts";
import { listJobs } from "./job/list-jobs.ts";
import { retryJob } from "./job/retry-job.ts";
import { jobSweep } from "./job/sweep-jobs.ts";
import { openOutbound } from "./outbound-client.ts";

interface Running {
  readonly database: Database;
  readonly relay: Relay;
  readonly deps: Deps;
  readonly outbound: { close(): Promise<void> };
  /** In the order in which one makes work for the next. */
  readonly loops: readonly ClockedLoop[];
}

/** Channels: what they send is carried out, and what changes they are told. */
export function syncService(options: ServiceOptions): Service {
  let running: Running | undefined;
  const lacks = (): Lack | undefined => lackOf(running?.database);
  const isUp = (): boolean => lacks() === undefined;
  return {
    lacks,
    async start() {
      running = await open(options);
      const { deps, relay, loops } = running;
      const table = [...rows(deps), ...outboxRows("sync", relay)];
      serve(options.broker, "sync", table, { isUp, failureOf: databaseFailureOf });
      relay.start();
      for (const loop of loops) loop.start();
    },
    async stop() {
      for (const loop of running?.loops ?? []) await loop.stop();
      await running?.relay.stop();
      await running?.outbound.close();
      await running?.database.close();
      running = undefined;
    },
    async settle() {
      for (const loop of running?.loops ?? []) await loop.idle();
      await running?.relay.settle();
    },
  };
}

function open(options: ServiceOptions): Promise<Running> {
  const { gatherMs } = configOf(options.settings);
  return openServiceDatabase(options, "sync", (database) => connect(options, gatherMs, database));
}

async function connect(
  { broker, log, settings, clock = Date.now }: ServiceOptions,
  gatherMs: number,
  { connection }: Database,
): Promise<Omit<Running, "database">> {
  const warn = (line: string): void => log("warn", line);
  const [channels, events, jobs, changes] = await Promise.all([
    channelCollection(connection),
    eventCollection(connection),
    jobCollection(connection),
    changeStore(connection),
  ]);
  const outbound = openOutbound(settings, clock);
  const relay = createRelay({
    connection,
    collections: [channels, events, jobs] as never,
    consumers: [auditConsumer(broker)],
    warn,
  });
  const deps: Deps = {
    broker,
    clock,
    log,
    warn,
    gatherMs,
    changes,
    channels: channelStore(channels, relay),
    channelQuota: createQuota("QUOTA_CHANNELS", settings),
    events: eventStore(events, relay),
    jobs: jobStore(jobs, relay),
    takeLease: leaseStore(connection),
    ...outbound,
    wakeEvents: () => eventLoop.wake(),
    wakeJobs: () => jobLoop.wake(),
  };
  const eventLoop = eventWorker(deps);
  const jobLoop = jobWorker(deps);
  const loops = [eventLoop, planTimer(deps), jobLoop, jobSweep(deps), sealTimer(deps)];
  return { relay, deps, outbound, loops };
}

function rows(deps: Deps): Row[] {
  return [
    on(sync.listChannels, (request, input) => listChannels(deps, request, input)),
    on(sync.createChannel, (request, input) => createChannel(deps, request, input)),
    on(sync.getChannel, (request, input) => getChannel(deps, request, input)),
    on(sync.updateChannel, (request, input) => updateChannel(deps, request, input)),
    on(sync.deleteChannel, (request, input) => deleteChannel(deps, request, input)),
    on(sync.getChannelSecret, (request, input) => getChannelSecret(deps, request, input)),
    on(sync.rotateChannelSecret, (request, input) => rotateChannelSecret(deps, request, input)),
    on(sync.hasBookingUpdates, (request, input) => hasBookingUpdates(deps, request, input)),
    on(sync.acceptEvent, (request, input) => acceptEvent(deps, request, input)),
    on(sync.listEvents, (request, input) => listEvents(deps, request, input)),
    on(sync.getEvent, (request, input) => getEvent(deps, request, input)),
    on(sync.reprocessEvent, (request, input) => reprocessEvent(deps, request, input)),
    on(sync.listJobs, (request, input) => listJobs(deps, request, input)),
    on(sync.getJob, (request, input) => getJob(deps, request, input)),
    on(sync.retryJob, (request, input) => retryJob(deps, request, input)),
    on(sync.listListeners, (request, input) => listListeners(deps, request, input)),
    on(sync.acceptChanges, (request, input) => acceptChanges(deps, request, input)),
  ];
}
