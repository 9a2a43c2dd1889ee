import type { Request } from "@slipway/broker";
import { type InputOf, type OutputOf, type availability, primitives } from "@slipway/contracts";
import type { Deps } from "../deps.ts";
import { blockRecord } from "./block.ts";

/** Lists the tenant's blocks with startAt < to and endAt > from, by startAt. */
export async function listBlocks(
  deps: Deps,
  request: Request,
  { from, to, page }: InputOf<typeof availability.listBlocks>,
): Promise<OutputOf<typeof availability.listBlocks>> {
  const range = { from: new Date(from), to: new Date(to) };
  const found = await deps.blocks.listOverlapping(request.caller.tenantId, range, {
    after: page === undefined ? undefined : parseToken(page),
    limit: primitives.pageItemsMax + 1,
  });
  const items = found.slice(0, primitives.pageItemsMax).map(blockRecord);
  const last = items.at(-1);
  const next = found.length > primitives.pageItemsMax && last ? `${last.startAt} ${last.id}` : null;
  return { items, next };
}

function parseToken(token: string): { startAt: Date; id: string } | undefined {
  const [time = "", id = ""] = token.split(" ");
  const startAt = new Date(time);
  return Number.isNaN(startAt.getTime()) ? undefined : { startAt, id };
}
