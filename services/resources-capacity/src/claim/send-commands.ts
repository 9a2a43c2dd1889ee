import { type Request, refuse } from "@slipway/broker";
import type { InputOf, resourcesCapacity } from "@slipway/contracts";
import type { ClaimDeps } from "./deps.ts";
import { addressNamed } from "../ledger/day.ts";
import type { Command } from "../ledger/ledger.ts";

type Held = InputOf<typeof resourcesCapacity.confirmClaims>;

/**
 * Sends the ledger of each held claim a command, one after the other. Repeatable; refuses HOLD_EXPIRED where there is no
 * such ledger, or where it says so. The commands before that one stay done.
 */
export async function sendCommands(
  deps: ClaimDeps,
  { caller: { tenantId }, deadline }: Request,
  { supplierId, claims, commandFor }: Held & { commandFor: (claimId: string) => Command },
): Promise<void> {
  const startMinute = await deps.days.getStartMinute(tenantId, supplierId);
  for (const { claimId, ledger } of claims) {
    const address =
      startMinute === undefined
        ? undefined
        : addressNamed({ tenantId, supplierId, startMinute }, ledger);
    if (!address) throw refuse("HOLD_EXPIRED");
    await deps.actors.at(address).submit(commandFor(claimId), deadline);
  }
}
