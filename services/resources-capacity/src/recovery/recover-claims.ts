import { call, ownRequest } from "@slipway/broker";
import { bookings } from "@slipway/contracts";
import type { Deps } from "../deps.ts";
import { attachClaims } from "../claim/attach-claims.ts";
import type { ClaimRecord } from "../claim/claim-store.ts";
import { releaseClaims } from "../claim/release-claims.ts";

const claimsMax = 500;
const ledgersMax = 200;
/** They share round trips; more would keep those who book waiting for a connection. */
const tidiedAtOnce = 25;
/** A ledger with a log and without writes for this long was left by a crash, or is only at rest. */
const restMs = 10_000;
/** Ended claims are kept for doctor and for late repeats. */
const keepEndedMs = 30 * 86_400_000;

/**
 * Finishes what crashes have left, whichever write was the last before one:
 * - a step in a ledger's log that is not copied: this sweep, or the ledger's next command;
 * - a claim of a booking that was not inserted, one in place of others whose change was not written,
 *   the first of two claims whose second one never came: this sweep, once `confirmBy` has passed;
 * - a claim that is firm or held for longer than its booking says: nobody, it ends with the booking;
 * - claims of a booking that has ended, those that a change has replaced, a manual departure that is
 *   not recorded: the outbox of the booking (finishEffects in bookings);
 * - a hold that is over and not EXPIRED: the sweep of bookings (expire-bookings.ts);
 * - a resize's or a deletion's mark: whoever it hinders, once it is stale (isStale);
 * - a change that is not told: the relay of the collection that it is in.
 * Repeatable, by any number of replicas at once. One that cannot be settled now is tried again by
 * the next sweep; with the presets an orphan's places are back within 65 seconds and a call.
 */
export async function recoverClaims(deps: Deps): Promise<void> {
  const now = deps.clock();
  const untidy = await deps.ledgers.listWithEntries(now - restMs, ledgersMax);
  for (let begun = 0; begun < untidy.length; begun += tidiedAtOnce)
    await Promise.all(
      untidy
        .slice(begun, begun + tidiedAtOnce)
        .map((address) => attempt(deps, `ledger ${address.id}`, deps.actors.at(address).tidy())),
    );
  const claims = await deps.claims.listUnconfirmed(now, claimsMax);
  if (claims.length > 0) await attempt(deps, "claims", settleClaimsOf(deps, claims));
  await deps.claims.removeEnded(now - keepEndedMs, claimsMax);
}

/**
 * Bookings says of each claim whether a booking names it, having made sure before it says "never"
 * that none ever will, and before it says "ended" that the booking's status is final: only these
 * are the proofs on which places are given back.
 */
export async function settleClaimsOf(
  deps: Deps,
  claims: readonly ClaimRecord[],
): Promise<{ named: string[]; never: string[]; ended: string[] }> {
  const asked = claims.map(({ id, tenantId, bookingId }) => ({ claimId: id, tenantId, bookingId }));
  const request = ownRequest(deps.broker, "-");
  const settled = await call(request, bookings.settleClaims, { claims: asked });
  const attached = [...settled.named, ...settled.ended];
  if (attached.length > 0) await attachClaims(deps, { claimIds: attached });
  const never = new Set(settled.never);
  const free = new Set([...settled.never, ...settled.ended]);
  for (const claim of claims)
    if (free.has(claim.id)) {
      const neverNamed = never.has(claim.id);
      await attempt(deps, `claim ${claim.id}`, giveBack(deps, claim, neverNamed));
    }
  return settled;
}

/** One that fails is left to the next sweep and stops no other. */
async function attempt(deps: Deps, what: string, work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => deps.warn(`recovery of ${what}: ${String(error)}`));
}

async function giveBack(
  deps: Deps,
  { id, tenantId, ledger, state }: ClaimRecord,
  neverNamed: boolean,
): Promise<void> {
  if (state === "RELEASED") return deps.claims.dismiss([id]);
  const supplierId = ledger.slice(0, ledger.lastIndexOf(":"));
  const input = { supplierId, bookingId: id, claims: [{ claimId: id, ledger }], neverNamed };
  await releaseClaims(deps, ownRequest(deps.broker, tenantId), input);
}
