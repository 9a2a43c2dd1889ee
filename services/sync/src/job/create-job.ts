import { ownRequest } from "@slipway/broker";
import { eventOf } from "@slipway/events";
import { newId } from "@slipway/store";
import type { Channel } from "../record/channel.ts";
import type { JobDeps } from "./deps.ts";
import { type Job, keptRecord } from "./job.ts";

type Content = Pick<Job, "type" | "entityId" | "eventId" | "body"> &
  Partial<Pick<Job, "departures" | "subscriptionId">>;

/**
 * Makes a job that sends something to a channel, now. A channel gets one job of an event, and so does each of its
 * subscriptions.
 */
export async function createJob(
  deps: JobDeps,
  { tenantId, id: channelConnectionId }: Channel,
  content: Content,
): Promise<void> {
  const now = deps.clock();
  const at = new Date(now);
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
  const event = eventOf(ownRequest(deps.broker, tenantId).caller, now, {
    type: "syncJob.created",
    entityId: job.id,
    before: null,
    after: keptRecord(job),
  });
  await deps.jobs.insert(job, event);
  deps.wakeJobs();
}
