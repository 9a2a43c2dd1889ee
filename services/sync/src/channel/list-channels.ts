import type { Request } from "@slipway/broker";
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
import { answeredChannel } from "../record/channel.ts";

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

/** Ids of the channels whose events and jobs the caller is shown; undefined: all, also of those that are gone. */
export async function listReached(
  channels: ChannelStore,
  caller: Caller,
): Promise<string[] | undefined> {
  const supplierId = supplierOf(caller);
  return supplierId === undefined ? undefined : channels.listIdsOf(caller.tenantId, supplierId);
}
