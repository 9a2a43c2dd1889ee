import type { Request } from "@slipway/broker";
import type { InputOf, resourcesCapacity } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import type { OutboxEvent } from "@slipway/store";
import type { ClaimDeps } from "./deps.ts";
import type { ClaimRecord } from "../ledger/claim-store.ts";
import { reportedOf } from "../ledger/expansion.ts";
import { attachMsMax, attachReadsMax } from "../constants.ts";

/**
 * Attaches claims of any tenants: stores that bookings name them, and reports their expansions to the
 * audit log. Repeatable. Claims whose first copy still waits here are attached by that copy. Claims
 * without a record after three reads are left to recovery.
 */
export async function attachClaims(
  deps: ClaimDeps,
  _request: Request,
  { claimIds }: InputOf<typeof resourcesCapacity.attachClaims>,
): Promise<Record<string, never>> {
  await attachAll(deps, claimIds);
  return {};
}

/** The same, for this service's own work. */
export async function attachAll(deps: ClaimDeps, claimIds: readonly string[]): Promise<void> {
  let left: readonly string[] = deps.attachments.attach([...new Set(claimIds)]);
  for (let read = 0; read < attachReadsMax && left.length > 0; read++) {
    if (read > 0) await new Promise((resume) => setTimeout(resume, attachMsMax));
    left = await deps.claims.attach(left, (claim) => expansionsOf(claim, deps.clock()));
  }
}

/** The audit events of a claim's expansions: changes of the resource, by the caller who asked for them. */
function expansionsOf(
  { line, bookingId, expanded, caller }: ClaimRecord,
  now: number,
): OutboxEvent[] {
  if (!expanded || !caller) return [];
  const [optionId, start] = line.split(":");
  const departure = { optionId, startAt: new Date(Number(start)).toISOString() };
  return reportedOf(expanded).map(({ resourceId, pool, beyondMax }) =>
    eventOf(caller, now, {
      type: "resource.expanded",
      entityId: resourceId,
      before: departure,
      after: { ...departure, bookingId, placesAdded: pool, placesBeyondMaxQuantity: beyondMax },
    }),
  );
}
