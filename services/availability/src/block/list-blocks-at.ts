import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, availability } from "@slipway/contracts";
import type { BlockDeps } from "./deps.ts";
import { blockRecord, isBlocked, intervalsOf } from "../record/block.ts";

/** Lists the blocks, over or not, that cover a departure of the product at this instant. Internal. */
export async function listBlocksAt(
  deps: BlockDeps,
  request: Request,
  { productId, startAt }: InputOf<typeof availability.listBlocksAt>,
): Promise<OutputOf<typeof availability.listBlocksAt>> {
  const at = new Date(startAt);
  const range = { from: at, to: at };
  const near = await deps.blocks.listOfProduct(request.caller.tenantId, productId, range);
  const covering = near.filter((block) => isBlocked(intervalsOf([block]), at.getTime()));
  return { blocks: covering.map(blockRecord) };
}
