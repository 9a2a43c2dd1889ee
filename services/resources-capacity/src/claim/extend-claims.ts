import { type Request, refuse } from "@slipway/broker";
import type { InputOf, resourcesCapacity } from "@slipway/contracts";
import type { Deps } from "../deps.ts";
import { secondsOf } from "./claim-capacity.ts";
import { addressNamed } from "../ledger/day.ts";

/**
 * Extends held claims. Never shortens, and leaves confirmed claims as they are. Repeatable; refuses
 * HOLD_EXPIRED once the hold has ended.
 */
export async function extendClaims(
  deps: Deps,
  request: Request,
  { supplierId, claims, until }: InputOf<typeof resourcesCapacity.extendClaims>,
): Promise<Record<string, never>> {
  const { tenantId } = request.caller;
  const startMinute = await deps.days.getStartMinute(tenantId, supplierId);
  for (const { claimId, ledger } of claims) {
    const address =
      startMinute === undefined
        ? undefined
        : addressNamed({ tenantId, supplierId, startMinute }, ledger);
    if (!address) throw refuse("HOLD_EXPIRED");
    const command = { kind: "extend", claimId, until: secondsOf(until) } as const;
    await deps.actors.at(address).submit(command, request.deadline);
  }
  return {};
}
