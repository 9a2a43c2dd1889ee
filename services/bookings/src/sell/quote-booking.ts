import { type Request, call } from "@slipway/broker";
import { type InputOf, type OutputOf, type bookings, resourcesCapacity } from "@slipway/contracts";
import type { SellDeps } from "./deps.ts";
import { knowingResources, refusalNamed } from "../offer/answer-refusal.ts";
import { type Order, type Sale, claimOf, draftOf } from "./build-booking.ts";
import { prepareOrder, requireSession } from "./prepare-order.ts";
import { pricedQuote, usageSnapshotOf } from "../offer/quote.ts";

type Quoted = OutputOf<typeof bookings.quoteBooking>;

/** Quotes a booking as of now, or throws the refusal that it would get. Writes nothing and holds nothing. */
export async function quoteBooking(
  deps: SellDeps,
  request: Request,
  input: InputOf<typeof bookings.quoteBooking>,
): Promise<Quoted> {
  requireSession(request, input);
  return prepareOrder<Sale, Quoted>(deps, request, input, (order, inTime) =>
    quoteOrder(deps, inTime, order),
  );
}

async function quoteOrder(deps: SellDeps, request: Request, order: Order<Sale>): Promise<Quoted> {
  const draft = draftOf(order, deps.clock());
  const { taken, vacancies } = await knowingResources(
    request,
    order.input.resourceItems,
    call(request, resourcesCapacity.checkClaim, claimOf(order, draft)),
  );
  const pricingSnapshot = pricedQuote(order.quote, order.facts, taken);
  if (pricingSnapshot === "TOO_BIG") throw refusalNamed({ refusal: "TOTAL_TOO_BIG" });
  return {
    pricingSnapshot,
    resourceUsageSnapshot: usageSnapshotOf(taken),
    status: draft.status,
    expiresAt: draft.expiresAt?.toISOString() ?? null,
    vacanciesAfter: vacancies,
  };
}
