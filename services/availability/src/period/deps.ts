import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { PeriodStore } from "../record/period-store.ts";
import type { ManualDepartureStore } from "../record/manual-departure-store.ts";
import type { LeasedCache } from "@slipway/reference-cache";
import type { OptionFacts } from "../option-facts.ts";

export interface PeriodDeps extends Pick<ServiceDeps<Config>, "broker" | "config"> {
  readonly periods: PeriodStore;
  readonly manualDepartures: ManualDepartureStore;
  /** Facts of catalog's options, by option id. For reads only: see `createPeriod`. */
  readonly catalogFacts: LeasedCache<OptionFacts>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}
