import type { InputOf, resourcesCapacity } from "@slipway/contracts";
import { type OutboxEvent, eventOf } from "@slipway/store";
import type { Deps } from "../deps.ts";
import type { ClaimRecord } from "./claim-store.ts";
import { toldOf } from "../ledger/expansion.ts";
import { namingMsMax } from "../actor/naming-queue.ts";

/** Where another replica waits for these names, the records are there after its wait at the latest. */
const looksMax = 3;
const pauseMs = namingMsMax;

/**
 * Notes that bookings name these claims, of any tenants, and tells what they expanded. Repeatable.
 * Of claims committed here a moment ago the records will say so from the start. A record that is
 * not there within a moment is left to recovery.
 */
export async function attachClaims(
  deps: Deps,
  { claimIds }: InputOf<typeof resourcesCapacity.attachClaims>,
): Promise<Record<string, never>> {
  let left: readonly string[] = deps.naming.note([...new Set(claimIds)]);
  for (let look = 0; look < looksMax && left.length > 0; look++) {
    if (look > 0) await new Promise((resume) => setTimeout(resume, pauseMs));
    left = await deps.claims.attach(left, (claim) => expansionsOf(claim, deps.clock()));
  }
  return {};
}

/** An expansion is the resource's change, told under the name of whoever asked for it. */
function expansionsOf(
  { line, bookingId, expanded, caller }: ClaimRecord,
  now: number,
): OutboxEvent[] {
  if (!expanded || !caller) return [];
  const [optionId, start] = line.split(":");
  const departure = { optionId, startAt: new Date(Number(start)).toISOString() };
  return toldOf(expanded).map(({ resourceId, pool, beyondMax }) =>
    eventOf(caller, now, {
      entityType: "resource",
      entityId: resourceId,
      verb: "expand",
      before: departure,
      after: { ...departure, bookingId, placesAdded: pool, placesBeyondMaxQuantity: beyondMax },
    }),
  );
}
