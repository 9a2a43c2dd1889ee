import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { BlockStore } from "../record/block-store.ts";

export interface BlockDeps extends Pick<ServiceDeps<Config>, "broker" | "config"> {
  readonly blocks: BlockStore;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}
