import { type Aggregate, collection, outboxIndex, uniqueLive } from "@slipway/store";
import type { ChannelEvent } from "./event.ts";

export type EventDocument = Aggregate &
  Omit<ChannelEvent, "id" | "tenantId" | "createdAt" | "updatedAt" | "nextAttemptAt"> & {
    /** Absent where it waits for nothing: the index of what waits holds nothing else. */
    nextAttemptAt?: Date | null;
  };

export const collections = {
  events: collection<EventDocument>("channel_events", [
    uniqueLive({ channelConnectionId: 1, externalEventId: 1 }),
    uniqueLive({ channelConnectionId: 1, stream: 1, position: 1 }),
    [{ tenantId: 1, _id: -1 }],
    [{ tenantId: 1, nextAttemptAt: 1 }, { partialFilterExpression: { status: "RECEIVED" } }],
    outboxIndex,
  ]),
};
