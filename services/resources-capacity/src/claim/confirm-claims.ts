import type { Request } from "@slipway/broker";
import type { InputOf, resourcesCapacity } from "@slipway/contracts";
import type { ClaimDeps } from "./deps.ts";
import { sendCommands } from "./send-commands.ts";

/** Confirms held claims. Repeatable; refuses HOLD_EXPIRED once `until` has come. */
export async function confirmClaims(
  deps: ClaimDeps,
  request: Request,
  held: InputOf<typeof resourcesCapacity.confirmClaims>,
): Promise<Record<string, never>> {
  const commandFor = (claimId: string) => ({ kind: "confirm", claimId }) as const;
  await sendCommands(deps, request, { ...held, commandFor });
  return {};
}
