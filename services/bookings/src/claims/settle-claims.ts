import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, bookings } from "@slipway/contracts";
import { settleAttemptsMax } from "../constants.ts";
import { isLiveStatus } from "../record/booking.ts";
import type { ClaimsDeps } from "./deps.ts";
import type { Owner } from "../record/tombstone-store.ts";

type Settled = OutputOf<typeof bookings.settleClaims>;
type Claim = InputOf<typeof bookings.settleClaims>["claims"][number];

/**
 * Sorts claims: `named` by a live booking, by one that has `ended`, or `never` named. Before it answers
 * "never" it takes the booking's id with a tombstone, or raises the revision of a booking that names other
 * claims. So an insert or a change that is still under way fails. It leaves out claims that it could not
 * decide: the caller asks again.
 */
export async function settleClaims(
  deps: ClaimsDeps,
  _request: Request,
  { claims }: InputOf<typeof bookings.settleClaims>,
): Promise<Settled> {
  const settled: Settled = { named: [], never: [], ended: [] };
  let open: readonly Claim[] = claims;
  for (let attempt = 0; attempt < settleAttemptsMax && open.length > 0; attempt++) {
    const found = await deps.tombstones.findOwners([...new Set(open.map((one) => one.bookingId))]);
    const owners = new Map(found.map((owner) => [owner._id, owner]));
    const verdicts = await Promise.all(
      open.map((claim) => settleClaim(deps, claim, owners.get(claim.bookingId))),
    );
    open = open.filter((claim, index) => {
      const verdict = verdicts[index];
      if (!verdict) return true;
      settled[verdict].push(claim.claimId);
      return false;
    });
  }
  return settled;
}

/** Undefined: a booking was inserted in between, read again. */
async function settleClaim(
  deps: ClaimsDeps,
  { tenantId, bookingId, claimId }: Claim,
  owner: Owner | undefined,
): Promise<keyof Settled | undefined> {
  if (!owner) {
    const now = new Date(deps.clock());
    // mark: tombstone
    return (await deps.tombstones.insertTombstone(tenantId, bookingId, now)) ? "never" : undefined;
  }
  // Another tenant's booking never names a claim of this one. After "never" capacity releases the claim,
  // after "named" it does not ask again: a fail-over must not undo the tombstone or booking behind it.
  if (!owner.live || owner.tenantId !== tenantId) {
    // An archived booking keeps the claims that it named, and no change adds one.
    const isNamed = owner.tenantId === tenantId && owner.archivedAt && names(owner, claimId);
    const verdict = isNamed ? "named" : "never";
    return (await deps.tombstones.isStill(owner)) ? verdict : undefined;
  }
  if (names(owner, claimId)) {
    if (owner.status && !isLiveStatus(owner.status))
      return (await deps.tombstones.isStill(owner)) ? "ended" : undefined;
    return (await deps.tombstones.isStill(owner)) ? "named" : undefined;
  }
  // mark: exclude-claim
  return (await deps.tombstones.exclude(tenantId, bookingId, claimId)) ? "never" : undefined;
}

function names({ claims }: Owner, claimId: string): boolean {
  return claims?.some((claim) => claim.claimId === claimId) ?? false;
}
