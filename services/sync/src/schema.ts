import { type Aggregate, collection, outboxIndex, uniqueLive } from "@slipway/store";
import type { GatheredChange } from "./change/change.ts";
import type { Channel } from "./channel/channel.ts";
import type { ChannelEvent } from "./event/event.ts";
import type { Job } from "./job/job.ts";
import type { Subscription } from "./subscription/subscription.ts";

export interface ChannelDocument extends Aggregate {
  supplierId: string | null;
  code: string;
  name: string;
  notificationTypes: readonly string[];
  endpointUrl: string | null;
  status: Channel["status"];
  secrets: Channel["secrets"];
  /** Absent where an earlier release has made the channel. */
  subscriptions?: readonly Subscription[];
}

export type EventDocument = Aggregate &
  Omit<ChannelEvent, "id" | "tenantId" | "createdAt" | "updatedAt" | "nextAttemptAt"> & {
    /** Absent where it waits for nothing: the index of what waits holds nothing else. */
    nextAttemptAt?: Date | null;
  };

export type JobDocument = Aggregate &
  Omit<Job, "id" | "tenantId" | "createdAt" | "updatedAt" | "subscriptionId"> & {
    /** Absent where an earlier release has made the job. */
    subscriptionId?: string | null;
  };

export type ChangeDocument = Omit<GatheredChange, "id" | "products"> & {
  readonly _id: string;
  /** Absent where an earlier release has gathered it. */
  readonly products?: GatheredChange["products"];
};

const withEvent = { unique: true, partialFilterExpression: { eventId: { $exists: true } } };

export const collections = {
  channels: collection<ChannelDocument>("channel_connections", [
    uniqueLive({ code: 1 }),
    [{ tenantId: 1, _id: 1 }],
    outboxIndex,
  ]),
  events: collection<EventDocument>("channel_events", [
    uniqueLive({ channelConnectionId: 1, externalEventId: 1 }),
    uniqueLive({ channelConnectionId: 1, stream: 1, position: 1 }),
    [{ tenantId: 1, _id: -1 }],
    [{ tenantId: 1, nextAttemptAt: 1 }, { partialFilterExpression: { status: "RECEIVED" } }],
    outboxIndex,
  ]),
  jobs: collection<JobDocument>("sync_jobs", [
    [{ tenantId: 1, _id: -1 }],
    [{ entityId: 1, _id: -1 }],
    [{ tenantId: 1, nextAttemptAt: 1 }, { partialFilterExpression: { status: "PENDING" } }],
    [{ channelConnectionId: 1, eventId: 1 }, withEvent],
    [{ updatedAt: 1 }],
    outboxIndex,
  ]),
  changes: collection<ChangeDocument>("gathered_changes", [[{ tenantId: 1, dueAt: 1 }]]),
};
