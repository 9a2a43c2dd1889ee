import { ownRequest } from "@slipway/broker";
import { partsOf } from "@slipway/contracts";
import { createdEvent } from "@slipway/events";
import { newId } from "@slipway/store";
import type { Channel } from "../record/channel.ts";
import type { JobDeps } from "./deps.ts";
import { insertedMax } from "../constants.ts";
import { type Job, keptRecord } from "./job.ts";
import type { NewJob } from "./job-store.ts";

type Content = Pick<Job, "type" | "entityId" | "eventId" | "body"> &
  Partial<Pick<Job, "departures" | "subscriptionId">>;

/** Makes a job that sends something to a channel now. The channel and each of its subscriptions get one of an event. */
export async function createJob(deps: JobDeps, channel: Channel, content: Content): Promise<void> {
  const { job, event } = newJob(deps, { channel, ...content });
  await deps.jobs.insert(job, event);
  deps.wakeJobs();
}

/** A job of a plan: of no single event. */
type PlannedJob = Omit<Content, "eventId"> & { readonly channel: Channel };

/** Makes the jobs of a plan, many by one write. @param keep called before each write. */
export async function createJobs(
  deps: JobDeps,
  planned: readonly PlannedJob[],
  keep: () => Promise<void>,
): Promise<void> {
  for (const some of partsOf(planned, insertedMax)) {
    await keep();
    await deps.jobs.insertAll(some.map((each) => newJob(deps, each)));
    deps.wakeJobs();
  }
}

function newJob(
  { broker, clock }: JobDeps,
  { channel, ...content }: Content & { readonly channel: Channel },
): NewJob {
  const now = clock();
  const at = new Date(now);
  const { tenantId, id: channelConnectionId } = channel;
  const job: Job = {
    id: newId("job", now),
    tenantId,
    channelConnectionId,
    subscriptionId: null,
    departures: null,
    ...content,
    status: "PENDING",
    attempts: 0,
    attemptsBefore: 0,
    nextAttemptAt: at,
    leasedUntil: null,
    lastError: null,
    createdAt: at,
    updatedAt: at,
  };
  const event = createdEvent(
    ownRequest(broker, tenantId).caller,
    "syncJob.created",
    keptRecord(job),
  );
  return { job, event };
}
