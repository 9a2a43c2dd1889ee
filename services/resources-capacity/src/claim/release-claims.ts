import type { Request } from "@slipway/broker";
import type { InputOf, resourcesCapacity } from "@slipway/contracts";
import type { ClaimDeps } from "./deps.ts";
import { attachAll } from "./attach-claims.ts";
import { addressNamed } from "../ledger/day.ts";

/**
 * Releases claims, which gives their places back once. The caller must have proof that no booking
 * names or can ever name them. Repeatable. Expansions of a claim that a booking named stay, and are
 * reported to the audit log now at the latest.
 */
export async function releaseClaims(
  deps: ClaimDeps,
  request: Request,
  { supplierId, claims, neverNamed }: InputOf<typeof resourcesCapacity.releaseClaims>,
): Promise<Record<string, never>> {
  const { tenantId } = request.caller;
  const startMinute = await deps.days.getStartMinute(tenantId, supplierId);
  if (startMinute === undefined) return {};
  const expanded: string[] = [];
  for (const { claimId, ledger } of claims) {
    const address = addressNamed({ tenantId, supplierId, startMinute }, ledger);
    if (!address) continue;
    const command = { kind: "release", claimId, neverNamed } as const;
    const claim = await deps.actors.at(address).submit(command, request.deadline);
    if (claim?.expanded) expanded.push(claimId);
  }
  if (expanded.length > 0) await attachAll(deps, expanded);
  return {};
}
