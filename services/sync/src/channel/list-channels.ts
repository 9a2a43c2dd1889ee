import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, sync } from "@slipway/contracts";
import type { Deps } from "../deps.ts";
import { channelRecord } from "./channel.ts";

/** Records of at most some 4 KiB each. */
const pageSize = 100;

/** The tenant's connections, newest first. */
export async function listChannels(
  { channels }: Deps,
  { caller: { tenantId } }: Request,
  { page }: InputOf<typeof sync.listChannels>,
): Promise<OutputOf<typeof sync.listChannels>> {
  const found = await channels.list(tenantId, { after: page, limit: pageSize + 1 });
  const items = found.slice(0, pageSize).map(channelRecord);
  return { items, next: found.length > pageSize ? (items.at(-1)?.id ?? null) : null };
}
