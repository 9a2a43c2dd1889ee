import type { OutputOf, availability } from "@slipway/contracts";

/** Stops new bookings of a product's departures in [startAt, endAt). */
export interface Block {
  readonly id: string;
  readonly tenantId: string;
  readonly productId: string;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly createdAt: Date;
}

export type BlockRecord = OutputOf<typeof availability.createBlock>;

export function blockRecord(block: Block): BlockRecord {
  return {
    id: block.id,
    tenantId: block.tenantId,
    productId: block.productId,
    startAt: block.startAt.toISOString(),
    endAt: block.endAt.toISOString(),
    createdAt: block.createdAt.toISOString(),
  };
}

/** Whether any of the blocks covers a departure at this instant (milliseconds). */
export function isBlocked(
  blocks: readonly Pick<Block, "startAt" | "endAt">[],
  departure: number,
): boolean {
  return blocks.some(
    ({ startAt, endAt }) => startAt.getTime() <= departure && departure < endAt.getTime(),
  );
}
