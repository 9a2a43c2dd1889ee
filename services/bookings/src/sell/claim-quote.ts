import { type Request, asParsed, call, isRefusal, refusalOf, refuse } from "@slipway/broker";
import { type InputOf, type OutputOf, type bookings, resourcesCapacity } from "@slipway/contracts";
import { newId } from "@slipway/store";
import { type Origin, type PricingSnapshot, holdExpiry } from "../booking.ts";
import type { Deps } from "../deps.ts";
import { releaseClaims } from "../lifecycle/release-claims.ts";
import { type Judgement, type Sale, type SaleRefusal, pricedSale } from "./quote.ts";
import { type OptionFacts, holdMinutesOf, initialStatus } from "./option-policy.ts";

/** What is asked for, the booking's uuid, and the channel whose booking it is to be, if it is one's. */
export type BookingInput = InputOf<typeof bookings.createBooking> & {
  uuid: string;
  origin?: Origin;
  /** Options of this supplier alone may be booked. */
  supplierId?: string;
};
type Input = BookingInput;
type ClaimInput = InputOf<typeof resourcesCapacity.claimCapacity>;

export interface Order {
  facts: OptionFacts;
  sale: Sale;
  /** Milliseconds. */
  startAt: number;
  /** The request makes a manual departure. */
  makesDeparture: boolean;
}

/** A sale whose places are taken and priced: all a booking is made of. */
export interface ClaimedSale extends Order {
  bookingId: string;
  input: Input;
  now: number;
  status: ReturnType<typeof initialStatus>;
  expiresAt: Date | null;
  claimed: OutputOf<typeof resourcesCapacity.claimCapacity>;
  pricingSnapshot: PricingSnapshot;
}

/**
 * Takes the places of a sale under a fresh booking id, held until the hold expires or for good.
 * No booking has that id yet, so a claim whose answer is lost can only be given back by recovery.
 */
export async function claimSale(
  deps: Deps,
  request: Request,
  input: Input,
  order: Order,
): Promise<ClaimedSale> {
  const { facts, sale, startAt } = order;
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
    demand: sale.demand,
    until: expiresAt?.toISOString() ?? null,
    expand: input.expandCapacity,
    inPlaceOf: [],
    fresh: true,
  });
  const pricingSnapshot = pricedSale(sale, facts, claimed.taken);
  if (pricingSnapshot === "TOO_BIG") {
    // No booking of this id will ever be inserted, so its places can be given back at once.
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

/** The places may be taken, but no booking was made and none can be: for the client nothing was done. */
export function isOutcomeUnknown(error: unknown): boolean {
  const code = refusalOf(error)?.code;
  if (code !== undefined) return code === "OUTCOME_UNKNOWN" || code === "DEADLINE_EXCEEDED";
  return (error as { type?: unknown } | null)?.type === "REQUEST_TIMEOUT";
}

/**
 * The refusal of a sale that is already known to fail: what comes before it is asked first (ids
 * that name nothing; what only capacity knows), so that of several refusals the first is answered.
 */
export async function refuseSale(
  request: Request,
  { supplierId }: OptionFacts,
  { resourceItems }: Input,
  judgement: Extract<Judgement, { refusal: SaleRefusal }>,
): Promise<Error> {
  await requireResources(request, resourceItems);
  if (judgement.resources === "come first")
    await call(request, resourcesCapacity.checkDemand, { supplierId, demand: judgement.demand });
  return refusalNamed(judgement.refusal);
}

/** A resource that is none of the tenant's is NOT_FOUND, before it is not linked. */
export async function requireResources(
  request: Request,
  resourceItems: Input["resourceItems"],
): Promise<void> {
  const ids = new Set(resourceItems.map(({ resourceId }) => resourceId));
  await Promise.all([...ids].map((id) => call(request, resourcesCapacity.getResource, { id })));
}

/** The error of one field of the body whose value is wrong in a way that only the facts show. */
export function refuseField(field: string, detail: string): Error {
  return refuse("VALIDATION_FAILED", {
    detail: "1 field is invalid",
    errors: [{ in: "body", pointer: `#/${field}`, code: "INVALID_VALUE", detail }],
  });
}

/** The error of a refusal; that of a field names the field. */
export function refusalNamed(refusal: SaleRefusal): Error {
  if (refusal !== "TOTAL_TOO_BIG") return refuse(refusal);
  return refuse("VALIDATION_FAILED", {
    detail: "The total is too big",
    errors: [
      { in: "body", pointer: "#/unitItems", code: "TOO_BIG", detail: "the total must be < 2^53" },
    ],
  });
}
