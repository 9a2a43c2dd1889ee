import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { ChannelDeps } from "../channel/deps.ts";
import type { EventStore } from "./event-store.ts";

/** Dependencies of event/. */
export interface EventDeps extends ChannelDeps, Pick<ServiceDeps<Config>, "warn"> {
  readonly events: EventStore;
  /** Something has come to be carried out. */
  readonly wakeEvents: () => void;
}
