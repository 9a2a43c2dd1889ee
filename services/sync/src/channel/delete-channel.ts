import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, sync } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import type { Deps } from "../deps.ts";
import { channelRecord } from "./channel.ts";

/** Disconnects a channel; its code is free at once. A second call is refused with NOT_FOUND. */
export async function deleteChannel(
  { channels, clock }: Deps,
  { caller }: Request,
  { id }: InputOf<typeof sync.deleteChannel>,
): Promise<OutputOf<typeof sync.deleteChannel>> {
  await channels.change(caller.tenantId, id, clock(), (current, at) => ({
    remove: true,
    event: eventOf(caller, at.getTime(), {
      type: "channel.deleted",
      entityId: id,
      before: channelRecord(current),
      after: null,
    }),
  }));
  return { deleted: true };
}
