import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, sync } from "@slipway/contracts";
import { newSecret, replaced } from "@slipway/delivery";
import type { ChannelDeps } from "./deps.ts";
import { sealedFor } from "./create-channel.ts";

/** Gives the channel a new secret; each replaced one signs beside it for 24 hours. Every call makes one. Refuses INVALID_STATE. */
export async function rotateChannelSecret(
  deps: ChannelDeps,
  { caller }: Request,
  { id }: InputOf<typeof sync.rotateChannelSecret>,
): Promise<OutputOf<typeof sync.rotateChannelSecret>> {
  const { tenantId } = caller;
  const secret = newSecret();
  const sealed = deps.sealer.seal(secret, sealedFor(tenantId, id));
  await deps.channels.changeBy(caller, id, deps.clock(), (current, at) => ({
    set: { secrets: { current: sealed, previous: replaced(current.secrets, at) } },
    type: "channel.secretRotated",
  }));
  return { secret };
}
