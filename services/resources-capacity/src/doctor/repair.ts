/** Rebuilds a ledger's departure usages from its claims. */
import { isLive, isSoundRebooking } from "../ledger/examination.ts";
import type { Claim, Ledger, Rebuilt } from "../ledger/ledger.ts";
import { type DepartureUsages, type ResourceUse, tallyAt } from "../ledger/departure-usage.ts";
import type { PendingRebookings } from "../ledger/pending-rebookings.ts";
import { placesOf } from "../ledger/fit-check.ts";
import { applyChange } from "../ledger/usage-change.ts";

/** The usages recomputed from the claims. Expansions stay: they outlive the claims that added them. */
export function rebuilt(ledger: Ledger, claims: ReadonlyMap<string, Claim>, now: number): Rebuilt {
  const usages: DepartureUsages = {};
  for (const [key, usage] of Object.entries(ledger.usages))
    usages[key] = { ...usage, use: emptied(usage.use) };
  const resources = new Set(ledger.resources);
  const context = { tally: tallyAt(now), touched: new Set<string>() };
  for (const claim of claims.values()) {
    if (!isLive(claim, now)) continue;
    const until = claim.state === "HELD" ? claim.until : null;
    for (const use of claim.use.filter(({ places }) => places > 0)) {
      const { resourceId } = use;
      applyChange(usages, { key: claim.line, resourceId, until, ...placesOf(use) }, context);
      resources.add(resourceId);
    }
  }
  return {
    usages,
    rebookings: soundRebookings(ledger.rebookings, claims, now),
    resources: [...resources],
  };
}

function emptied(uses: Readonly<Record<string, ResourceUse>>): Record<string, ResourceUse> {
  return Object.fromEntries(
    Object.entries(uses).map(([resourceId, { expansion }]) => [
      resourceId,
      { seats: 0, units: 0, holds: {}, ...(expansion ? { expansion } : {}) },
    ]),
  );
}

/** Keeps alternatives that match their claims. Fewer alternatives count more places, never fewer. */
function soundRebookings(
  rebookings: PendingRebookings,
  claims: ReadonlyMap<string, Claim>,
  now: number,
): PendingRebookings {
  const sound = Object.entries(rebookings).flatMap(([bookingId, claimsOfBooking]) => {
    const left = claimsOfBooking.filter((each) =>
      isSoundRebooking(each, claims.get(each.claim), now),
    );
    return left.length > 1 ? [[bookingId, left] as const] : [];
  });
  return Object.fromEntries(sound);
}
