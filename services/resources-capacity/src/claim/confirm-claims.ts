import { type Request, refuse } from "@slipway/broker";
import type { InputOf, resourcesCapacity } from "@slipway/contracts";
import type { Deps } from "../deps.ts";
import { addressNamed } from "../ledger/day.ts";

/** Confirms held claims. Repeatable; refuses HOLD_EXPIRED once `until` has come. On the bus: `firmClaims`. */
export async function confirmClaims(
  deps: Deps,
  request: Request,
  { supplierId, claims }: InputOf<typeof resourcesCapacity.firmClaims>,
): Promise<Record<string, never>> {
  const { tenantId } = request.caller;
  const startMinute = await deps.days.getStartMinute(tenantId, supplierId);
  for (const { claimId, ledger } of claims) {
    const address =
      startMinute === undefined
        ? undefined
        : addressNamed({ tenantId, supplierId, startMinute }, ledger);
    if (!address) throw refuse("HOLD_EXPIRED");
    await deps.actors.at(address).submit({ kind: "confirm", claimId }, request.deadline);
  }
  return {};
}
