import { call, ownRequest } from "@slipway/broker";
import { bookings } from "@slipway/contracts";
import type { RecoveryDeps } from "./deps.ts";
import { attachAll } from "../claim/attach-claims.ts";
import type { ClaimRecord } from "../ledger/claim-store.ts";
import { supplierIn } from "../ledger/day.ts";
import { releaseClaims } from "../claim/release-claims.ts";
import {
  compactedAtOnce,
  compactedLedgersMax,
  keepEndedMs,
  recoveredClaimsMax,
  restMs,
} from "../constants.ts";

/**
 * Finishes what crashes have left:
 * - an uncopied step in a claim log: this sweep, or the ledger's next command, copies it;
 * - a claim that no booking or change names, because it was never written, or because the second of two claims is
 *   missing: this sweep releases it once `confirmBy` has passed;
 * - a claim that is confirmed or extended although its booking is not: it ends with the booking;
 * - claims of an ended booking, claims that a change has replaced, a manual departure that was not
 *   recorded: the booking's outbox finishes them (finishEffects in bookings);
 * - an expired hold that is not EXPIRED: the sweep of bookings writes it (expire-bookings.ts);
 * - the lock of a resize or a deletion: the next process that it hinders removes it once it is stale;
 * - an undelivered event: the relay of its collection delivers it.
 * Repeatable, on any number of replicas at once. Work that fails now is tried again by the next sweep.
 * With default settings the places of an orphan claim are free after about 65 seconds.
 */
export async function recoverClaims(deps: RecoveryDeps): Promise<void> {
  const now = deps.clock();
  const uncopied = await deps.ledgers.listWithLog(now - restMs, compactedLedgersMax);
  for (let begun = 0; begun < uncopied.length; begun += compactedAtOnce)
    await Promise.all(
      uncopied
        .slice(begun, begun + compactedAtOnce)
        .map((address) =>
          attempt(deps, `ledger ${address.id}`, deps.actors.at(address).compactLog()),
        ),
    );
  const claims = await deps.claims.listUnattached(now, recoveredClaimsMax);
  if (claims.length > 0) await attempt(deps, "claims", settleClaimsOf(deps, claims));
  await deps.claims.removeEnded(now - keepEndedMs, recoveredClaimsMax);
}

/**
 * Asks the bookings service about each claim. Before it answers "never" it makes sure that no booking
 * can ever name the claim; before it answers "ended", that the booking's status is final. Only these
 * two answers prove that places may be released.
 */
export async function settleClaimsOf(
  deps: RecoveryDeps,
  claims: readonly ClaimRecord[],
): Promise<{ named: string[]; never: string[]; ended: string[] }> {
  const asked = claims.map(({ id, tenantId, bookingId }) => ({ claimId: id, tenantId, bookingId }));
  const request = ownRequest(deps.broker, "-");
  const settled = await call(request, bookings.settleClaims, { claims: asked });
  const attached = [...settled.named, ...settled.ended];
  if (attached.length > 0) await attachAll(deps, attached);
  // mark: never-named
  const never = new Set(settled.never);
  const free = new Set([...settled.never, ...settled.ended]);
  for (const claim of claims)
    if (free.has(claim.id)) {
      const neverNamed = never.has(claim.id);
      await attempt(deps, `claim ${claim.id}`, release(deps, claim, neverNamed));
    }
  return settled;
}

/** A failure is left to the next sweep and stops nothing else. */
async function attempt(deps: RecoveryDeps, what: string, work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => deps.warn(`recovery of ${what}: ${String(error)}`));
}

async function release(
  deps: RecoveryDeps,
  { id, tenantId, ledger, state }: ClaimRecord,
  neverNamed: boolean,
): Promise<void> {
  if (state === "RELEASED") return deps.claims.dismiss([id]);
  const supplierId = supplierIn(ledger);
  const input = { supplierId, bookingId: id, claims: [{ claimId: id, ledger }], neverNamed };
  await releaseClaims(deps, ownRequest(deps.broker, tenantId), input);
}
