import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { ChannelStore } from "../record/channel-store.ts";
import type { OriginStore, Sealer } from "@slipway/delivery";

export interface ChannelDeps extends Pick<ServiceDeps<Config>, "broker" | "config" | "log"> {
  readonly channels: ChannelStore;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Encrypts for the database, bound to whose it is. */
  readonly sealer: Sealer;
  /** The proven origins; undefined where WEBHOOK_CHALLENGE asks for none. */
  readonly origins: OriginStore | undefined;
}
