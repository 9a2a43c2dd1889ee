import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, sync } from "@slipway/contracts";
import { eventOf } from "@slipway/store";
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
      entityType: "channel",
      entityId: id,
      verb: "delete",
      before: channelRecord(current),
      after: null,
    }),
  }));
  return { deleted: true };
}
