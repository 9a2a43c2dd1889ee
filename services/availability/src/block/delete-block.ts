import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, availability } from "@slipway/contracts";
import { invalidateCaches } from "@slipway/reference-cache";
import type { BlockDeps } from "./deps.ts";

/** Lets the product be booked again. A second call is refused with NOT_FOUND. */
export async function deleteBlock(
  deps: BlockDeps,
  request: Request,
  { id }: InputOf<typeof availability.deleteBlock>,
): Promise<OutputOf<typeof availability.deleteBlock>> {
  const deleted = await deps.blocks.changeBy(request.caller, id, deps.clock(), () => ({
    type: "availabilityBlock.deleted",
    remove: true,
  }));
  await invalidateCaches(deps.broker, request, [deleted.productId]);
  return { deleted: true };
}
