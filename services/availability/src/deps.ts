import type { LeasedCache } from "@slipway/reference-cache";
import type { ServiceDeps } from "@slipway/store";
import type { BlockStore } from "./block/block-store.ts";
import type { Config } from "./config.ts";
import type { Schedule } from "./departure/load-schedule.ts";
import type { ManualDepartureStore } from "./departure/manual-departure-store.ts";
import type { OptionFacts } from "./option-facts.ts";
import type { PeriodStore } from "./period/period-store.ts";

/** What the use cases of this service are given. */
export interface Deps extends ServiceDeps<Config> {
  readonly periods: PeriodStore;
  readonly blocks: BlockStore;
  readonly manualDepartures: ManualDepartureStore;
  /** Of catalog's options, by option id. For reads only: see `createPeriod`. */
  readonly catalogFacts: LeasedCache<OptionFacts>;
  /** This service's own, by option and product: changes of other replicas invalidate it too. */
  readonly schedules: LeasedCache<Schedule>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}
