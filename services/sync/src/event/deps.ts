import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { ChannelDeps } from "../channel/deps.ts";
import type { JobStore } from "../job/job-store.ts";
import type { EventStore } from "./event-store.ts";

export interface EventDeps extends ChannelDeps, Pick<ServiceDeps<Config>, "warn"> {
  readonly events: EventStore;
  /** Messages about bookings, of which an erasure changes what they send. */
  readonly jobs: Pick<JobStore, "rewrite">;
  /** Something has come to be carried out. */
  readonly wakeEvents: () => void;
}
