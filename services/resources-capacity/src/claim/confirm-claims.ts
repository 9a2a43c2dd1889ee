import { type Request, refuse } from "@slipway/broker";
import type { InputOf, resourcesCapacity } from "@slipway/contracts";
import type { ClaimDeps } from "./deps.ts";
import { readRuns } from "../departure/get-runs.ts";
import { sendCommands } from "./send-commands.ts";

/**
 * Confirms held claims. Repeatable; refuses HOLD_EXPIRED once `until` has come, and DEPARTURE_CALLED_OFF. A booking
 * without claims asks for its departure alone.
 */
export async function confirmClaims(
  deps: ClaimDeps,
  request: Request,
  { departure, ...held }: InputOf<typeof resourcesCapacity.confirmClaims>,
): Promise<Record<string, never>> {
  const commandFor = (claimId: string) => ({ kind: "confirm", claimId }) as const;
  await sendCommands(deps, request, { ...held, commandFor });
  if (departure && held.claims.length === 0) {
    const { calledOff } = await readRuns(deps, request, { ...departure, ...held });
    if (calledOff) throw refuse("DEPARTURE_CALLED_OFF");
  }
  return {};
}
