import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { TransitionDeps } from "../lifecycle/deps.ts";
import type { ListDeps } from "../list/deps.ts";
import type { PersonStore } from "./person-store.ts";
import type { BookingEvent } from "../record/booking-document.ts";

export interface EraseDeps
  extends TransitionDeps,
    ListDeps,
    Pick<ServiceDeps<Config>, "broker" | "relay"> {
  readonly persons: PersonStore;
  /** Hands a committed event to the relay. */
  readonly deliver: (bookingId: string, event: BookingEvent) => void;
}
