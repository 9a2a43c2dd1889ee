import assert from "node:assert";
import { type Caller, type ChannelOfKey, channelOf } from "@slipway/contracts";
import type { OwnOrigin } from "../booking.ts";

interface OfCaller {
  readonly caller: Caller;
}

/** The channel of the caller's key. The gateway lets no other caller reach the actions of channel keys. */
export function channelOfKey({ caller }: OfCaller): ChannelOfKey {
  const channel = channelOf(caller);
  assert(channel, "the caller has a channel key");
  return channel;
}

/** The booking that the caller's key has under this name. The read that precedes a write looks whether it is the key's. */
export function ownOrigin(request: OfCaller, externalId: string): OwnOrigin {
  return { ...channelOfKey(request), externalId };
}
