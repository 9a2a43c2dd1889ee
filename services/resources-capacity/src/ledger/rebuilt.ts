/** Rebuilds a ledger's departure usages from its claims. */
import { isLive, isSoundRebooking } from "./examination.ts";
import { usageKeyOf } from "./departure-index.ts";
import { expandedBy } from "./expansion.ts";
import type { Use } from "./demand.ts";
import type { Claim, Ledger } from "./ledger.ts";
import {
  type DepartureUsages,
  type Expansion,
  type ResourceUse,
  tallyAt,
} from "./departure-usage.ts";
import type { PendingRebookings } from "./pending-rebookings.ts";
import { placesOf } from "./fit-check.ts";
import { applyChange } from "./usage-change.ts";
import { lostRevisionsMax, revisionsPerMs } from "../constants.ts";

/** The part of a ledger that can be rebuilt from claims. */
export interface Rebuilt {
  readonly usages: DepartureUsages;
  readonly rebookings: PendingRebookings;
  readonly resources: readonly string[];
  /**
   * Later than that of every step: a record of a later one would prove that the ledger was written since. And a process
   * may still know that it has copied the steps of an earlier one. The archive may have removed the records of the last
   * steps; so it also goes by the time.
   */
  readonly revision: number;
}

/**
 * Whether a ledger was lost: it is as it was inserted, without any resource, and claims have had places of it. The write
 * that takes places names their resources, and no later one removes the names.
 */
export function isLost(
  { resources, isClosed }: Ledger,
  claims: ReadonlyMap<string, Claim>,
): boolean {
  if (resources.size > 0 || isClosed) return false;
  return claims.values().some((claim) => placesIn(claim).length > 0);
}

/**
 * The usages recomputed from the claims. An expansion stays: it outlives the claim that added it. It is at least what the
 * claims say, so a lost ledger gets back the expansions whose claims have records, and sells less for want of others.
 */
export function rebuilt(ledger: Ledger, claims: ReadonlyMap<string, Claim>, now: number): Rebuilt {
  const usages: DepartureUsages = {};
  for (const [key, usage] of Object.entries(ledger.usages))
    usages[key] = { ...usage, use: emptied(usage.use) };
  const resources = new Set(ledger.resources);
  const context = { tally: tallyAt(now), touched: new Set<string>() };
  for (const claim of claims.values())
    for (const use of placesIn(claim)) {
      const { resourceId } = use;
      resources.add(resourceId);
      if (!isLive(claim, now)) continue;
      const until = claim.state === "HELD" ? claim.until : null;
      const key = usageKeyOf(claim.line, use);
      applyChange(usages, { key, resourceId, until, ...placesOf(use) }, context);
    }
  for (const { key, resourceId, sum } of expansionsIn(claims)) {
    const expansion = largerOf(usages[key]?.use[resourceId]?.expansion, sum);
    const change = { key, resourceId, until: null, seats: 0, units: 0, expansion };
    applyChange(usages, change, context);
  }
  const last = claims
    .values()
    .reduce((latest, { revision }) => Math.max(latest, revision), ledger.revision);
  return {
    usages,
    rebookings: soundRebookings(ledger.rebookings, claims, now),
    resources: [...resources],
    revision: Math.max(last + lostRevisionsMax, now * revisionsPerMs),
  };
}

/** The uses of a claim that count. */
function placesIn({ use }: Claim): readonly Use[] {
  return use.filter(({ places }) => places > 0);
}

function emptied(uses: Readonly<Record<string, ResourceUse>>): Record<string, ResourceUse> {
  return Object.fromEntries(
    Object.entries(uses).map(([resourceId, { expansion }]) => [
      resourceId,
      { seats: 0, units: 0, holds: {}, ...(expansion ? { expansion } : {}) },
    ]),
  );
}

interface ClaimedExpansion {
  readonly key: string;
  readonly resourceId: string;
  readonly sum: Expansion;
}

/** The expansions that claims, ended ones too, have added to each usage in its latest epoch. */
function expansionsIn(claims: ReadonlyMap<string, Claim>): Iterable<ClaimedExpansion> {
  const found = new Map<string, ClaimedExpansion>();
  for (const { line, use, expanded = [] } of claims.values())
    for (const { resourceId, epoch, pool, beyondMax } of expanded) {
      const key = usageKeyOf(line, use.find((each) => each.resourceId === resourceId) ?? {});
      const name = `${key} ${resourceId}`;
      const known = found.get(name)?.sum;
      if (known && known.epoch > epoch) continue;
      found.set(name, { key, resourceId, sum: expandedBy(known, { epoch, pool, beyondMax }) });
    }
  return found.values();
}

function largerOf(kept: Expansion | undefined, sum: Expansion): Expansion {
  if (!kept || kept.epoch < sum.epoch) return sum;
  if (kept.epoch > sum.epoch) return kept;
  return {
    epoch: kept.epoch,
    pool: Math.max(kept.pool, sum.pool),
    beyondMax: Math.max(kept.beyondMax, sum.beyondMax),
  };
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
