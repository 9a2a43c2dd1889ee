/** Stops the sale of a departure, and lets it go on. */
import { type Operations, isProblem } from "@slipway/client";
import type { Departure } from "./day-sheet.ts";

/** From its start for the shortest time: a longer one would cover departures behind it. */
export async function block(
  slipway: Operations,
  { productId, startAt }: Departure,
  note = "",
): Promise<void> {
  const endAt = new Date(Date.parse(startAt) + 1).toISOString();
  await slipway.availabilityBlocks.create({ productId, startAt, endAt, ...(note && { note }) });
}

/** A block that another, or an earlier try, has removed is gone as it should be. */
export async function unblock(
  { availabilityBlocks }: Operations,
  { blocks }: Departure,
): Promise<void> {
  for (const { id } of blocks)
    await availabilityBlocks.delete(id).catch((error: unknown) => {
      if (!isProblem(error, "NOT_FOUND")) throw error;
    });
}
