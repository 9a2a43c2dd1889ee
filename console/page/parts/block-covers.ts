/** Departures that a block stops, by the rule of the API. Pure. */
import type { AvailabilityBlock } from "@slipway/client";

/** Whether nobody can book a departure of the product at that instant because of the block. */
export function covers(
  block: Pick<AvailabilityBlock, "productId" | "startAt" | "endAt">,
  { productId, startAt }: { productId: string; startAt: string },
): boolean {
  return block.productId === productId && block.startAt <= startAt && startAt < block.endAt;
}
