import { type Request, call, refuse, refuseUnknown } from "@slipway/broker";
import { type InputOf, type OutputOf, type bookings, resourcesCapacity } from "@slipway/contracts";
import { pricingPerOf } from "@slipway/departures";
import { isFinal, isSameVersion } from "../record/apply-change.ts";
import { changeAttemptsMax } from "../constants.ts";
import type { Booking } from "../record/booking.ts";
import type { SellDeps } from "../sell/deps.ts";
import { readOptionFacts } from "../offer/keep-facts.ts";
import type { ChangeInput } from "./change-quote.ts";
import { type PreparedChange, prepareChange } from "./prepare-change.ts";
import { type DecidedChange, claimInPlaceOf } from "./update-booking-saga.ts";

type Quoted = OutputOf<typeof bookings.quoteUpdate>;

/** Quotes a change of a booking as of now, or throws the refusal that the change would get. Writes nothing. */
export async function quoteUpdate(
  deps: SellDeps,
  request: Request,
  { bookingId: id, ...change }: InputOf<typeof bookings.quoteUpdate>,
): Promise<Quoted> {
  const { tenantId } = request.caller;
  for (let attempt = 0; attempt < changeAttemptsMax; attempt++) {
    const booking = await deps.store.get(tenantId, id);
    if (!booking) throw refuseUnknown("bookingId");
    try {
      return await quoteChange(deps, request, booking, { id, ...change });
    } catch (error) {
      const now = isFinal(error) ? await deps.store.get(tenantId, id) : booking;
      // Another change of the booking may have caused the refusal.
      if (!now || isSameVersion(booking, now)) throw error;
    }
  }
  throw refuse("VERSION_CONFLICT");
}

function quoteChange(
  deps: SellDeps,
  request: Request,
  booking: Booking,
  input: ChangeInput,
): Promise<Quoted> {
  return prepareChange(deps, request, { booking, input }, async (prepared, inTime) => {
    const { decided, vacancies } = await checkChange(deps, inTime, booking, prepared);
    const after: Booking = { ...booking, ...decided.set };
    return {
      pricingSnapshot: after.pricingSnapshot,
      resourceUsageSnapshot: after.resourceUsageSnapshot,
      status: after.status,
      expiresAt: after.expiresAt?.toISOString() ?? null,
      vacanciesAfter: vacancies,
    };
  });
}

async function checkChange(
  deps: SellDeps,
  request: Request,
  booking: Booking,
  prepared: PreparedChange,
): Promise<{ decided: DecidedChange; vacancies: number | null }> {
  if ("decided" in prepared) {
    const { decided } = prepared;
    return { decided, vacancies: await vacanciesAt(deps, request, { ...booking, ...decided.set }) };
  }
  const claim = claimInPlaceOf(booking, prepared);
  const { taken, vacancies } = await call(request, resourcesCapacity.checkClaim, claim);
  return { decided: prepared.decide(taken), vacancies };
}

/** Vacancies of a booking's departure as they are: a change that keeps its places changes none. */
async function vacanciesAt(
  deps: SellDeps,
  request: Request,
  { optionId, supplierId, startAt }: Pick<Booking, "optionId" | "supplierId" | "startAt">,
): Promise<number | null> {
  const sold = await readOptionFacts(deps.optionFacts, request, optionId, (facts) => ({
    pricingPer: pricingPerOf(facts),
    durationMinutes: facts.option.durationMinutes,
  }));
  // A deleted option has nothing left to sell.
  if (!sold) return null;
  const starts = [startAt.getTime()];
  const asked = { supplierId, optionId, ...sold, starts };
  const { parties } = await call(request, resourcesCapacity.listVacancies, asked);
  return parties?.vacancies[0] ?? null;
}
