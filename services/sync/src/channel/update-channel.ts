import type { Request } from "@slipway/broker";
import type { InputOf, sync } from "@slipway/contracts";
import { refuseHttp } from "@slipway/delivery";
import { differing, requireUnchanged } from "@slipway/store";
import { followUp, invalidateCaches } from "@slipway/reference-cache";
import type { ChannelDeps } from "./deps.ts";
import { type Channel, type ShownChannel, answeredChannel } from "../record/channel.ts";
import { requireSupplier } from "./create-channel.ts";
import { shown } from "./read-proof.ts";

type UpdateChannelInput = InputOf<typeof sync.updateChannel>;
type Changeable = Pick<Channel, Exclude<keyof UpdateChannelInput, "id" | "expectedUpdatedAt">>;

/** Changes a connection; what changes nothing makes no event. */
export async function updateChannel(
  deps: ChannelDeps,
  request: Request,
  { id, expectedUpdatedAt, ...input }: UpdateChannelInput,
): Promise<ShownChannel> {
  const { caller } = request;
  refuseHttp("endpointUrl", input.endpointUrl, deps.config.delivery);
  await requireSupplier(request, input.supplierId);
  const change = deps.channels.changeBy(caller, id, deps.clock(), (current, supplierAt) => {
    requireUnchanged(current, expectedUpdatedAt);
    const set = differing<Changeable>(current, input);
    const isMoved = set?.supplierId !== undefined;
    return set && { type: "channel.updated", set: { ...set, ...(isMoved && { supplierAt }) } };
  });
  const changed = await followUp(change, async () => {
    // A gateway that has read this channel for a key of it must not go by the old state.
    if (input.status !== undefined || input.supplierId !== undefined)
      await invalidateCaches(deps.broker, request, [id]);
  });
  return shown(deps, answeredChannel(changed));
}
