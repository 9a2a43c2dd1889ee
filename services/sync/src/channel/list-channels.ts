import { type Request, refuse } from "@slipway/broker";
import {
  type Caller,
  type InputOf,
  type OutputOf,
  type sync,
  pageItemsMax,
  supplierOf,
} from "@slipway/contracts";
import { nextAfterId } from "@slipway/store";
import type { ChannelDeps } from "./deps.ts";
import { allShown } from "./read-proof.ts";
import type { ChannelStore } from "../record/channel-store.ts";
import { type Channel, answeredChannel, isBeforeSupplier } from "../record/channel.ts";

/** The connections that the caller reaches, newest first. */
export async function listChannels(
  deps: ChannelDeps,
  { caller }: Request,
  { page }: InputOf<typeof sync.listChannels>,
): Promise<OutputOf<typeof sync.listChannels>> {
  const supplierId = supplierOf(caller);
  const found = await deps.channels.list(caller.tenantId, {
    supplierId,
    after: page,
    limit: pageItemsMax,
    itemOf: answeredChannel,
  });
  const items = await allShown(deps, caller.tenantId, found.items);
  return nextAfterId({ ...found, items });
}

/** The channels whose events and jobs the caller is shown; undefined: all, also of those that are gone. */
export async function listReached(
  channels: ChannelStore,
  caller: Caller,
): Promise<Channel[] | undefined> {
  const supplierId = supplierOf(caller);
  return supplierId === undefined ? undefined : channels.listOf(caller.tenantId, supplierId);
}

interface OfChannel {
  readonly channelConnectionId: string;
  readonly createdAt: Date;
}

/** Refuses NOT_FOUND to a key of one supplier for an event or a job from before the channel was that supplier's. */
export async function requireReached(
  channels: ChannelStore,
  caller: Caller,
  { channelConnectionId, createdAt }: OfChannel,
): Promise<void> {
  if (supplierOf(caller) === undefined) return;
  const channel = await channels.get(caller.tenantId, channelConnectionId);
  if (channel && isBeforeSupplier(channel, createdAt)) throw refuse("NOT_FOUND");
}
