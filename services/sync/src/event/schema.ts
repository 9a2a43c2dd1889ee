import { jobIndex } from "@slipway/jobs";
import { type Aggregate, collection, outboxIndex, uniqueLive } from "@slipway/store";
import type { ChannelEvent } from "./event.ts";

export type EventDocument = Aggregate &
  Omit<ChannelEvent, "id" | "tenantId" | "createdAt" | "updatedAt" | "nextAttemptAt"> & {
    /** Absent where an earlier release has ended it. */
    nextAttemptAt?: Date | null;
  };

export const collections = {
  events: collection<EventDocument>("channel_events", [
    uniqueLive({ channelConnectionId: 1, externalEventId: 1 }),
    uniqueLive({ channelConnectionId: 1, stream: 1, position: 1 }),
    [{ tenantId: 1, _id: -1 }],
    jobIndex("stream", "RECEIVED"),
    outboxIndex,
  ]),
};
