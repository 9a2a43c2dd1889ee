import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, availability } from "@slipway/contracts";
import { invalidateCaches } from "@slipway/reference-cache";
import { eventOf } from "@slipway/events";
import type { BlockDeps } from "./deps.ts";
import { blockRecord } from "../record/block.ts";

/** Lets the product be booked again. A second call is refused with NOT_FOUND. */
export async function deleteBlock(
  deps: BlockDeps,
  request: Request,
  { id }: InputOf<typeof availability.deleteBlock>,
): Promise<OutputOf<typeof availability.deleteBlock>> {
  const { tenantId } = request.caller;
  const deleted = await deps.blocks.delete(tenantId, id, deps.clock(), (block, deletedAt) =>
    eventOf(request.caller, deletedAt.getTime(), {
      type: "availabilityBlock.deleted",
      entityId: id,
      before: blockRecord(block),
      after: null,
    }),
  );
  await invalidateCaches(deps.broker, request, [deleted.productId]);
  return { deleted: true };
}
