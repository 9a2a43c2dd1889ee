import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { TransitionDeps } from "../lifecycle/deps.ts";
import type { ListDeps } from "../list/deps.ts";
import type { PersonStore } from "./person-store.ts";

export interface EraseDeps extends TransitionDeps, ListDeps, Pick<ServiceDeps<Config>, "relay"> {
  readonly persons: PersonStore;
}
