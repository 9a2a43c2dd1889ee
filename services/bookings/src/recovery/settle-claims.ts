import type { Request } from "@slipway/broker";
import { laterThan } from "@slipway/store";
import type { InputOf, OutputOf, bookings } from "@slipway/contracts";
import { isLiveStatus } from "../booking.ts";
import type { Deps } from "../deps.ts";
import type { Owner } from "./tombstone-store.ts";

type Settled = OutputOf<typeof bookings.settleClaims>;
type Claim = InputOf<typeof bookings.settleClaims>["claims"][number];

const attemptsMax = 5;

/**
 * Which of these claims a live booking names, which one that has ended, and which none ever can:
 * before it says "never" it takes the booking's id with a tombstone, or raises the revision of a
 * booking that names others, so that an insert or a change still under way fails. Claims of no kind
 * are left out: ask again.
 */
export async function settleClaims(
  deps: Deps,
  _request: Request,
  { claims }: InputOf<typeof bookings.settleClaims>,
): Promise<Settled> {
  const settled: Settled = { named: [], never: [], ended: [] };
  let open: readonly Claim[] = claims;
  for (let attempt = 0; attempt < attemptsMax && open.length > 0; attempt++) {
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

/**
 * Whoever made a booking dates it anew if its insert came too late for those who crawl, and says
 * that its claims are attached afterwards. Here nobody has said so: its maker may have died in
 * between, so one that is as it was inserted is dated anew, once. False: look again.
 */
async function isFindable(deps: Deps, owner: Owner): Promise<boolean> {
  const { updatedAt, createdAt } = owner;
  if (!updatedAt || !createdAt || updatedAt.getTime() !== createdAt.getTime())
    return deps.tombstones.isStill(owner);
  return deps.store.redate(owner, laterThan(updatedAt, deps.clock()));
}

/** Undefined: a booking came in between, look again. */
async function settleClaim(
  deps: Deps,
  { tenantId, bookingId, claimId }: Claim,
  owner: Owner | undefined,
): Promise<keyof Settled | undefined> {
  if (!owner) {
    const now = new Date(deps.clock());
    // mark: tombstone
    return (await deps.tombstones.insertTombstone(tenantId, bookingId, now)) ? "never" : undefined;
  }
  // Another tenant's booking never names a claim of this one. On "never" places are given back, on
  // "named" nobody asks again: neither may rest on a tombstone or a booking that is undone yet.
  if (!owner.live || owner.tenantId !== tenantId)
    return (await deps.tombstones.isStill(owner)) ? "never" : undefined;
  if (owner.claims?.some((claim) => claim.claimId === claimId)) {
    if (owner.status && !isLiveStatus(owner.status))
      return (await deps.tombstones.isStill(owner)) ? "ended" : undefined;
    return (await isFindable(deps, owner)) ? "named" : undefined;
  }
  // mark: exclude-claim
  return (await deps.tombstones.exclude(tenantId, bookingId, claimId)) ? "never" : undefined;
}
