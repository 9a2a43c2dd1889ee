import type { Request } from "@slipway/broker";
import { type InputOf, type OutputOf, type sync, primitives } from "@slipway/contracts";
import type { Deps } from "../deps.ts";
import { channelRecord } from "./channel.ts";

/** The tenant's connections, newest first. */
export async function listChannels(
  { channels }: Deps,
  { caller: { tenantId } }: Request,
  { page }: InputOf<typeof sync.listChannels>,
): Promise<OutputOf<typeof sync.listChannels>> {
  const found = await channels.list(tenantId, { after: page, limit: primitives.pageItemsMax + 1 });
  const items = found.slice(0, primitives.pageItemsMax).map(channelRecord);
  return {
    items,
    next: found.length > primitives.pageItemsMax ? (items.at(-1)?.id ?? null) : null,
  };
}
