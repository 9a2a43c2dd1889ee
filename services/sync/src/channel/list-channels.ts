import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, sync } from "@slipway/contracts";
import type { Deps } from "../deps.ts";
import { channelRecord } from "./channel.ts";

/** Records of at most some 4 KiB each. */
const pageSize = 100;

/** The tenant's connections by name. */
export async function listChannels(
  { channels }: Deps,
  { caller: { tenantId } }: Request,
  { page }: InputOf<typeof sync.listChannels>,
): Promise<OutputOf<typeof sync.listChannels>> {
  const found = await channels.list(tenantId, { after: positionOf(page), limit: pageSize + 1 });
  const items = found.slice(0, pageSize).map(channelRecord);
  const last = items.at(-1);
  return { items, next: found.length > pageSize && last ? `${last.id} ${last.name}` : null };
}

function positionOf(page: string | undefined): { name: string; id: string } | undefined {
  if (page === undefined) return undefined;
  const [id = "", ...words] = page.split(" ");
  return { id, name: words.join(" ") };
}
