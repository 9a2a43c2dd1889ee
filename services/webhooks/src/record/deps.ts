import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { SubscriptionStore } from "./subscription-store.ts";
import type { OriginStore, Sealer } from "@slipway/delivery";

export interface RecordDeps extends Pick<ServiceDeps<Config>, "broker" | "config"> {
  readonly subscriptions: SubscriptionStore;
  readonly sealer: Sealer;
  /** The proven origins; undefined where WEBHOOK_CHALLENGE asks for none. */
  readonly origins: OriginStore | undefined;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}
