import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, sync } from "@slipway/contracts";
import type { ChannelDeps } from "./deps.ts";
import { type ShownChannel, answeredChannel, receivesBookings } from "../record/channel.ts";
import { sealedFor } from "./create-channel.ts";
import { shown } from "./read-proof.ts";

/** One connection of the tenant's. */
export async function getChannel(
  deps: ChannelDeps,
  { caller: { tenantId } }: Request,
  { id }: InputOf<typeof sync.getChannel>,
): Promise<ShownChannel> {
  const channel = await deps.channels.require(tenantId, id);
  return shown(deps, answeredChannel(channel));
}

/** The secret that signs what the channel is sent. */
export async function getChannelSecret(
  { channels, sealer }: ChannelDeps,
  { caller: { tenantId } }: Request,
  { id }: InputOf<typeof sync.getChannelSecret>,
): Promise<OutputOf<typeof sync.getChannelSecret>> {
  const channel = await channels.require(tenantId, id);
  return { secret: sealer.open(channel.secrets.current, sealedFor(tenantId, id)) };
}

/** Whether bookings of the channel may be changed; not those of one that is gone. Internal. */
export async function hasBookingUpdates(
  { channels }: ChannelDeps,
  { caller: { tenantId } }: Request,
  { channelConnectionId, octoSupplierId }: InputOf<typeof sync.hasBookingUpdates>,
): Promise<OutputOf<typeof sync.hasBookingUpdates>> {
  const channel = await channels.get(tenantId, channelConnectionId);
  return { subscribed: channel !== null && receivesBookings(channel, octoSupplierId) };
}
