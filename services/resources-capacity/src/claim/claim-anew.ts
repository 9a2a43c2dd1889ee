import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, resourcesCapacity } from "@slipway/contracts";
import type { ClaimDeps } from "./deps.ts";
import { claimOnDays, secondsOf } from "./claim-capacity.ts";
import { type Supplier, addressNamed } from "../ledger/day.ts";
import { isLive } from "../ledger/examination.ts";
import { claimsOf } from "../ledger/claim-steps.ts";

type ClaimAnewInput = InputOf<typeof resourcesCapacity.claimAnew>;

/**
 * Repairs a booking whose claims hold nothing: claims the same uses again, in place of the old claims.
 * Does nothing, and returns no claims, if all present claims hold their places. Refuses
 * CAPACITY_EXHAUSTED if the places are gone; it expands nothing. The booking then names the new claims
 * by one conditional write; otherwise recovery releases them.
 */
export async function claimAnew(
  deps: ClaimDeps,
  request: Request,
  input: ClaimAnewInput,
): Promise<OutputOf<typeof resourcesCapacity.claimAnew>> {
  const { tenantId } = request.caller;
  const { supplierId, optionId, bookingId, attempt, inPlaceOf, until, uses } = input;
  const startMinute = await deps.days.getStartMinute(tenantId, supplierId);
  // The supplier never had a resource, so there are no places.
  if (startMinute === undefined) throw refuse("CAPACITY_EXHAUSTED");
  const supplier = { tenantId, supplierId, startMinute };
  // mark: claim-anew-lost
  if (await doAllHold(deps, supplier, inPlaceOf)) return { claims: [] };
  const units = uses.flatMap(({ resourceId, units: quantity }) =>
    quantity === null || quantity === 0 ? [] : [{ resourceId, quantity }],
  );
  const { claims } = await claimOnDays(deps, request, {
    supplier,
    bookingId,
    attempt,
    window: { from: Date.parse(input.startAt), to: Date.parse(input.endAt) },
    demand: { optionId, pricingPer: "UNIT", participants: 0, resourceItems: units },
    asTaken: uses,
    until: until === null ? null : secondsOf(until),
    expand: false,
    inPlaceOf,
  });
  return { claims };
}

/** A wrong answer is harmless: the booking then swaps its places for the same ones. */
async function doAllHold(
  deps: ClaimDeps,
  supplier: Supplier,
  names: ClaimAnewInput["inPlaceOf"],
): Promise<boolean> {
  for (const { claimId, ledger: id } of names) {
    const address = addressNamed(supplier, id);
    if (!address) return false;
    const ledger = await deps.ledgers.read(address, deps.clock());
    const records = await deps.claims.get(supplier.tenantId, [claimId]);
    const claim = claimsOf(ledger, records.values()).get(claimId);
    if (!claim || !isLive(claim, Math.max(deps.clock(), ledger.at))) return false;
  }
  return names.length > 0;
}
