import type { ClaimsDeps } from "../claims/deps.ts";
import type { EveryTenantStore } from "../record/every-tenant-store.ts";
import type { BookingEvent } from "../record/booking-document.ts";
import type { LeasedCache } from "@slipway/reference-cache";
import type { OptionFacts } from "../offer/option-policy.ts";

/** Dependencies of the writes of transitions. */
export interface TransitionDeps extends ClaimsDeps {
  /** Hands a committed event to the relay. */
  readonly deliver: (bookingId: string, event: BookingEvent) => void;
  readonly optionFacts: LeasedCache<OptionFacts>;
}

export interface LifecycleDeps extends TransitionDeps {
  readonly everyTenant: EveryTenantStore;
}
