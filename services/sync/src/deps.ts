import type { Sealer } from "@slipway/delivery";
import type { ServiceDeps, TakeLease } from "@slipway/store";
import type { ChangeStore } from "./change/change-store.ts";
import type { ChannelStore } from "./channel/channel-store.ts";
import type { Config } from "./config.ts";
import type { EventStore } from "./event/event-store.ts";
import type { Attempt } from "./job/job.ts";
import type { JobStore } from "./job/job-store.ts";

/** A message to a channel: one attempt to send it. */
export interface OutboundMessage {
  readonly url: string;
  /** Of a subscription: its receiver's own. */
  readonly headers: Readonly<Record<string, string>>;
  /** The same on every attempt. */
  readonly id: string;
  /** It is signed with each of them, the newest first. */
  readonly secrets: readonly string[];
  readonly body: string;
  /** The number of this attempt in the schedule, from 1. */
  readonly attempt: number;
}

/** What the use cases of this service work with. */
export interface Deps extends ServiceDeps<Config> {
  readonly channels: ChannelStore;
  readonly events: EventStore;
  readonly jobs: JobStore;
  readonly changes: ChangeStore;
  readonly takeLease: TakeLease;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Encrypts for the database, bound to whose it is. */
  readonly sealer: Sealer;
  readonly send: (message: OutboundMessage) => Promise<Attempt>;
  /** Something has come to be carried out. */
  readonly wakeEvents: () => void;
  readonly wakeJobs: () => void;
}
