import type { Request } from "@slipway/broker";
import type { InputOf, resourcesCapacity } from "@slipway/contracts";
import type { ClaimDeps } from "./deps.ts";
import { secondsOf } from "./claim-capacity.ts";
import { sendCommands } from "./send-commands.ts";

/**
 * Extends held claims. Never shortens, and leaves confirmed claims as they are. Repeatable; refuses
 * HOLD_EXPIRED once the hold has ended.
 */
export async function extendClaims(
  deps: ClaimDeps,
  request: Request,
  { until, ...held }: InputOf<typeof resourcesCapacity.extendClaims>,
): Promise<Record<string, never>> {
  const command = { kind: "extend", until: secondsOf(until) } as const;
  const commandFor = (claimId: string) => ({ ...command, claimId });
  await sendCommands(deps, request, { ...held, commandFor });
  return {};
}
