import type { JobDeps } from "../job/deps.ts";
import type { ChangeStore } from "./change-store.ts";

export interface ChangeDeps extends JobDeps {
  readonly changes: ChangeStore;
}
