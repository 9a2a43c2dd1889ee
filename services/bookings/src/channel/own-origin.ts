import { type Caller, channelOfKey } from "@slipway/contracts";
import type { OwnOrigin } from "../record/booking.ts";

/** The booking that the caller's key has under this name. The read that precedes a write looks whether it is the key's. */
export function ownOrigin(request: { readonly caller: Caller }, externalId: string): OwnOrigin {
  return { ...channelOfKey(request), externalId };
}
