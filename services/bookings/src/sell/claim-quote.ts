import { type Request, asParsed, call, isRefusal, refusalOf, refuse } from "@slipway/broker";
import { type InputOf, type OutputOf, type bookings, resourcesCapacity } from "@slipway/contracts";
import { newId } from "@slipway/store";
import { type Origin, type PricingSnapshot, holdExpiry } from "../booking.ts";
import type { Deps } from "../deps.ts";
import { releaseClaims } from "../lifecycle/release-claims.ts";
import { type Evaluation, type Quote, type QuoteRefusal, pricedQuote } from "./quote.ts";
import { type OptionFacts, holdMinutesOf, initialStatus } from "./option-policy.ts";

/** The client's input, the booking's uuid and, for a channel's booking, its origin. */
export type BookingInput = InputOf<typeof bookings.createBooking> & {
  uuid: string;
  origin?: Origin;
  /** Only this supplier's options may be booked. */
  supplierId?: string;
};
type Input = BookingInput;
type ClaimInput = InputOf<typeof resourcesCapacity.claimCapacity>;

export interface Order {
  facts: OptionFacts;
  quote: Quote;
  /** Milliseconds. */
  startAt: number;
  /** The request makes a manual departure. */
  makesDeparture: boolean;
}

/** A quote with claimed places and a final price: everything a booking is made of. */
export interface ClaimedQuote extends Order {
  bookingId: string;
  input: Input;
  now: number;
  status: ReturnType<typeof initialStatus>;
  expiresAt: Date | null;
  claimed: OutputOf<typeof resourcesCapacity.claimCapacity>;
  pricingSnapshot: PricingSnapshot;
}

/**
 * Claims the places of a quote under a new booking id, until the hold expires or for good. If the
 * answer is lost, only recovery can release the claim: no booking has that id yet.
 */
export async function claimQuote(
  deps: Deps,
  request: Request,
  input: Input,
  order: Order,
): Promise<ClaimedQuote> {
  const { facts, quote, startAt } = order;
  const now = deps.clock();
  const bookingId = newId("bkg", now);
  const status = initialStatus(input.status, facts);
  const expiresAt = status === "ON_HOLD" ? new Date(holdExpiry(now, holdMinutesOf(facts))) : null;
  const claimed = await claim(request, input.resourceItems, {
    supplierId: facts.supplierId,
    bookingId,
    attempt: "0",
    startAt: new Date(startAt).toISOString(),
    durationMinutes: facts.option.durationMinutes,
    demand: quote.demand,
    until: expiresAt?.toISOString() ?? null,
    expand: input.expandCapacity,
    inPlaceOf: [],
    fresh: true,
  });
  const pricingSnapshot = pricedQuote(quote, facts, claimed.taken);
  if (pricingSnapshot === "TOO_BIG") {
    // No booking of this id will ever be inserted, so the claims can be released now.
    await releaseClaims(request, {
      supplierId: facts.supplierId,
      bookingId,
      claims: claimed.claims,
      neverNamed: true,
    });
    throw refusalNamed("TOTAL_TOO_BIG");
  }
  return { ...order, bookingId, input, now, status, expiresAt, claimed, pricingSnapshot };
}

async function claim(
  request: Request,
  resourceItems: Input["resourceItems"],
  command: ClaimInput,
): Promise<OutputOf<typeof resourcesCapacity.claimCapacity>> {
  try {
    const { claimCapacity } = resourcesCapacity;
    return await call(request, claimCapacity, asParsed(claimCapacity, command));
  } catch (error) {
    if (isRefusal(error, "RESOURCE_NOT_LINKED")) await requireResources(request, resourceItems);
    if (isOutcomeUnknown(error)) throw refuse("SERVICE_UNAVAILABLE");
    throw error;
  }
}

/** Capacity may have claimed the places, but no booking can follow: for the client nothing was done. */
export function isOutcomeUnknown(error: unknown): boolean {
  const code = refusalOf(error)?.code;
  if (code !== undefined) return code === "OUTCOME_UNKNOWN" || code === "DEADLINE_EXCEEDED";
  return (error as { type?: unknown } | null)?.type === "REQUEST_TIMEOUT";
}

/**
 * The error of a refused request. Refusals that come earlier in the order are checked first: unknown
 * resource ids, then those that only capacity knows.
 */
export async function refuseQuote(
  request: Request,
  { supplierId }: OptionFacts,
  { resourceItems }: Input,
  evaluation: Extract<Evaluation, { refusal: QuoteRefusal }>,
): Promise<Error> {
  await requireResources(request, resourceItems);
  if (evaluation.resources === "come first")
    await call(request, resourcesCapacity.checkDemand, { supplierId, demand: evaluation.demand });
  return refusalNamed(evaluation.refusal);
}

/** Refuses a resource of another tenant with NOT_FOUND, which comes before RESOURCE_NOT_LINKED. */
export async function requireResources(
  request: Request,
  resourceItems: Input["resourceItems"],
): Promise<void> {
  const ids = new Set(resourceItems.map(({ resourceId }) => resourceId));
  await Promise.all([...ids].map((id) => call(request, resourcesCapacity.getResource, { id })));
}

/** The error of one body field that only the option's facts show to be invalid. */
export function refuseField(field: string, detail: string): Error {
  return refuse("VALIDATION_FAILED", {
    detail: "1 field is invalid",
    errors: [{ in: "body", pointer: `#/${field}`, code: "INVALID_VALUE", detail }],
  });
}

/** The error of a refusal; TOTAL_TOO_BIG names the field. */
export function refusalNamed(refusal: QuoteRefusal): Error {
  if (refusal !== "TOTAL_TOO_BIG") return refuse(refusal);
  return refuse("VALIDATION_FAILED", {
    detail: "The total is too big",
    errors: [
      { in: "body", pointer: "#/unitItems", code: "TOO_BIG", detail: "the total must be < 2^53" },
    ],
  });
}
