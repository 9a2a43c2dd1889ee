import type { Opened, Part } from "@slipway/broker";
import { originStore } from "@slipway/delivery";
import { type Store, leaseStore, serviceDeps, type ServiceDeps } from "@slipway/store";
import { changeStore } from "./change/change-store.ts";
import { planWorker } from "./change/plan-worker.ts";
import { channelStore } from "./record/channel-store.ts";
import type { Config } from "./config.ts";
import type { ChangeDeps } from "./change/deps.ts";
import type { EventDeps } from "./event/deps.ts";
import type { SubscriptionDeps } from "./subscription/deps.ts";
import { eventStore } from "./event/event-store.ts";
import { eventWorker } from "./event/event-worker.ts";
import { jobStore } from "./job/job-store.ts";
import { jobWorker } from "./job/job-worker.ts";
import { openOutbound } from "./outbound-client.ts";
import type { collections } from "./schema.ts";

/** Dependencies of all use cases of this service. */
type Deps = ServiceDeps<Config> & ChangeDeps & EventDeps & SubscriptionDeps;

/** The dependencies with what works by itself. */
interface RunningDeps extends Deps {
  /** In the order in which one makes work for the next. */
  readonly workers: readonly Part[];
}

/** Makes the dependencies of the open database and the settings. */
export function buildDeps(opened: Opened<Config, Store<typeof collections>>): RunningDeps {
  const { config, store, clock = Date.now } = opened;
  const { relay, collections, database } = store;
  const origins = config.delivery.challenges ? originStore(collections.origins) : undefined;
  const outbound = openOutbound(config.delivery, origins, clock);
  const deps: Deps = {
    ...serviceDeps(opened),
    clock,
    changes: changeStore(collections.changes),
    channels: channelStore(collections.channels, relay),
    events: eventStore(collections.events, relay),
    jobs: jobStore(collections.jobs, relay),
    takeLease: leaseStore(database.connection),
    origins,
    ...outbound,
    wakeEvents: () => events.wake(),
    wakeJobs: () => jobs.wake(),
  };
  const events = eventWorker(deps);
  const jobs = jobWorker(deps);
  return { ...deps, workers: [events, planWorker(deps), jobs, { stop: () => outbound.close() }] };
}
