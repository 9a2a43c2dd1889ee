import type { Opened, Part } from "@slipway/broker";
import { openOutbound, originStore } from "@slipway/delivery";
import { jobStore as queueOf } from "@slipway/jobs";
import {
  type CollectionsOf,
  type ServiceDeps,
  type TimedStore,
  nextVersion,
  serviceDeps,
} from "@slipway/store";
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
import type { collections } from "./schema.ts";

type Deps = ServiceDeps<Config> & ChangeDeps & EventDeps & SubscriptionDeps;

/** The dependencies with what works by itself. */
interface RunningDeps extends Deps {
  /** In the order in which one makes work for the next. */
  readonly workers: readonly Part[];
}

export function buildDeps(opened: Opened<Config, TimedStore<typeof collections>>): RunningDeps {
  const { config, store, clock = store.time.now } = opened;
  const { relay, collections } = store;
  const origins = config.delivery.challenges ? originStore(collections.origins) : undefined;
  const outbound = openOutbound(config.delivery, { origins, clock });
  const deps: Deps = {
    ...serviceDeps(opened),
    clock,
    changes: changeStore(collections.changes),
    channels: channelStore(collections.channels, relay),
    events: eventStore(collections.events, relay),
    jobs: jobStore(collections.jobs, relay),
    origins,
    sealer: outbound.sealer,
    outbound,
    wakeEvents: () => events.wake(),
    wakeJobs: () => jobs.wake(),
  };
  const queues = queuesOf(collections);
  const events = eventWorker(deps, queues.events);
  const jobs = jobWorker(deps, queues.jobs);
  const plans = planWorker(deps, queues.changes);
  return { ...deps, workers: [events, plans, jobs] };
}

/** The records that wait, as jobs. */
function queuesOf({ changes, events, jobs }: CollectionsOf<typeof collections>) {
  const due = "nextAttemptAt";
  return {
    changes: queueOf({ collection: changes, waiting: {}, due: "dueAt", key: ["tenantId"] }),
    events: queueOf({
      collection: events,
      waiting: { status: "RECEIVED", live: true },
      due,
      key: ["stream", "channelConnectionId"],
      order: "position",
      onTake() {
        const { $inc, $set } = nextVersion();
        // The next attempt looks for what this one may have done, should its end not be written.
        return { $inc, $set: { ...$set, isUnfinished: true } };
      },
    }),
    jobs: queueOf({
      collection: jobs,
      waiting: { status: "PENDING", live: true },
      due,
      key: ["channelConnectionId"],
      onTake: nextVersion,
    }),
  };
}
