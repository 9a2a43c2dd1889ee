import type { JobDeps } from "../job/deps.ts";
import type { ChangeStore } from "./change-store.ts";
import type { TakeLease } from "@slipway/store";

/** Dependencies of change/. */
export interface ChangeDeps extends JobDeps {
  readonly changes: ChangeStore;
  readonly takeLease: TakeLease;
}
