import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { BookingEvent } from "./booking-document.ts";
import type { BookingStore } from "./booking-store.ts";
import type { OrderStore } from "./order-store.ts";
import type { TombstoneStore } from "./tombstone-store.ts";

export interface RecordDeps extends Pick<ServiceDeps<Config>, "warn"> {
  /** Milliseconds since the epoch, by the database's clock. */
  readonly clock: () => number;
  /** Measures the database's clock again: the primary may have changed. */
  readonly measureTime: () => Promise<void>;
  readonly store: BookingStore;
  readonly orders: OrderStore;
  /** Hands a committed event to the relay. */
  readonly deliver: (bookingId: string, event: BookingEvent) => void;
  readonly tombstones: TombstoneStore;
}
