import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { ArchiveStore } from "./archive-store.ts";
import type { OrderStore } from "../record/order-store.ts";
import type { BookingEvent } from "../record/booking-document.ts";

export interface ArchiveDeps extends Pick<ServiceDeps<Config>, "config" | "relay"> {
  /** Milliseconds since the epoch, by the database's clock. */
  readonly clock: () => number;
  readonly archive: ArchiveStore;
  readonly orders: OrderStore;
  /** Hands a committed event to the relay. */
  readonly deliver: (bookingId: string, event: BookingEvent) => void;
  /** Takes or renews the lease on work for one run of an operator's command, whichever replica it reaches. */
  readonly takeRun: (work: string, run: string, ms: number) => Promise<boolean>;
}
