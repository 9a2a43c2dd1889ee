import type { Request } from "@slipway/broker";
import type { InputOf, availability } from "@slipway/contracts";
import type { BlockDeps } from "./deps.ts";
import { type BlockRecord, blockRecord } from "../record/block.ts";

/** One block of the tenant's. Refuses NOT_FOUND. Internal. */
export async function getBlock(
  { blocks }: BlockDeps,
  { caller }: Request,
  { id }: InputOf<typeof availability.getBlock>,
): Promise<BlockRecord> {
  const block = await blocks.require(caller.tenantId, id);
  return blockRecord(block);
}
