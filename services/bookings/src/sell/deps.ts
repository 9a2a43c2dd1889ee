import type { ClaimsDeps } from "../claims/deps.ts";
import type { BookingEvent } from "../record/booking-document.ts";
import type { LeasedCache } from "@slipway/reference-cache";
import type { OptionFacts } from "../offer/option-policy.ts";
import type { SellingFactsOf } from "../offer/keep-facts.ts";
import type { AttachQueue } from "../claims/attach-claims.ts";
import type { ServiceDeps, TurnQueue } from "@slipway/store";
import type { Config } from "../config.ts";

export interface SellDeps extends ClaimsDeps, Pick<ServiceDeps<Config>, "config"> {
  /** Hands a committed event to the relay. */
  readonly deliver: (bookingId: string, event: BookingEvent) => void;
  readonly optionFacts: LeasedCache<OptionFacts>;
  readonly sellingFacts: LeasedCache<SellingFactsOf>;
  readonly attachments: AttachQueue;
  /** By idempotency key, or by a channel's name of a booking: equal requests do not compete for the last place. */
  readonly turns: TurnQueue;
}
