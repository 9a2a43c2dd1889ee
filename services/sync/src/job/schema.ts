import { jobIndex } from "@slipway/jobs";
import { type Aggregate, collection, outboxIndex } from "@slipway/store";
import type { Job } from "./job.ts";

export type JobDocument = Aggregate &
  Omit<Job, "id" | "tenantId" | "createdAt" | "updatedAt" | "subscriptionId"> & {
    /** Absent where an earlier release has made the job. */
    subscriptionId?: string | null;
  };

const withEvent = { unique: true, partialFilterExpression: { eventId: { $exists: true } } };

export const collections = {
  jobs: collection<JobDocument>("sync_jobs", [
    [{ tenantId: 1, _id: -1 }],
    [{ entityId: 1, _id: -1 }],
    jobIndex("channelConnectionId", "PENDING"),
    [{ channelConnectionId: 1, eventId: 1 }, withEvent],
    [{ updatedAt: 1 }],
    outboxIndex,
  ]),
};
