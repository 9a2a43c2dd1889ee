import assert from "node:assert";
import type { Request } from "@slipway/broker";
import { type ChannelOfKey, channelOf } from "@slipway/contracts";
import type { OwnOrigin } from "../booking.ts";

/** The channel of the caller's key. The gateway lets no other caller reach the actions of channel keys. */
export function channelOfKey({ caller }: Pick<Request, "caller">): ChannelOfKey {
  const channel = channelOf(caller);
  assert(channel, "the caller has a channel key");
  return channel;
}

/** The booking that the caller's key has under this name. The read that precedes a write looks whether it is the key's. */
export function ownOrigin(request: Request, externalId: string): OwnOrigin {
  return { ...channelOfKey(request), externalId };
}
