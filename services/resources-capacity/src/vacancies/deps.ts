import type { ActorDeps } from "../actor/deps.ts";
import type { DayStore } from "../ledger/day-store.ts";
import type { SnapshotReader } from "./snapshot-cache.ts";

export interface VacanciesDeps extends Pick<ActorDeps, "resources" | "clock"> {
  readonly days: DayStore;
  readonly snapshots: SnapshotReader;
}
