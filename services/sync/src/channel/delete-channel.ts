import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, sync } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { invalidateCaches } from "@slipway/reference-cache";
import type { ChannelDeps } from "./deps.ts";
import { channelRecord } from "../record/channel.ts";

/** Disconnects a channel; its code is free at once. A second call is refused with NOT_FOUND. */
export async function deleteChannel(
  { broker, channels, clock }: ChannelDeps,
  request: Request,
  { id }: InputOf<typeof sync.deleteChannel>,
): Promise<OutputOf<typeof sync.deleteChannel>> {
  const { caller } = request;
  await channels.change(caller.tenantId, id, clock(), (current, at) => ({
    remove: true,
    event: eventOf(caller, at.getTime(), {
      type: "channel.deleted",
      entityId: id,
      before: channelRecord(current),
      after: null,
    }),
  }));
  // From here on no gateway lets a key of the channel in.
  await invalidateCaches(broker, request, [id]);
  return { deleted: true };
}
