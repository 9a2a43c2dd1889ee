import type { ServiceBroker } from "@slipway/broker";
import type { PeriodStore } from "../record/period-store.ts";
import type { BlockStore } from "../record/block-store.ts";
import type { ManualDepartureStore } from "../record/manual-departure-store.ts";
import type { LeasedCache } from "@slipway/reference-cache";
import type { OptionFacts } from "../option-facts.ts";
import type { Schedule } from "./load-schedule.ts";

export interface DepartureDeps {
  readonly broker: ServiceBroker;
  readonly periods: PeriodStore;
  readonly blocks: BlockStore;
  readonly manualDepartures: ManualDepartureStore;
  /** Facts of catalog's options, by option id. For reads only: see `createPeriod`. */
  readonly catalogFacts: LeasedCache<OptionFacts>;
  /** This service's own, by option and product: changes of other replicas invalidate it too. */
  readonly schedules: LeasedCache<Schedule>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}
