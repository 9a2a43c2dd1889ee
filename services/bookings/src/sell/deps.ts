import type { ClaimsDeps } from "../claims/deps.ts";
import type { OfferDeps } from "../offer/deps.ts";
import type { AttachQueue } from "../claims/attach-claims.ts";
import type { ServiceDeps, TurnQueue } from "@slipway/store";
import type { Config } from "../config.ts";

export interface SellDeps extends ClaimsDeps, OfferDeps, Pick<ServiceDeps<Config>, "config"> {
  readonly attachments: AttachQueue;
  /** By idempotency key, or by a channel's name of a booking: equal requests do not compete for the last place. */
  readonly turns: TurnQueue;
}
