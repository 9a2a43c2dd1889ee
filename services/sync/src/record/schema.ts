import { originTable } from "@slipway/delivery";
import { type Aggregate, collection, outboxIndex, uniqueLive } from "@slipway/store";
import type { Channel } from "./channel.ts";
import type { Subscription } from "./subscription.ts";

type LaterFields = "subscriptions" | "lastSucceededAt" | "lastAttemptAt";

export interface ChannelDocument
  extends Aggregate,
    Omit<Channel, "id" | LaterFields | keyof Aggregate> {
  /** Absent where an earlier release has made the channel. */
  subscriptions?: readonly Subscription[];
  /** Absent until a job was sent. */
  lastSucceededAt?: Date | null;
  lastAttemptAt?: Date | null;
}

export const collections = {
  origins: originTable,
  channels: collection<ChannelDocument>("channel_connections", [
    uniqueLive({ code: 1 }),
    [{ tenantId: 1, _id: 1 }],
    outboxIndex,
  ]),
};
