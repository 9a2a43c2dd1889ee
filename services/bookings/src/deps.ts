import type { ServiceBroker, ServiceOptions } from "@slipway/broker";
import type { OutputOf, bookings } from "@slipway/contracts";
import type { Facts } from "@slipway/facts";
import type { Relay } from "@slipway/store";
import type { AttachQueue } from "./sell/attach-claims.ts";
import type { BookingStore } from "./booking-store.ts";
import type { Directories } from "./list/booking-index-cache.ts";
import type { EveryTenantStore } from "./recovery/every-tenant-store.ts";
import type { SellingFactsOf } from "./sell/keep-facts.ts";
import type { ListStore } from "./list/list-store.ts";
import type { RunOncePerKey } from "./sell/run-once-per-key.ts";
import type { OptionFacts } from "./sell/option-policy.ts";
import type { TombstoneStore } from "./recovery/tombstone-store.ts";
import type { BookingEvent } from "./booking-document.ts";

/** What the use cases of this service work with. */
export interface Deps {
  readonly broker: ServiceBroker;
  readonly log: ServiceOptions["log"];
  /** Milliseconds since the epoch, by the database's clock. */
  readonly clock: () => number;
  /** The same, and never later than the database's clock is. */
  readonly databaseFloor: () => number;
  /** Measures the database's clock anew: a fail-over may have brought another one. */
  readonly measureTime: () => Promise<void>;
  readonly store: BookingStore;
  readonly lists: ListStore;
  readonly directories: Directories;
  readonly everyTenant: EveryTenantStore;
  readonly tombstones: TombstoneStore;
  /** What is not told yet, and the first of what is set aside. */
  readonly backlog: Relay["backlog"];
  /** Hands a committed event to the relay. */
  readonly tell: (bookingId: string, event: BookingEvent) => void;
  readonly optionFacts: Facts<OptionFacts>;
  readonly sellingFacts: Facts<SellingFactsOf>;
  readonly attachments: AttachQueue;
  readonly oncePerKey: RunOncePerKey<OutputOf<typeof bookings.createBooking>>;
}
