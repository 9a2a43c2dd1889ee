import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, sync } from "@slipway/contracts";
import { followUp, invalidateCaches } from "@slipway/reference-cache";
import type { ChannelDeps } from "./deps.ts";

/** Disconnects a channel; its code is free at once. A second call is refused with NOT_FOUND. */
export async function deleteChannel(
  { broker, channels, clock }: ChannelDeps,
  request: Request,
  { id }: InputOf<typeof sync.deleteChannel>,
): Promise<OutputOf<typeof sync.deleteChannel>> {
  const { caller } = request;
  const deleted = channels.changeBy(caller, id, clock(), () => ({
    remove: true,
    type: "channel.deleted",
  }));
  // From here on no gateway lets a key of the channel in.
  await followUp(deleted, () => invalidateCaches(broker, request, [id]));
  return { deleted: true };
}
