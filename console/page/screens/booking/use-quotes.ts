/** Quotes a change of the booking; a rebooking also with the price of the old start. */
import { type PricingSnapshot, type QuoteBookingRequest, isProblem } from "@slipway/client";
import { type Loaded, useLoad } from "../../use-load.ts";
import { useStill } from "../../use-still.ts";
import type { Version } from "./use-version.ts";

export interface Quotes {
  readonly fresh: PricingSnapshot | undefined;
  /** With the price of the old start. */
  readonly kept: PricingSnapshot | undefined;
}

type Change = Pick<
  QuoteBookingRequest,
  "startAt" | "customStart" | "retailPrices" | "unitItems" | "resourceItems"
>;

/** @param change undefined: nothing is chosen yet */
export function useQuotes(version: Version, change: Change | undefined): Loaded<Quotes> {
  const { updatedAt } = version.read;
  const key = useStill(change && JSON.stringify({ change, updatedAt }));
  return useLoad(key, async (slipway) => {
    const quote = (more: (read: Version["read"]) => QuoteBookingRequest) =>
      version.attempt(slipway, async (read) => {
        const of = { bookingId: read.id, expectedUpdatedAt: read.updatedAt };
        const asked = { ...of, ...change, ...more(read) };
        return (await slipway.bookings.quote(asked)).pricingSnapshot;
      });
    const isMove = change?.startAt ?? change?.customStart;
    // Prices of the user's own are added to those of the new start.
    const kept =
      isMove && !change?.retailPrices
        ? await quote(({ startAt }) => ({ pricingReferenceStartAt: startAt })).catch(unlessUnpriced)
        : undefined;
    const fresh = quote(() => ({}));
    return { fresh: await (kept ? fresh.catch(unlessUnpriced) : fresh), kept };
  });
}

/** One of the two departures may have no price. */
function unlessUnpriced(error: unknown): undefined {
  if (!isProblem(error, "PRICE_NOT_CONFIGURED")) throw error;
}
