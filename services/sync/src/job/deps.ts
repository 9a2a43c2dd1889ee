import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { ChannelDeps } from "../channel/deps.ts";
import type { JobStore } from "./job-store.ts";
import type { Attempt } from "./job.ts";

/** A message to a channel: one attempt to send it. */
export interface OutboundMessage {
  readonly tenantId: string;
  readonly url: string;
  /** The receiver's own, where a subscription has some. */
  readonly headers: Readonly<Record<string, string>>;
  /** The same on every attempt. */
  readonly id: string;
  /** It is signed with each of them, the newest first. */
  readonly secrets: readonly string[];
  readonly body: string;
  /** The number of this attempt in the schedule, from 1. */
  readonly attempt: number;
}

/** Dependencies of job/. */
export interface JobDeps extends ChannelDeps, Pick<ServiceDeps<Config>, "warn"> {
  readonly jobs: JobStore;
  readonly send: (message: OutboundMessage) => Promise<Attempt>;
  /** Wakes the worker of jobs: one has come. */
  readonly wakeJobs: () => void;
}
