import { type Request, call, pointAtField, refuse } from "@slipway/broker";
import { type InputOf, type availability, catalog } from "@slipway/contracts";
import { invalidateCaches } from "@slipway/reference-cache";
import { createdEvent } from "@slipway/events";
import { newId } from "@slipway/store";
import type { BlockDeps } from "./deps.ts";
import { type BlockRecord, blockRecord } from "../record/block.ts";

/**
 * Stops new bookings of a product in [startAt, endAt): every booking that begins after the answer
 * sees the block. Existing bookings stay. Every call makes one. Refuses QUOTA_EXCEEDED.
 */
export async function createBlock(
  deps: BlockDeps,
  request: Request,
  input: InputOf<typeof availability.createBlock>,
): Promise<BlockRecord> {
  const { tenantId } = request.caller;
  const { productId, supplierId, archived } = await pointAtField(
    "productId",
    call(request, catalog.getProductFacts, {
      productId: input.productId,
    }),
  );
  if (archived) throw refuse("ARCHIVED");

  const now = deps.clock();
  const block = {
    id: newId("avb", now),
    productId,
    supplierId,
    startAt: new Date(input.startAt),
    endAt: new Date(input.endAt),
    note: input.note,
    createdAt: new Date(now),
  };
  const record = blockRecord({ ...block, tenantId });
  const event = createdEvent(request.caller, "availabilityBlock.created", record);
  await deps.config.blockQuota.within(
    productId,
    (limit) => deps.blocks.countOfProduct(tenantId, productId, { from: new Date(now), limit }),
    () => deps.blocks.insert(tenantId, block, event),
  );
  await invalidateCaches(deps.broker, request, [productId]);
  return record;
}
