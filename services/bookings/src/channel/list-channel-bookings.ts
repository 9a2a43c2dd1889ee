import type { Request } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  type channelBookings,
  channelOfKey,
} from "@slipway/contracts";
import type { ChannelDeps } from "./deps.ts";
import { listBookings } from "../list/list-bookings.ts";

/**
 * The bookings of a channel key, newest first. The list finds those of the channel's code; another channel may have had the
 * code before, and bookings without tickets are not the key's.
 */
export async function listChannelBookings(
  deps: ChannelDeps,
  request: Request,
  input: InputOf<typeof channelBookings.listChannelBookings>,
): Promise<OutputOf<typeof channelBookings.listChannelBookings>> {
  const { channelConnectionId, supplierId } = channelOfKey(request);
  const { source } = request.caller;
  const { items, next } = await listBookings(deps, request, { ...input, source, supplierId });
  const own = items.filter(
    (each) => each.sourceChannelConnectionId === channelConnectionId && each.tickets.length > 0,
  );
  return { items: own, next };
}
