import type { Outbound } from "@slipway/delivery";
import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { ChannelDeps } from "../channel/deps.ts";
import type { JobStore } from "./job-store.ts";

export interface JobDeps extends ChannelDeps, Pick<ServiceDeps<Config>, "warn"> {
  readonly jobs: JobStore;
  readonly outbound: Outbound;
  /** Wakes the worker of jobs: one has come. */
  readonly wakeJobs: () => void;
}
