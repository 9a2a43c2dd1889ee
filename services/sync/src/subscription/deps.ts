import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { ChannelStore } from "../record/channel-store.ts";
import type { Sealer } from "@slipway/delivery";

export interface SubscriptionDeps extends Pick<ServiceDeps<Config>, "config"> {
  readonly channels: ChannelStore;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Encrypts for the database, bound to whose it is. */
  readonly sealer: Sealer;
}
